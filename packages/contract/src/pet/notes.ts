import { initContract } from "@ts-rest/core";
import { entityTag } from "../http/conditional-requests.js";
import { PetPath } from "../http/identifiers.js";
import { replayed } from "../http/idempotency.js";
import type { RouteMetadata } from "../http/metadata.js";
import { bites, vaccinated } from "../examples.js";
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
const taken = "another note of the pet has the `externalId`";
const tooMany = `The pet has ${MAX_NOTES.toLocaleString("en")} notes, or ${taken} (\`conflict\`); or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`;
const refusals = {
  codes: { 409: ["conflict", "idempotency_key_in_use"] },
  messages: { conflict: `pet 123 already has the maximum of ${MAX_NOTES} notes; delete one first` },
} as const;

const create = note.create({
  body: NewNote,
  request: {
    warning: { text: bites.text, isWarning: true },
    plain: { text: "Loves carrots." },
    synced: { text: "Vaccinated against rabies.", externalId: "V-2031" },
  },
  summary: "Create a note",
  description: `Writes a note about the pet, which has at most ${MAX_NOTES.toLocaleString("en")}. The author of the note is the caller.`,
  meanings: { 404: noPet, 409: tooMany },
  ...refusals,
});

/** The routes of notes. */
export const notes = initContract().router(
  {
    listPetNotes: note.list({
      schema: Notes,
      query: PetNoteQuery,
      summary: "List the notes of a pet",
      description:
        "Returns a page of the pet's notes: first the pinned ones, then the others, in both cases the newest first.",
      meanings: { 404: noPet },
    }),
    createNote: {
      ...create,
      responses: { 200: Note, ...create.responses },
      metadata: {
        ...create.metadata,
        statusMeanings: {
          200: "A note of the pet has the `externalId`, and the same other fields: nothing was written.",
          ...create.metadata.statusMeanings,
        },
        headers: {
          200: { ETag: entityTag, "Idempotent-Replayed": replayed },
          ...create.metadata.headers,
        },
        examples: { ...create.metadata.examples, 200: { vaccinated } },
        links: { 200: create.metadata.links[201], ...create.metadata.links },
      } as const satisfies RouteMetadata,
    },
    getNote: note.get(),
    updateNote: note.update({
      body: NoteChange,
      request: { pin: { isPinned: true }, text: { text: "Bites cats." } },
      examples: { bites: { ...bites, isPinned: true } },
      description:
        "Changes those fields of the note that are in the body. Every caller who may write notes can change any note, and the author stays the same.",
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
