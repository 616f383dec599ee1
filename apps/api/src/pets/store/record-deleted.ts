import type { Query } from "../../database/query.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { noteBytes, recordDeletedNotes } from "./note-table.js";
import { profileBytes, recordDeletedProfiles } from "./profile-table.js";

type Change = { readonly query: Query; readonly record: RecordChange; readonly memory?: WorkMemory | undefined };

const weighSql = `SELECT
    (SELECT coalesce(sum(${noteBytes}), 0) FROM (
      SELECT text, author FROM note WHERE pet_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
    ) AS locked)::float8 AS notes,
    (SELECT coalesce(sum(${profileBytes}), 0) FROM pet_profile WHERE pet_id = ANY ($1::bigint[]))::float8 AS profiles`;

/**
 * Locks the notes of pets, and records what goes with them. Call it before they are deleted, once they are locked for that.
 * @throws AppError 413, 503 if it takes too much memory
 */
export const recordDeleted = async (change: Change, petIds: readonly number[]): Promise<void> => {
  if (petIds.length === 0) return;
  const [weight] = await change.query<{ notes: number; profiles: number }>(weighSql, [petIds]);
  const { notes = 0, profiles = 0 } = weight ?? {};
  change.memory?.hold({ pets: petIds.length, bytes: notes + profiles });
  if (notes > 0) await recordDeletedNotes(change, petIds);
  if (profiles > 0) await recordDeletedProfiles(change, petIds);
};
