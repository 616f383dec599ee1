import type { contract } from "@petstore/contract/routes";
import { noteNeverDeleted } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { lockPet } from "../require-pet.js";
import { findDeletedNote, requireRoom, restoreNote as insertAgain, toNote } from "../store/note-table.js";

export const restoreNote =
  (): Operation<typeof contract.notes.restoreNote> =>
  async ({ body: { id } }, { tx, record }) => {
    const known = await findDeletedNote(tx, id);
    if (known === undefined) throw noteNeverDeleted(id);
    await lockPet(tx, known.petId);
    const existing = await tx.note.findUnique({ where: { id } });
    if (existing !== null) return { status: 200, body: toNote(existing) };
    await requireRoom(tx, known.petId);
    // Reads the note again under the lock, because somebody may have restored it and deleted it again in the meantime.
    const deleted = (await findDeletedNote(tx, id)) ?? known;
    await insertAgain({ tx, record }, deleted);
    return { status: 200, body: deleted };
  };
