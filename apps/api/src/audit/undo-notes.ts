import type { LeftByUndo, Note } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { deletionOf, type RecordChange, updateOf } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import { lockPets } from "../pets/store/lock-pets.js";
import { requireRoom, restoreNotes, toNote } from "../pets/store/note-table.js";

/** What an event says of a note that it wrote, changed, deleted or restored. */
export type PastNote = {
  readonly id: number;
  /** The name of its pet. */
  readonly name: string | null;
  readonly before: Note | null;
  readonly after: Note | null;
};

type Context = { readonly tx: Transaction; readonly query: Query; readonly record: RecordChange };

/** What a person writes of a note. */
const fields = ["text", "isWarning", "isPinned"] as const;

const isSame = (one: Note, other: Note, names: readonly (typeof fields)[number][]) =>
  names.every((name) => one[name] === other[name]);

type Outcome = "done" | LeftByUndo["reason"];

const petOf = ({ before, after }: PastNote): number => (after ?? before)?.petId ?? 0;

const undoOne = async ({ tx, query, record }: Context, past: PastNote): Promise<Outcome> => {
  const { id, before, after } = past;
  const row = await tx.note.findUnique({ where: { id } });
  const now = row && toNote(row);
  if (before === null) {
    if (now === null || after === null) return "done";
    if (!isSame(now, after, fields)) return "changed";
    await tx.note.delete({ where: { id } });
    record(deletionOf("note", now));
    return "done";
  }
  if (after === null) {
    if (now !== null) return isSame(now, before, fields) ? "done" : "changed";
    await requireRoom(query, before.petId);
    await restoreNotes({ query, record }, [before]);
    return "done";
  }
  if (now === null) return "gone";
  const changed = fields.filter((name) => before[name] !== after[name]);
  if (isSame(now, before, changed)) return "done";
  if (!isSame(now, after, changed)) return "changed";
  const data = { ...Object.fromEntries(changed.map((name) => [name, before[name]])), updatedAt: new Date() };
  record(updateOf("note", now, toNote(await tx.note.update({ where: { id }, data }))));
  return "done";
};

/** @param past - Each of another note. @returns what was left */
export const undoNotes = async (context: Context, past: readonly PastNote[]): Promise<LeftByUndo[]> => {
  const left: LeftByUndo[] = [];
  // The locks of the pets keep changes of their notes apart, and deletions of the pets.
  const pets = await lockPets(context.query, past.map(petOf), "wait");
  for (const one of past) {
    const outcome = pets.has(petOf(one)) ? await undoOne(context, one) : "gone";
    if (outcome !== "done") left.push({ subject: { kind: "note", id: one.id }, name: one.name, reason: outcome });
  }
  return left;
};
