import { type Actor, MAX_NOTES, type NewNote, Note } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import { jsonSlices } from "../../database/json-slices.js";
import { tooManyNotes } from "../../errors.js";
import { creationOf, deletionOf, type RecordChange } from "../../operation/audit-trail.js";
import { byteGroups, bytesOf } from "../../operation/byte-groups.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { type Row, rowsOf } from "../../operation/resource-rows.js";
import { deletedBytes, lastDeletionOf } from "./pet-bytes.js";

export const { columns: noteColumns, toOne: toNote } = rowsOf(Note);

type Change = { readonly query: Query; readonly record: RecordChange };

/** @param query - Of a transaction that locks the pet. @throws AppError 409 if it has as many as it can have. */
export const requireRoom = async (query: Query, petId: number): Promise<void> => {
  const sql = "SELECT count(*)::integer AS count FROM note WHERE pet_id = $1::bigint";
  const [row] = await query<{ count: number }>(sql, [petId]);
  if ((row?.count ?? 0) >= MAX_NOTES) throw tooManyNotes(petId);
};

/** The audit trail names an account by the address that it signs in with, which is not for everyone who reads notes. */
const authorOf = async (tx: Transaction, actor: Actor): Promise<Actor> => {
  if (actor.kind !== "account") return actor;
  const account = await tx.account.findUnique({ where: { id: actor.id ?? 0 }, select: { name: true } });
  return { ...actor, name: account?.name ?? `account ${actor.id}` };
};

/** Writes a note about a pet, which the transaction locks. @throws AppError 409 if it has as many as it can have */
export const writeNote = async (
  { tx, caller, record }: Pick<MutationContext, "tx" | "caller" | "record">,
  petId: number,
  { text, isWarning = false, isPinned = false }: NewNote,
): Promise<Note> => {
  await requireRoom(queryOf(tx), petId);
  const author = await authorOf(tx, caller.actor);
  const after = toNote(await tx.note.create({ data: { petId, text, isWarning, isPinned, author } }));
  record(creationOf("note", after));
  return after;
};

/** Records the notes of pets, which are locked. Call it before the pets are deleted, once the notes are weighed. */
export const recordDeletedNotes = async ({ query, record }: Change, petIds: readonly number[]): Promise<void> => {
  const sql = `SELECT ${noteColumns.sql} FROM note WHERE pet_id = ANY ($1::bigint[]) ORDER BY id`;
  for (const row of await query<Row>(sql, [petIds])) record(deletionOf("note", toNote(row)));
};

/** @returns the note as it was when it was last deleted, by the audit trail */
export const findDeletedNote = async (query: Query, noteId: number): Promise<Note | undefined> => {
  const sql = `SELECT before FROM audit_event WHERE subject_kind = 'note' AND subject_id = $1::bigint
    AND action = 'note.delete' ORDER BY at DESC, id DESC LIMIT 1`;
  const [row] = await query<{ before: Note }>(sql, [noteId]);
  return row?.before;
};

/**
 * The notes that were deleted with pets: what one transaction deletes has the same time. All notes of those times are read
 * once and joined. A look for each pet would read them once for each: 34 s for a thousand pets with ten notes.
 * @param select - Of `pet` and of the event.
 */
const deletedWithSql = (select: string) => `
  WITH pet AS MATERIALIZED (SELECT id, ${lastDeletionOf("wanted.id")} AS deleted_at FROM unnest($1::bigint[]) AS wanted (id))
  SELECT ${select} FROM pet JOIN audit_event AS deletion
    ON (deletion.before ->> 'petId')::bigint = pet.id AND deletion.at = pet.deleted_at
  WHERE deletion.action = 'note.delete' AND deletion.at = ANY (ARRAY(SELECT DISTINCT deleted_at FROM pet))`;

const restoreSql = `
  INSERT INTO note (id, pet_id, text, is_warning, is_pinned, author, created_at, updated_at)
  SELECT id, "petId", text, "isWarning", "isPinned", author, "createdAt", "updatedAt" FROM jsonb_to_recordset($1::jsonb)
    AS given (id bigint, "petId" bigint, text text, "isWarning" boolean, "isPinned" boolean, author jsonb,
      "createdAt" timestamptz, "updatedAt" timestamptz)
  RETURNING ${noteColumns.sql}`;

/** Inserts deleted notes under their old ids. @param query - Of a transaction that locks their pets. */
export const restoreNotes = async ({ query, record }: Change, deleted: readonly Note[]): Promise<Note[]> => {
  const notes: Note[] = [];
  for (const slice of jsonSlices(deleted)) notes.push(...(await query<Row>(restoreSql, [slice.json])).map(toNote));
  for (const after of notes)
    record({ action: "note.restore", subject: { kind: "note", id: after.id }, before: null, after });
  return notes;
};

/** Restores the notes that were deleted with pets. Call it once the pets are restored. @throws AppError 413, 503 */
export const restoreNotesOf = async (
  change: Change & { readonly memory?: WorkMemory | undefined },
  petIds: readonly number[],
): Promise<void> => {
  if (petIds.length === 0) return;
  const sizeSql = `${deletedWithSql(`pet.id::float8 AS "petId", sum(${deletedBytes})::float8 AS bytes`)}
    GROUP BY pet.id ORDER BY pet.id`;
  const weights = await change.query<{ petId: number; bytes: number }>(sizeSql, [petIds]);
  const weighed = weights.map(({ petId, bytes }) => ({ id: petId, bytes }));
  if (weighed.length === 0) return;
  change.memory?.hold({ pets: petIds.length, bytes: bytesOf(weighed) });
  for (const group of byteGroups(weighed)) {
    const deleted = await change.query<{ before: Note }>(`${deletedWithSql("before")} ORDER BY deletion.id`, [group]);
    await restoreNotes(
      change,
      deleted.map(({ before }) => before),
    );
  }
};
