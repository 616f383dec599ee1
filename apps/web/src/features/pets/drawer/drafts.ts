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

/** A draft of before the store got a field is one without it. */
const Typed = z.object(typed);

const TypedValues = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The fields of an animal as they are typed. */
export const usePetDraft = draftsOf<PetDraft>("pets", z.object({ base: Typed, changes: Typed }));

/** The values of a profile as they are typed. */
export const useProfileDraft = draftsOf<ProfileDraft>(
  "profiles",
  z.object({ base: z.record(z.string(), z.unknown()), changes: TypedValues }),
);

/** What was typed as a new note of an animal. */
export type NoteDraft = { readonly text: string; readonly isWarning: boolean };

const noNote: NoteDraft = { text: "", isWarning: false };

const useTypedNote = draftsOf<NoteDraft>("notes", z.object({ text: z.string(), isWarning: z.boolean() }));

/** A new note of an animal as it is typed; nothing is kept of one without text. */
export const useNoteDraft = (petId: number) => {
  const { draft, set, now } = useTypedNote(petId);
  return {
    draft,
    note: draft ?? noNote,
    set,
    now,
    change: (change: Partial<NoteDraft>) => {
      const next = { ...(now() ?? noNote), ...change };
      set(next.text === "" ? undefined : next);
    },
  };
};

/** The text of a note that is there, as it is typed over it. */
export const useNoteText = draftsOf<{ readonly text: string }>("noteTexts", z.object({ text: z.string() }));

/** A Save whose answer was lost: while nothing else is typed, the same change is sent again under its key. */
export type SentSave = { readonly typed: string; readonly edit: FullPetChange; readonly key: string };

/** A change that was kept before the store got a field lacks it, and is forgotten. */
const BothSides = z.looseObject({ from: Fields.nullable(), to: Fields.nullable() });
const isFullChange = (given: unknown) => Change.safeParse(given).success && BothSides.safeParse(given).success;

export const useSentSave = draftsOf<SentSave>(
  SENT,
  z.object({ typed: z.string(), edit: z.custom<FullPetChange>(isFullChange), key: z.string() }),
);

/** What was typed for an animal that does not exist yet. */
export type NewPetDraft = Partial<TypedFields> & {
  readonly details?: ProfileDraft["changes"] | undefined;
  /** A request whose answer was lost: the same fields are sent again under its key. */
  readonly sent?: { readonly body: string; readonly key: string } | undefined;
};

const useTypedNewPet = draftsOf<NewPetDraft>(
  "newPets",
  z.object({
    ...typed,
    details: TypedValues.optional(),
    sent: z.object({ body: z.string(), key: z.string() }).optional(),
  }),
);

/** Animals often arrive together: the next one has all but the texts of the one before. */
export const nextAfter = (pet: PetFields): NewPetDraft => {
  const isText = (name: PetFieldName) => petFields[name].kind === "text";
  return Object.fromEntries(petFieldNames.map((name) => [name, (isText(name) ? initialFields : pet)[name]]));
};

/** What the next animal begins with. Nobody has typed it, so that it is no draft. */
const beginning = createStore<NewPetDraft | undefined>(undefined);

/** A new animal as it is typed. */
export const useNewPetDraft = () => {
  const { draft, set, sayKept } = useTypedNewPet("new");
  const first = useStore(beginning);
  return {
    draft: draft ?? first,
    isTyped: draft !== undefined,
    set,
    sayKept,
    /** Ends the draft. @param next - What the next animal begins with. */
    end: (next?: NewPetDraft) => {
      beginning.set(next);
      set(undefined);
    },
  };
};
