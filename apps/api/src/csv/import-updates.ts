import type { Actor, PetChange, Profile, ProfileChange } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { type AuditEntry, hasEvent, insertMembers, petUpdate } from "../operation/audit-trail.js";
import { partsOf, type StoredPart } from "../operation/action-parts.js";
import type { Definitions } from "../pets/store/check-values.js";
import { findReserved, lockPets } from "../pets/store/lock-pets.js";
import { applyChange } from "../pets/store/pet-table.js";
import { profileBytes } from "../pets/store/pet-bytes.js";
import { findProfiles } from "../pets/store/profile-table.js";
import { updatePets } from "../pets/store/write-pets.js";
import { writeProfiles } from "../pets/store/write-profiles.js";
import type { Batch } from "./import-batches.js";
import { zerosLost } from "./codes.js";
import type { ImportRow } from "./import-row.js";
import { createPlannedChanges, type PlannedRow } from "./planned-changes.js";
import { type BadRow, rowProblem } from "./row-problems.js";

/** A row whose `externalId` belongs to a pet. */
export type OwnedRow = { readonly row: ImportRow; readonly petId: number };

type Update = {
  readonly petId: number;
  readonly line: number;
  readonly externalId: string;
  readonly fields: PetChange;
  readonly attributes: NonNullable<ProfileChange["attributes"]>;
  /** The name of the category, if a dry run would create it. */
  readonly newCategory?: string | undefined;
};

/** How many pets are locked and written at once. */
const CHUNK = 1_000;
/**
 * The maximum size of a chunk in bytes, unless a single pet takes more. Profiles count twice, because an event contains
 * a profile before and after the change.
 */
const CHUNK_BYTES = 4_000_000;

const chunkSql = `SELECT change FROM (
    SELECT pet_id, change, sum(bytes) OVER (ORDER BY pet_id) - bytes AS ahead FROM (
      SELECT pet_id, change, octet_length(change::text) + 2 * coalesce((
        SELECT ${profileBytes} FROM pet_profile WHERE pet_profile.pet_id = import_update.pet_id
      ), 0) AS bytes
      FROM import_update WHERE pet_id > $1::bigint ORDER BY pet_id LIMIT ${CHUNK}
    ) AS next
  ) AS weighed WHERE ahead < ${CHUNK_BYTES} ORDER BY pet_id`;

/**
 * Describes how a row changes its pet. An empty cell clears a value. A field without a column in the file stays
 * unchanged.
 */
const updateOf = ({ row, petId }: OwnedRow, categoryId: number, { texts, attributes }: Batch["columns"]): Update => {
  const { line, pet, profile, isStatusGiven } = row;
  const fields: Readonly<Record<string, unknown>> = pet;
  return {
    petId,
    ...(Number.isNaN(categoryId) && { newCategory: row.category.name }),
    line,
    externalId: profile?.externalId ?? "",
    fields: {
      name: pet.name,
      categoryId,
      ...(isStatusGiven && { status: pet.status }),
      ...Object.fromEntries(texts.map(([field]) => [field, fields[field]])),
    },
    // An attribute that has no column of its own stays unchanged if the row does not set it.
    attributes: { ...Object.fromEntries(attributes.map(([{ name }]) => [name, null])), ...profile?.attributes },
  };
};

type Context = {
  readonly query: Query;
  readonly actor: Actor;
  readonly definitions: Definitions;
  /** The id of the action of this import. */
  readonly actionId: string;
  readonly signal: AbortSignal;
  /** True if nothing is written, and the run only finds what would change and which rows would be refused. */
  readonly isDryRun: boolean;
  readonly columns: Batch["columns"];
  readonly plan: (rows: readonly PlannedRow[]) => void;
};

/**
 * @returns The rows whose pet was deleted, lost its external id or was ordered in the meantime, and the changes of the
 * other rows.
 */
