import type { Query } from "../../database/query.js";
import { type BodyPlace, externalIdTaken, problemAt } from "../../errors.js";
import { createProblemList } from "./problem-list.js";

const EXTERNAL_ID_LOCK = 0x65787469;
/**
 * The number of locks is limited, because 1,000 locks for 1,000 ids would fill the lock table that all transactions
 * share.
 */
const LOCKS = 128;

// The subquery determines the order in which the locks are acquired.
const lockSql = `SELECT pg_advisory_xact_lock(${EXTERNAL_ID_LOCK}, lock)::text FROM (
  SELECT DISTINCT hashtext(one) & ${LOCKS - 1} AS lock FROM unnest($1::text[]) AS one ORDER BY lock
) AS locks`;

/**
 * Prevents others from giving these external ids to pets until the transaction ends. The pets that have them now may
 * still lose them or be deleted. Call it once, after definitions are locked and before pets are.
 */
export const lockExternalIds = async (query: Query, externalIds: readonly string[]): Promise<void> => {
  if (externalIds.length > 0) await query(lockSql, [externalIds]);
};

const ownersSql = `SELECT external_id AS "externalId", pet_id::text AS "petId" FROM pet_profile
  WHERE external_id = ANY ($1::text[])`;

/** @returns the ids of the pets that have these external ids */
export const findOwners = async (query: Query, externalIds: readonly string[]): Promise<Map<string, number>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await query<{ externalId: string; petId: string }>(ownersSql, [externalIds]);
  return new Map(rows.map(({ externalId, petId }) => [externalId, Number(petId)]));
};

/** Says that a request gives a pet an external id. */
export type Claim = {
  /** The place of the profile in the request, as in `body.3.profile`. */
  readonly place: BodyPlace;
  /** The id of the pet; undefined if it is not created yet. */
  readonly petId?: number;
  readonly externalId: string;
};

/**
 * Checks that the external ids are free. The index would also refuse an external id that is in use, but could not name
 * the pet that has it.
 * @param released - Pets that get another external id in this transaction, or lose their external id.
 * @throws AppError 409 that names each pet that has one already
 */
export const requireFreeExternalIds = async (
  query: Query,
  claims: readonly Claim[],
  released: ReadonlySet<number> = new Set(),
): Promise<void> => {
  const owners = await findOwners(
    query,
    claims.map(({ externalId }) => externalId),
  );
  const taken = createProblemList();
  let first: number | undefined;
  for (const { place, petId, externalId } of claims) {
    const owner = owners.get(externalId);
    if (owner === undefined || owner === petId || released.has(owner)) continue;
    first ??= owner;
    taken.add(() => problemAt(`${place}.externalId`, `is taken by pet ${owner}`, "unique"));
  }
  const told = taken.problems();
  if (told.length > 0) throw externalIdTaken(first, ...told);
};
