import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import { created } from "../../operation/resource-answers.js";
import { requirePet } from "../require-pet.js";
import { writeNote } from "../store/note-table.js";

export const createNote =
  (): Operation<typeof contract.notes.createNote> =>
  async ({ params: { petId }, body }, context) => {
    await requirePet(queryOf(context.tx), { petId, ifMatch: undefined, lockedFor: "change" });
    return created(`/pets/${petId}/notes`, await writeNote(context, petId, body));
  };
