import type { contract } from "@petstore/contract/routes";
import { noteExternalIdTakenMeanwhile, noteNeverDeleted } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { findDeletedNote, findNote, requireRoom, restoreNote as insertAgain, toNote } from "../store/note-table.js";

export const restoreNote =
  (): Operation<typeof contract.notes.restoreNote> =>
  async ({ params }, { tx, record }) => {
    const { petId, noteId: id } = params;
    await lockPet(tx, petId);
    const existing = await tx.note.findUnique({ where: { id, petId } });
    if (existing !== null) return updated(toNote(existing));
    // The note is read under the lock, because somebody may restore it and delete it again in the meantime.
    const deleted = await findDeletedNote(tx, id);
    if (deleted?.petId !== petId) throw noteNeverDeleted(params);
    const other = await findNote(tx, deleted);
    if (other !== undefined) throw noteExternalIdTakenMeanwhile(id, other.id);
    await requireRoom(tx, petId);
    await insertAgain({ tx, record }, deleted);
    return updated(deleted);
  };
