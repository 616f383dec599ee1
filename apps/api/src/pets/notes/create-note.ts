import type { contract } from "@petstore/contract/routes";
import type { Operation } from "../../operation/operation.js";
import { created, updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { writeNote } from "../store/note-table.js";

export const createNote =
  (): Operation<typeof contract.notes.createNote> =>
  async ({ params: { petId }, body }, context) => {
    const lockedAt = await lockPet(context.tx, petId);
    const { note, isNew } = await writeNote(context, { petId, lockedAt }, body, "body");
    return isNew ? created(`/pets/${petId}/notes`, note) : updated(note);
  };
