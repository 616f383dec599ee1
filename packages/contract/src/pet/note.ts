import * as z from "zod";
import { personal } from "../http/personal.js";
import { Actor } from "../event/audit-event.js";
import { bites } from "../examples.js";
import { Id, listIds, listTexts, PetPath, TextId } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { Cursor, Limit } from "../http/paging.js";
import { MAX_LISTED_IDS } from "./pet-request-limits.js";
import { ExternalId, linesPattern, textOf, textRules } from "./profile.js";
import { Flag, rule } from "../http/rules.js";

/** The maximum number of notes of a pet. */
export const MAX_NOTES = 1_000;

const flag = z.boolean(rule("must be true or false"));

/** The fields that a client can set and change. */
const changeable = {
  text: personal(
    textOf(textRules.longText).meta({
      description: "The text, which may have several lines.",
      examples: [bites.text],
      minLength: 1,
      maxLength: 5_000,
      pattern: linesPattern,
    }),
    "kept",
  ),
  isWarning: flag.meta({ description: "Whether staff must read the note before anything else.", examples: [true] }),
  isPinned: flag.meta({ description: "Whether the note comes before the other notes of its pet." }),
};

const externalIdText = "The note's identifier in another system, unique among the notes of its pet";

/** A note that staff keep about a pet. */
export const Note = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [7] }),
    petId: Id.meta({ description: "Identifier of the pet.", examples: [123] }),
    ...changeable,
    externalId: ExternalId.nullable().meta({
      description: `${externalIdText}; null if it has none.`,
      examples: ["V-2031"],
    }),
    author: Actor.meta({ description: "Who wrote it: accounts by their name at that time." }),
    createdAt: moment.meta({ description: "When it was written, in UTC.", examples: [bites.createdAt] }),
    updatedAt: moment.meta({ description: "When it last changed, in UTC.", examples: [bites.updatedAt] }),
  })
  .meta({ id: "Note", description: "A note that staff keep about a pet." });
/** See the schema of the same name. */
export type Note = z.infer<typeof Note>;

/** A page of notes. */
export const Notes = z.array(Note).meta({ id: "Notes", description: "A page of notes." });

const { isWarning, isPinned, text } = z.object(changeable).partial().shape;

/** Request body for writing a note. */
export const NewNote = z
  .strictObject(
    {
      text: changeable.text,
      isWarning,
      isPinned,
      externalId: ExternalId.optional().meta({
        description: `${externalIdText}, which makes it safe to send the note again. If a note of the pet has it already, that note is returned if its other fields are the same, and otherwise the response is 409. It cannot be changed later.`,
        examples: ["V-2031"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewNote",
    description: "A note to write. `isWarning` and `isPinned` are `false` when omitted.",
    examples: [{ text: bites.text, isWarning: true }],
  });
/** See the schema of the same name. */
export type NewNote = z.infer<typeof NewNote>;

/** Request body for changing a note. */
export const NoteChange = z.strictObject({ text, isWarning, isPinned }, rule("must be a JSON object")).meta({
  id: "NoteChange",
  description: "The fields of a note to change.",
  examples: [{ isPinned: true }],
});

/** Path parameters of one note. */
export const NotePath = z.strictObject({
  ...PetPath.shape,
  noteId: TextId.meta({ description: "Identifier of the note.", examples: [7] }),
});

/** The page of a pet's notes. */
export const PetNoteQuery = z.strictObject({ limit: Limit, cursor: Cursor.optional() });

/** The filters and the page of notes of all pets. */
export const NoteQuery = z.strictObject({
  limit: Limit,
  petId: listIds(MAX_LISTED_IDS)
    .optional()
    .meta({
      description: `Filters by pet: up to ${MAX_LISTED_IDS} ids, one parameter each (\`petId=1&petId=2\`).`,
      examples: [[123, 124]],
    }),
  externalId: listTexts(ExternalId, MAX_LISTED_IDS)
    .optional()
    .meta({
      description: `Filters by the identifier in another system: up to ${MAX_LISTED_IDS}, one parameter each.`,
      examples: [["V-2031"]],
    }),
  isWarning: Flag.optional().meta({ description: "Filters by whether it is a warning.", examples: [true] }),
  cursor: Cursor.optional(),
});
