import { isDeepStrictEqual } from "node:util";
import type { Profile, ProfileChange } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { jsonSlices } from "../../database/json-slices.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import { lockDefinitions, readDefinitions } from "./attribute-table.js";
import { type Definitions, definitionsOf } from "./check-values.js";
import { emptyProfile, recordedProfile } from "./profile-table.js";

/**
 * Locks the definitions until the transaction ends. Call it after the categories are locked and before the pets are.
 */
export const openDefinitions = async (query: Query): Promise<Definitions> => {
  await lockDefinitions(query, "shared");
  return definitionsOf(await readDefinitions(query));
};

const idOf = (definitions: Definitions, name: string) => definitions.get(name)?.attribute.id ?? 0;

/**
 * Merges a change as RFC 7396 says, except that each entry of `attributes` is replaced as a whole. The values are in
 * the order of their attributes.
 */
const merge = (definitions: Definitions, before: Profile, { externalId, attributes = {} }: ProfileChange): Profile => ({
  ...before,
  externalId: externalId === undefined ? before.externalId : externalId,
  attributes: Object.fromEntries(
    Object.entries({ ...before.attributes, ...attributes })
      .filter(([, value]) => value !== null)
      .toSorted(([a], [b]) => idOf(definitions, a) - idOf(definitions, b)),
  ),
});

type Values = Pick<Profile, "externalId" | "attributes">;

/** A row of `pet_profile` that is inserted or replaced. `before` is absent if there is no row yet. */
type ProfileToStore = Values & { readonly petId: number; readonly before?: Values };

/**
 * Tells whether keys of scope `read` see a difference in a profile. Photos are stored separately.
 * @param names - The names of the public attributes.
 */
const isPublicChange = (
  names: readonly string[],
  { before = emptyProfile, externalId, attributes }: ProfileToStore,
): boolean =>
  before.externalId !== externalId ||
  names.some((name) => !isDeepStrictEqual(before.attributes[name], attributes[name]));

const storeSql = `
  INSERT INTO pet_profile (pet_id, external_id, attributes, updated_at, public_updated_at)
  SELECT "petId", "externalId", attributes, moment, CASE WHEN NOT "isPublic" THEN '-infinity'::timestamptz END
  FROM coalesce($2::timestamptz, clock_timestamp()) AS moment,
    jsonb_to_recordset($1::jsonb) AS given ("petId" bigint, "externalId" text, attributes jsonb, "isPublic" boolean)
  ON CONFLICT (pet_id) DO UPDATE SET external_id = excluded.external_id, attributes = excluded.attributes,
    updated_at = excluded.updated_at,
    public_updated_at = CASE WHEN excluded.public_updated_at IS NOT NULL
      THEN coalesce(pet_profile.public_updated_at, pet_profile.updated_at) END
  RETURNING updated_at AS "updatedAt"`;

/**
 * Writes profiles, all with the same time. The caller has checked the values, and has locked the external ids, which
 * are free.
 * @param profiles - At least one. Each is of a different pet.
 * @returns the time of the change
 */
export const storeProfiles = async (
  query: Query,
  definitions: Definitions,
  profiles: readonly ProfileToStore[],
): Promise<string> => {
  const publicNames = [...definitions].filter(([, { attribute }]) => attribute.isPublic).map(([name]) => name);
  const rows = profiles.map((one) => {
    const { petId, externalId, attributes } = one;
    const byId = Object.entries(attributes).map(([name, value]) => [idOf(definitions, name), value]);
    const isPublic = isPublicChange(publicNames, one);
    return { petId, externalId, attributes: Object.fromEntries(byId), isPublic };
  });
  let updatedAt: string | undefined;
  for (const { json } of jsonSlices(rows)) {
    const [stored] = await query<{ updatedAt: Date }>(storeSql, [json, updatedAt ?? null], "store_profiles");
    updatedAt ??= stored?.updatedAt.toISOString();
  }
  return updatedAt ?? "";
};

/** A change of one pet's profile. Its values are checked, and its external id is locked and free. */
export type ProfileWrite = {
  readonly petId: number;
  /** The profile before the change; `emptyProfile` for a pet without one. */
  readonly before: Profile;
  readonly change: ProfileChange;
};

type PlannedWrite = { readonly petId: number; readonly before: Profile; readonly after: Profile };

const clearSql = "UPDATE pet_profile SET external_id = NULL WHERE pet_id = ANY ($1::bigint[])";

/** The index checks each row separately, so pets that exchange their external ids must first lose them. */
const clearExternalIds = async (query: Query, changed: readonly PlannedWrite[]) => {
  const moved = changed.filter(
    ({ before, after }) => before.externalId !== null && before.externalId !== after.externalId,
  );
  if (moved.length > 0 && changed.length > 1) await query(clearSql, [moved.map(({ petId }) => petId)]);
};

/** Returns what {@link writeProfiles} would write, in the same order. */
const planProfiles = (definitions: Definitions, writes: readonly ProfileWrite[]) =>
  writes.map(({ petId, before, change }) => {
    const after = merge(definitions, before, change);
    return { petId, before, after, isChanged: !isDeepStrictEqual(before, after) };
  });

export const countChanges = (definitions: Definitions, writes: readonly ProfileWrite[]): number =>
  planProfiles(definitions, writes).filter(({ isChanged }) => isChanged).length;

/**
 * Writes the profiles that differ, and records the changes. The pets must be locked, or new in this transaction.
 * @param writes - Each is of a different pet.
 * @returns the profiles afterwards, in the same order
 */
export const writeProfiles = async (
  { query, record }: { readonly query: Query; readonly record: RecordChange },
  definitions: Definitions,
  writes: readonly ProfileWrite[],
): Promise<Profile[]> => {
  const planned = planProfiles(definitions, writes);
  const changed = planned.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return writes.map(({ before }) => before);
  await clearExternalIds(query, changed);
  const rows = changed.map(({ petId, before, after }) => ({ ...after, petId, before }));
  const updatedAt = await storeProfiles(query, definitions, rows);
  return planned.map(({ petId, before, after: merged, isChanged }) => {
    if (!isChanged) return before;
    const after = { ...merged, updatedAt };
    const states = { before: recordedProfile(before), after: recordedProfile(after) };
    record({ action: "profile.update", subject: { kind: "profile", id: petId }, ...states });
    return after;
  });
};
