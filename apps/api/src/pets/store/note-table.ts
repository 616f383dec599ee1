import { type Actor, MAX_NOTES, type NewNote, Note } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { jsonSlices } from "../../database/json-slices.js";
import { type BodyPlace, noteExternalIdTaken, tooManyNotes } from "../../errors.js";
import { type AuditEntry, creationOf, deletionOf } from "../../operation/audit-trail.js";
import { byteGroups, bytesOf } from "../../operation/byte-groups.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import type { WorkMemory } from "../../operation/work-memory.js";
import { shapeRow } from "../../operation/shape-row.js";
import { deletedBytes, lastDeletionOf } from "./pet-bytes.js";

export const toNote = shapeRow(Note);

type Change = Pick<MutationContext, "tx" | "record">;

/**
 * @param tx - A transaction that has locked the pet.
 * @throws AppError 409 if the pet has the maximum number of notes.
 */
export const requireRoom = async (tx: Transaction, petId: number): Promise<void> => {
  if ((await tx.note.count({ where: { petId } })) >= MAX_NOTES) throw tooManyNotes(petId);
};

/** The audit trail contains the e-mail address of an account, which not everyone who reads notes may see. */
const authorOf = async (tx: Transaction, actor: Actor): Promise<Actor> => {
  if (actor.kind !== "account") return actor;
  const account = await tx.account.findUnique({ where: { id: actor.id ?? 0 }, select: { name: true } });
  return { ...actor, name: account?.name ?? `account ${actor.id}` };
};

/** A pet that the transaction has locked, and the time of the lock. */
export type LockedPet = { readonly petId: number; readonly lockedAt: Date };

/** @returns the note of the pet that has the external id */
export const findNote = async (
  tx: Transaction,
  { petId, externalId }: { readonly petId: number; readonly externalId?: string | null | undefined },
): Promise<Note | undefined> => {
  if (externalId === undefined || externalId === null) return undefined;
  const row = await tx.note.findUnique({ where: { externalId_petId: { externalId, petId } } });
  return row === null ? undefined : toNote(row);
};

/**
 * Writes a note about a pet. A note with the external id that has the same fields counts as written.
 * @param place - The place of the note in the request.
 * @throws AppError 409 if the pet has the maximum number of notes, or if a note with the external id differs
 */
export const writeNote = async (
  { tx, caller, record }: Pick<MutationContext, "tx" | "caller" | "record">,
  { petId, lockedAt }: LockedPet,
  { text, isWarning = false, isPinned = false, externalId }: NewNote,
  place: BodyPlace,
): Promise<{ readonly note: Note; readonly isNew: boolean }> => {
  const known = await findNote(tx, { petId, externalId });
  if (known !== undefined) {
    const isSame = known.text === text && known.isWarning === isWarning && known.isPinned === isPinned;
    if (!isSame) throw noteExternalIdTaken(place, known.id);
    return { note: known, isNew: false };
  }
  await requireRoom(tx, petId);
  const author = await authorOf(tx, caller.actor);
  const times = { createdAt: lockedAt, updatedAt: lockedAt };
  const data = { petId, text, isWarning, isPinned, externalId: externalId ?? null, author, ...times };
  const note = toNote(await tx.note.create({ data }));
  record(creationOf("note", note));
  return { note, isNew: true };
};

/**
 * Records the notes of pets that the transaction has locked. Call it before the pets are deleted, after the size of the
 * notes was measured.
 */
export const recordDeletedNotes = async ({ tx, record }: Change, petIds: readonly number[]): Promise<void> => {
  const notes = await tx.note.findMany({ where: { petId: { in: [...petIds] } }, orderBy: { id: "asc" } });
  for (const note of notes) record(deletionOf("note", toNote(note)));
};

/** @returns the note as it was at its last deletion, from the audit trail */
export const findDeletedNote = async (tx: Transaction, noteId: number): Promise<Note | undefined> => {
  const event = await tx.auditEvent.findFirst({
    where: { subjectKind: "note", subjectId: noteId, action: "note.delete" },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { before: true },
  });
  return event === null ? undefined : toNote(event.before as Note);
};

/**
 * Selects the notes that were deleted together with pets: everything that a transaction deletes has the same time. All
 * notes with those times are read once and joined. If they were looked up for each pet, they would be read again each
 * time: this took 34 s for a thousand pets with ten notes.
 * @param select - The columns to select, of `pet` and of the event.
 */
const deletedWithSql = (select: string) => `
  WITH pet AS MATERIALIZED (SELECT id, ${lastDeletionOf("wanted.id")} AS deleted_at FROM unnest($1::bigint[]) AS wanted (id))
  SELECT ${select} FROM pet JOIN audit_event AS deletion
    ON (deletion.before ->> 'petId')::bigint = pet.id AND deletion.at = pet.deleted_at
  WHERE deletion.action = 'note.delete' AND deletion.at = ANY (ARRAY(SELECT DISTINCT deleted_at FROM pet))`;

const restoreSql = `
  INSERT INTO note (id, pet_id, text, is_warning, is_pinned, external_id, author, created_at, updated_at)
  SELECT id, "petId", text, "isWarning", "isPinned", "externalId", author, "createdAt", "updatedAt"
  FROM jsonb_to_recordset($1::jsonb)
    AS given (id bigint, "petId" bigint, text text, "isWarning" boolean, "isPinned" boolean, "externalId" text,
      author jsonb, "createdAt" timestamptz, "updatedAt" timestamptz)`;

const noteRestoration = (after: Note): AuditEntry => ({
  action: "note.restore",
  subject: { kind: "note", id: after.id },
  before: null,
  after,
});

/** Inserts a deleted note with its old id. @param change - Its transaction has locked the pet. */
export const restoreNote = async ({ tx, record }: Change, deleted: Note): Promise<void> => {
  await tx.note.create({ data: deleted });
  record(noteRestoration(deleted));
};

/** Inserts deleted notes with their old ids. There may be tens of thousands. */
const restoreNotes = async ({ tx, record }: Change, deleted: readonly Note[]): Promise<void> => {
  const query = queryOf(tx);
  for (const { json } of jsonSlices(deleted)) await query(restoreSql, [json]);
  for (const one of deleted) record(noteRestoration(one));
};

/**
 * Restores the notes that were deleted together with pets. Call it after the pets are restored.
 * @throws AppError 413, 503
 */
export const restoreNotesOf = async (
  change: Change & { readonly memory?: WorkMemory | undefined },
  petIds: readonly number[],
): Promise<void> => {
  if (petIds.length === 0) return;
  const sizeSql = `${deletedWithSql(`pet.id::float8 AS "petId", sum(${deletedBytes})::float8 AS bytes`)}
    GROUP BY pet.id ORDER BY pet.id`;
  const query = queryOf(change.tx);
  const weights = await query<{ petId: number; bytes: number }>(sizeSql, [petIds]);
  const weighed = weights.map(({ petId, bytes }) => ({ id: petId, bytes }));
  if (weighed.length === 0) return;
  change.memory?.hold({ pets: petIds.length, bytes: bytesOf(weighed) });
  for (const group of byteGroups(weighed)) {
    const deleted = await query<{ before: Note }>(`${deletedWithSql("before")} ORDER BY deletion.id`, [group]);
    await restoreNotes(
      change,
      deleted.map(({ before }) => toNote(before)),
    );
  }
};
