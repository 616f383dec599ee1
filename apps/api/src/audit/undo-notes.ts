import type { Note } from "@petstore/contract/routes";
import { lockRows } from "../database/lock-row.js";
import { deletionOf, updateOf } from "../operation/audit-trail.js";
import { judgePast, type Outcome, type PastChange, type PutBack, type PutBackContext } from "../operation/put-back.js";
import { findNote, requireRoom, restoreNote, toNote } from "../pets/store/note-table.js";

/** The fields of a note that a person writes. */
const fields = ["text", "isWarning", "isPinned"] as const;

const putBackOne = async ({ tx, record }: PutBackContext, past: PastChange<Note>, lockedAt: Date): Promise<Outcome> => {
  const { id } = past;
  const row = await tx.note.findUnique({ where: { id } });
  const verdict = judgePast(past, row === null ? undefined : toNote(row), fields);
  if (typeof verdict === "string") return verdict;
  if ("remove" in verdict) {
    await tx.note.delete({ where: { id } });
    record(deletionOf("note", verdict.remove));
  } else if ("restore" in verdict) {
    // Another note of the pet has its external id by now.
    if ((await findNote(tx, verdict.restore)) !== undefined) return "unfit";
    await requireRoom(tx, verdict.restore.petId);
    await restoreNote({ tx, record }, toNote(verdict.restore));
  } else {
    const { text, isWarning, isPinned } = { ...verdict.change, ...verdict.to };
    const data = { text, isWarning, isPinned, updatedAt: lockedAt };
    record(updateOf("note", verdict.change, toNote(await tx.note.update({ where: { id }, data }))));
  }
  return "done";
};

const petOf = ({ before, after }: PastChange<Note>): number => (after ?? before)?.petId ?? 0;

export const putBackNotes: PutBack = async (context, past) => {
  const notes = past as readonly PastChange<Note>[];
  // The locks of the pets prevent concurrent changes of their notes, and deletions of the pets.
  const locks = await lockRows(context.tx, "pet", notes.map(petOf), "update");
  const outcomes: Outcome[] = [];
  for (const one of notes) {
    const lockedAt = locks.get(petOf(one));
    outcomes.push(lockedAt === undefined ? "gone" : await putBackOne(context, one, lockedAt));
  }
  return outcomes;
};
