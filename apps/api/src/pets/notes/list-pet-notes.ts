import type { contract } from "@petstore/contract/routes";
import type { Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import { requirePet } from "../require-pet.js";
import type { NoteResource } from "./note-resource.js";

export const listPetNotes = (
  { database }: ResourceDeps,
  notes: NoteResource,
): Operation<typeof contract.notes.listPetNotes> => {
  return async (request) => {
    const page = await notes.list(request);
    const { petId } = request.params;
    if (page.body.length === 0) await requirePet(database.reads.db, petId);
    return page;
  };
};
