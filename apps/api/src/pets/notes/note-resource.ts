import { Note } from "@petstore/contract/routes";
import { resource, type ResourceDeps } from "../../operation/resource.js";

export const noteResource = (deps: ResourceDeps) =>
  resource(deps, {
    kind: "note",
    model: "note",
    path: "/pets/:petId/notes",
    parent: "petId",
    schema: Note,
    order: ["isPinned", "id"],
    isDescending: true,
    touched: "updatedAt",
  });

export type NoteResource = ReturnType<typeof noteResource>;
