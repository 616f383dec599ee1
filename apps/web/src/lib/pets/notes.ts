import type { Note } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { t } from "../../texts";
import { ask } from "../service/api";
import { aboutPets, concernedBy } from "../service/concerns";
import { firstWords } from "../text/first-words";
import { type Page, toPage } from "../service/page-query";
import { undoOfAction } from "../history/action-undo";
import { announce } from "../history/undo";

/** Reads the notes of an animal: pinned ones first, then the newest. Older ones are read on demand. */
export const petNotesQuery = (petId: number) =>
  infiniteQueryOptions({
    queryKey: ["notes", "of-pet", petId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = { ...(cursor !== undefined && { cursor }) };
      const call = { signal };
      return toPage(
        await ask((api, options) => api.notes.listPetNotes({ params: { petId }, query, ...options }), call),
      );
    },
    getNextPageParam: ({ cursors }: Page<Note>) => cursors.next,
    ...concernedBy(aboutPets([petId], "note")),
  });

type Warnings = ReadonlyMap<number, readonly Note[]>;

const readWarnings = async (
  petId: readonly number[],
  signal: AbortSignal,
  cursor?: string,
): Promise<readonly Note[]> => {
  const query = { petId: [...petId], isWarning: true, limit: MAX_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
  const { rows, cursors } = toPage(await ask((api, options) => api.notes.listNotes({ query, ...options }), { signal }));
  return cursors.next === undefined ? rows : [...rows, ...(await readWarnings(petId, signal, cursors.next))];
};

const byPet = (notes: readonly Note[]): Warnings => {
  const found = new Map<number, readonly Note[]>();
  for (const note of notes) found.set(note.petId, [...(found.get(note.petId) ?? []), note]);
  return found;
};

/**
 * Reads the warnings of some animals, grouped by animal, the newest first.
 * @param ids - At most one page of the list.
 */
export const warningsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["notes", "warnings", ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Warnings> => byPet(await readWarnings(ids, signal)),
    ...concernedBy(aboutPets(ids, "note")),
  });

type Verb = keyof typeof t.notes.undone;

/** Announces what was done to a note, and offers Undo. */
const announceChange = (title: string, key: string, verb: Verb, { text }: Note): void =>
  announce({ title, undo: undoOfAction({ key, size: 1, describe: () => t.notes.undone[verb](firstWords(text)) }) });

export type NoteEdit = Partial<Pick<Note, "text" | "isWarning" | "isPinned">>;

export const addNote = async (
  { petId, text, isWarning }: Pick<Note, "petId" | "text" | "isWarning">,
  /** The key, which is the same for every attempt. */
  key: string,
  /** The action that the note is a part of. Something else announces this action. */
  actionKey?: string,
): Promise<void> => {
  const request = {
    params: { petId },
    body: { text, isWarning },
    headers: { "idempotency-key": key, "action-key": actionKey ?? key },
  };
  const { body } = await ask((api, options) => api.notes.createNote({ ...request, ...options }));
  if (actionKey === undefined) announceChange(t.notes.added(firstWords(text)), key, "create", body);
};

const titleOf = ({ isWarning, isPinned }: NoteEdit, words: string): string => {
  if (isWarning !== undefined) return isWarning ? t.notes.warned(words) : t.notes.calmed(words);
  if (isPinned !== undefined) return isPinned ? t.notes.pinnedNow(words) : t.notes.unpinned(words);
  return t.notes.changed(words);
};

const paramsOf = ({ petId, id }: Note) => ({ petId, noteId: id });

/** Sends only the fields that change, so another person's change of other fields stays. */
export const changeNote = async (note: Note, body: NoteEdit): Promise<void> => {
  const key = crypto.randomUUID();
  const request = { params: paramsOf(note), body, headers: { "action-key": key } };
  const { body: after } = await ask((api, options) => api.notes.updateNote({ ...request, ...options }));
  announceChange(titleOf(body, firstWords(after.text)), key, "update", after);
};

export const deleteNote = async (note: Note): Promise<void> => {
  const key = crypto.randomUUID();
  const request = { params: paramsOf(note), headers: { "action-key": key } };
  await ask((api, options) => api.notes.deleteNote({ ...request, ...options }));
  announceChange(t.notes.deleted(firstWords(note.text)), key, "delete", note);
};
