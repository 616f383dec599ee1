import type { PetFields } from "@petstore/contract/client";
import { z } from "zod";
import {
  initialFields,
  type PetFieldName,
  petFieldNames,
  petFields,
  type TypedFields,
} from "../../../lib/pets/pet-fields";
import { useAccount } from "../../../lib/session/roles";
import { createStore, type Store, useStore } from "../../../lib/page/store";
import type { PetDraft } from "./edits";
import type { ProfileDraft } from "./profile-edits";

const typed = Object.fromEntries(
  petFieldNames.map((name) => [name, z.custom(petFields[name].holds).nullable().optional()]),
);

/** A draft of before the store got a field is one without it. */
const Typed = z.object(typed);

const TypedValues = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const ProfileChanges = z.object({ base: z.record(z.string(), z.unknown()), changes: TypedValues });

const NewDraft = z.object({
  ...typed,
  details: TypedValues.optional(),
  /** A request whose answer was lost: the same fields are sent again under its key. */
  sent: z.object({ body: z.string(), key: z.string() }).optional(),
});

/** What was typed for an animal that does not exist yet. */
export type NewPetDraft = Partial<TypedFields> & {
  readonly details?: ProfileDraft["changes"] | undefined;
  readonly sent?: { readonly body: string; readonly key: string } | undefined;
};

/** Animals often arrive together: the next one has all but the texts of the one before. */
export const nextAfter = (pet: PetFields): NewPetDraft => {
  const isText = (name: PetFieldName) => petFields[name].kind === "text";
  return Object.fromEntries(petFieldNames.map((name) => [name, (isText(name) ? initialFields : pet)[name]]));
};

const NoteDraft = z.object({ text: z.string(), isWarning: z.boolean() });

/** What was typed as a new note of an animal. */
type NoteDraft = { readonly text: string; readonly isWarning: boolean };

const noNote: NoteDraft = { text: "", isWarning: false };

const Drafts = z.object({
  edits: z.record(z.string(), z.object({ base: Typed, changes: Typed })),
  profiles: z.record(z.string(), ProfileChanges).optional(),
  notes: z.record(z.string(), NoteDraft).optional(),
  added: NewDraft.optional(),
});
type Drafts = {
  readonly edits: Readonly<Record<string, PetDraft>>;
  readonly profiles?: Readonly<Record<string, ProfileDraft>> | undefined;
  readonly notes?: Readonly<Record<string, NoteDraft>> | undefined;
  readonly added?: NewPetDraft | undefined;
};

const parse = (text: string | null): Drafts => {
  try {
    const parsed = Drafts.safeParse(JSON.parse(text ?? "null"));
    return parsed.success ? parsed.data : { edits: {} };
  } catch {
    return { edits: {} };
  }
};

const stores = new Map<string, Store<Drafts>>();

/** Survives closing the drawer and reloading the page; it ends with the tab. */
const storeOf = (account: number | string): Store<Drafts> => {
  const name = `animal-drafts-${account}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const store = createStore(parse(sessionStorage.getItem(name)));
  store.subscribe(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(store.get()));
    } catch {
      // Storage is full or off: drafts last as long as the page.
    }
  });
  stores.set(name, store);
  return store;
};

export const usePetDraft = (id: number) => {
  const store = storeOf(useAccount().id);
  const draft = useStore(store).edits[id];
  const setDraft = (next: PetDraft | undefined) => {
    const { [id]: _, ...others } = store.get().edits;
    store.set({ ...store.get(), edits: next === undefined ? others : { ...others, [id]: next } });
  };
  return [draft, setDraft] as const;
};

export const useProfileDraft = (id: number) => {
  const store = storeOf(useAccount().id);
  const draft = useStore(store).profiles?.[id];
  const setDraft = (next: ProfileDraft | undefined) => {
    const { [id]: _, ...others } = store.get().profiles ?? {};
    store.set({ ...store.get(), profiles: next === undefined ? others : { ...others, [id]: next } });
  };
  return [draft, setDraft] as const;
};

/** A new note of an animal as it is typed; nothing is kept of one without text. */
export const useNoteDraft = (petId: number) => {
  const store = storeOf(useAccount().id);
  const draft = useStore(store).notes?.[petId] ?? noNote;
  const setDraft = (change: Partial<NoteDraft>, of = petId) => {
    const { [of]: before = noNote, ...others } = store.get().notes ?? {};
    const next = { ...before, ...change };
    store.set({ ...store.get(), notes: next.text === "" ? others : { ...others, [of]: next } });
  };
  return [draft, setDraft] as const;
};

export const useNewPetDraft = () => {
  const store = storeOf(useAccount().id);
  const draft = useStore(store).added;
  const setDraft = (added: NewPetDraft | undefined) => store.set({ ...store.get(), added });
  return [draft, setDraft] as const;
};
