import { initContract } from "@ts-rest/core";
import { PetPath } from "../http/identifiers.js";
import { bites } from "../examples.js";
import { MAX_NOTES, NewNote, Note, NoteChange, NotePath, NoteQuery, Notes, PetNoteQuery } from "./note.js";
import { resource } from "../http/resource.js";

const usual = {
  one: "note",
  many: "notes",
  schema: Note,
  examples: { bites },
  reader: "write",
  takesActionKey: true,
} as const;

const note = resource({ ...usual, path: "/pets/:petId/notes", parent: PetPath, pathParams: NotePath });
const anyNote = resource({ ...usual, path: "/notes", pathParams: NotePath });

const noPet = "There is no pet with this id.";
const tooMany = `The pet has ${MAX_NOTES.toLocaleString("en")} notes (\`conflict\`), or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`;
const refusals = {
  codes: { 409: ["conflict", "idempotency_key_in_use"] },
  messages: { conflict: `pet 123 has ${MAX_NOTES} notes, the maximum; delete one first` },
} as const;

/** The routes of notes. */
export const notes = initContract().router(
  {
    listPetNotes: note.list({
      schema: Notes,
      query: PetNoteQuery,
      summary: "List the notes of a pet",
      description: "Returns a page of the pet's notes: pinned ones first, each newest first.",
      meanings: { 404: noPet },
    }),
    createNote: note.create({
      body: NewNote,
      request: { warning: { text: bites.text, isWarning: true }, plain: { text: "Loves carrots." } },
      summary: "Create a note",
      description: `Writes a note about the pet, which has at most ${MAX_NOTES.toLocaleString("en")}. The author of the note is the caller.`,
      meanings: { 404: noPet, 409: tooMany },
      ...refusals,
    }),
    getNote: note.get(),
    updateNote: note.update({
      body: NoteChange,
      request: { pin: { isPinned: true }, text: { text: "Bites cats." } },
      examples: { bites: { ...bites, isPinned: true } },
      description:
        "Changes the fields of the note that the body has. Every caller who may write notes may change all of them; a change does not change the author.",
    }),
    deleteNote: note.delete({ description: "Deletes a note. `POST` to its path with `/restore` brings it back." }),
    listNotes: anyNote.list({
      schema: Notes,
      query: NoteQuery,
      description:
        "Returns a page of the notes of all pets, newest first. Its filters make it possible to read the warnings of a whole page of pets in one request.",
    }),
    restoreNote: note.restore({
      description:
        "Brings a deleted note back as it was, under its id and with its author, as long as the audit trail has its deletion. A note that exists is returned as it is. Restoring a deleted pet restores the notes that were deleted with it.",
      meanings: {
        404: "The pet has no record of a deleted note with this id, or the pet does not exist.",
        409: tooMany,
      },
      ...refusals,
      messages: { ...refusals.messages, not_found: "note 7 of pet 123 was never deleted" },
    }),
  },
  { strictStatusCodes: true },
);
