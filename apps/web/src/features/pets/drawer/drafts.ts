import type { FullPetChange } from "../../../lib/pets/full-pet-change";
import type { PetFields } from "@petstore/contract/client";
import { BulkPetChange as Change, PetFields as Fields } from "@petstore/contract/schemas";
import { z } from "zod";
import {
  initialFields,
  type PetFieldName,
  petFieldNames,
  petFields,
  type TypedFields,
} from "../../../lib/pets/pet-fields";
import { draftsOf, SENT } from "../../../lib/page/drafts";
import { createStore, useStore } from "../../../lib/page/store";
import type { PetDraft } from "./edits";
import type { ProfileDraft } from "./profile-edits";

const typed = Object.fromEntries(
  petFieldNames.map((name) => [name, z.custom(petFields[name].holds).nullable().optional()]),
);

/** A draft that is older than a field of the store lacks that field. */
const Typed = z.object(typed);

const TypedValues = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The draft of an animal's fields. */
export const usePetDraft = draftsOf<PetDraft>("pets", z.object({ base: Typed, changes: Typed }));

/** The draft of a profile's values. */
export const useProfileDraft = draftsOf<ProfileDraft>(
  "profiles",
  z.object({ base: z.record(z.string(), z.unknown()), changes: TypedValues }),
);

/** The draft of a new note about an animal. */
export type NoteDraft = { readonly text: string; readonly isWarning: boolean };

export const noNote: NoteDraft = { text: "", isWarning: false };

const TypedNote = z.object({ text: z.string(), isWarning: z.boolean() });

const useTypedNote = draftsOf<NoteDraft>("notes", TypedNote);

/** Returns the note with a change. A note without text is not kept. */
export const withNote = (note: NoteDraft, change: Partial<NoteDraft>): NoteDraft | undefined => {
  const next = { ...note, ...change };
  return next.text === "" ? undefined : next;
};

/** The draft of a new note about an animal. */
export const useNoteDraft = (petId: number | "new") => {
  const { draft, set, now } = useTypedNote(petId);
  return {
    draft,
    note: draft ?? noNote,
    set,
    now,
    change: (change: Partial<NoteDraft>) => set(withNote(now() ?? noNote, change)),
  };
};

/** The draft of a new text for an existing note. */
export const useNoteText = draftsOf<{ readonly text: string }>("noteTexts", z.object({ text: z.string() }));

/** A Save whose answer was lost. If the draft is unchanged, the next Save sends the same change under the same key. */
export type SentSave = { readonly typed: string; readonly edit: FullPetChange; readonly key: string };

/** A stored change that is older than a field of the store lacks that field, so it is discarded. */
const BothSides = z.looseObject({ from: Fields.nullable(), to: Fields.nullable() });
const isFullChange = (given: unknown) => Change.safeParse(given).success && BothSides.safeParse(given).success;

export const useSentSave = draftsOf<SentSave>(
  SENT,
  z.object({ typed: z.string(), edit: z.custom<FullPetChange>(isFullChange), key: z.string() }),
);

/** The draft of an animal that does not exist yet. */
export type NewPetDraft = Partial<TypedFields> & {
  readonly details?: ProfileDraft["changes"] | undefined;
  readonly note?: NoteDraft | undefined;
  /** A request whose answer was lost. The same fields are sent again under its key. */
  readonly sent?: { readonly body: string; readonly key: string } | undefined;
};

const useTypedNewPet = draftsOf<NewPetDraft>(
  "newPets",
  z.object({
    ...typed,
    details: TypedValues.optional(),
    note: TypedNote.optional(),
    sent: z.object({ body: z.string(), key: z.string() }).optional(),
  }),
);

/**
 * Returns the values with which the next animal begins. These are the values of the last animal without its texts,
 * because animals often arrive together.
 */
export const nextAfter = (pet: PetFields): NewPetDraft => {
  const isText = (name: PetFieldName) => petFields[name].kind === "text";
  return Object.fromEntries(petFieldNames.map((name) => [name, (isText(name) ? initialFields : pet)[name]]));
};

/** The values with which the next animal begins. Nobody has typed them, so they do not count as a draft. */
const beginning = createStore<NewPetDraft | undefined>(undefined);

/** The draft of a new animal. */
export const useNewPetDraft = () => {
  const { draft, set, sayKept } = useTypedNewPet("new");
  const first = useStore(beginning);
  return {
    draft: draft ?? first,
    isTyped: draft !== undefined,
    set,
    sayKept,
    /** Ends the draft. @param next - The values with which the next animal begins. */
    end: (next?: NewPetDraft) => {
      beginning.set(next);
      set(undefined);
    },
  };
};