const writeChunk = async (
  { query, actor, definitions, actionId, isDryRun, columns, plan }: Context,
  chunk: readonly Update[],
): Promise<{ readonly bad: BadRow[]; readonly changed: readonly AuditEntry[] }> => {
  const ids = chunk.map(({ petId }) => petId);
  const pets = await lockPets(query, ids, "wait");
  const profiles = await findProfiles(query, ids);
  const reserved = await findReserved(query, ids);
  const bad: BadRow[] = [];
  const entries: AuditEntry[] = [];
  const writes: { petId: number; before: Profile; change: ProfileChange }[] = [];
  const planned: PlannedRow[] = [];
  for (const { petId, line, externalId, fields, attributes, newCategory } of chunk) {
    const [pet, before] = [pets.get(petId), profiles.get(petId)];
    if (pet === undefined || before?.externalId !== externalId) {
      const label = columns.externalId?.label ?? null;
      bad.push({ line, problems: [rowProblem("external_id_moved", label, externalId, { petId })] });
      continue;
    }
    const after = applyChange(pet, fields);
    const orderId = reserved.get(petId);
    if (orderId !== undefined && after.status !== pet.status) {
      const { status } = pet;
      const label = columns.status?.label ?? null;
      bad.push({ line, problems: [rowProblem("reserved", label, after.status, { petId, orderId, status })] });
      continue;
    }
    const problems = zerosLost(columns, before.attributes, attributes);
    if (problems.length > 0) {
      bad.push({ line, problems });
      continue;
    }
    if (isDryRun)
      planned.push({ line, petId, pet: [pet, after], attributes: [before.attributes, attributes], newCategory });
    entries.push(petUpdate(pet, after));
    writes.push({ petId, before, change: { attributes } });
  }
  plan(planned);
  if (isDryRun) return { bad, changed: [] };
  const changed = entries.filter(hasEvent);
  await updatePets(
    query,
    changed.map(({ after }) => after as ReturnType<typeof applyChange>),
  );
  const record = (entry: AuditEntry) => void changed.push(entry);
  await writeProfiles({ query, record }, definitions, writes);
  await insertMembers(query, actor, changed, actionId);
  return { bad, changed };
};

/**
 * Collects the rows that change pets. They are kept in a temporary table, because there may be millions, and because
 * the categories must be locked first.
 */
export const createUpdates = (query: Query) => {
  let isEmpty = true;
  const planned = createPlannedChanges(query);
  const add = async (
    rows: readonly OwnedRow[],
    categoryIdOf: (row: ImportRow) => number,
    columns: Batch["columns"],
  ): Promise<void> => {
    if (rows.length === 0) return;
    isEmpty = false;
    await query(
      "CREATE TEMPORARY TABLE IF NOT EXISTS import_update (pet_id bigint PRIMARY KEY, change jsonb NOT NULL) ON COMMIT DROP",
      [],
    );
    const updates = rows.map((one) => updateOf(one, categoryIdOf(one.row), columns));
    await query(
      `INSERT INTO import_update SELECT (change->>'petId')::bigint, change FROM jsonb_array_elements($1::jsonb) AS change`,
      [JSON.stringify(updates)],
    );
  };
  /**
   * Locks pets in the order of their ids, as all operations do.
   * @returns The rows that could not be written, in no particular order.
   */
  const write = async (
    context: Omit<Context, "plan">,
  ): Promise<{ readonly bad: BadRow[]; readonly parts: readonly StoredPart[] }> => {
    const bad: BadRow[] = [];
    let parts: readonly StoredPart[] = [];
    if (isEmpty) return { bad, parts };
    for (let reached = 0; ; ) {
      context.signal.throwIfAborted();
      const rows = await query<{ change: Update }>(chunkSql, [reached]);
      const chunk = rows.map(({ change }) => change);
      reached = chunk.at(-1)?.petId ?? 0;
      if (reached === 0) return { bad, parts };
      const written = await writeChunk({ ...context, plan: planned.add }, chunk);
      bad.push(...written.bad);
      parts = partsOf(written.changed, parts);
    }
  };
  return { add, write, planned: planned.result };
};
