import type { PetConflict, PetFields, UnrestoredFields } from "@petstore/contract/client";
import { MAX_CHANGES } from "@petstore/contract/schemas";
import { ask } from "../service/api";
import { describeUndo } from "../history/describe-undo";
import { notify, notifyFailure } from "../page/notices";
import { retrying } from "../service/retrying";
import { createStore } from "../page/store";
import { t } from "../../texts";
import { announce, whileSaving } from "../history/undo";
import { refresh } from "../service/refresh";
import type { FullPetChange } from "./full-pet-change";

/** What one action of a person changed: enough to undo it. */
export type EditGroup = {
  readonly title: string;
  readonly edits: readonly FullPetChange[];
  readonly open?: () => void;
};

/** A change that the store refused because the animal is not as the person saw it. */
export type Conflict = {
  readonly edit: FullPetChange;
  readonly reason: PetConflict["reason"];
  readonly now: PetFields | null;
  /** The person has chosen: a form with the same text can be emptied. Closing the dialog is no choice. */
  readonly onDecided?: (() => void) | undefined;
};

export type EditResult = { readonly done: readonly FullPetChange[]; readonly conflicts: readonly Conflict[] };

/** What an animal that was brought back lacks: its number elsewhere, and fields by their names. */
const nameField = (field: string) =>
  field === "externalId" ? t.attributes.details.externalId : field.replace(/^attributes\./, "");

const tellUnrestored = (unrestored: readonly UnrestoredFields[] = []): void => {
  if (unrestored.length === 0) return;
  const names = new Set(unrestored.flatMap(({ fields }) => fields.map(nameField)));
  notify({ title: t.undo.unrestored(unrestored.length), detail: [...names].join(", ") });
};

/** @property key - The `Action-Key` of what they are a part of. */
export type EditOptions = { readonly key?: string; readonly signal?: AbortSignal };

/** It may be sent again: what already is as `to` counts as done. */
const send = async (edits: readonly FullPetChange[], { key, signal }: EditOptions): Promise<readonly PetConflict[]> => {
  const headers = key === undefined ? {} : { "action-key": key };
  const call = () =>
    ask((api, options) => api.pets.changePets({ query: { partial: true }, headers, body: [...edits], ...options }));
  const { left, unrestored } = (await retrying(call, signal)).body;
  tellUnrestored(unrestored);
  return left;
};

/** Makes up to {@link MAX_CHANGES} changes, each only if the animal is still as in `from`. */
export const makeEdits = async (edits: readonly FullPetChange[], options: EditOptions = {}): Promise<EditResult> => {
  const left = new Map((await whileSaving(() => send(edits, options))).map((conflict) => [conflict.id, conflict]));
  const conflicts = edits.flatMap((edit) => {
    const conflict = left.get(edit.id);
    return conflict === undefined ? [] : [{ edit, reason: conflict.reason, now: conflict.now }];
  });
  return { done: edits.filter(({ id }) => !left.has(id)), conflicts };
};

/** Conflicts that wait for a decision; the dialog shows them one by one. */
export const openConflicts = createStore<readonly Conflict[]>([]);

export const addConflicts = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) openConflicts.set([...openConflicts.get(), ...conflicts]);
};

export const closeConflicts = (closed: readonly Conflict[]): void =>
  openConflicts.set(openConflicts.get().filter((one) => !closed.includes(one)));

export const swapped = ({ id, from, to }: FullPetChange): FullPetChange => ({ id, from: to, to: from });

/** Requests for the edits in their order; one request changes an animal once. */
const requestsOf = (edits: readonly FullPetChange[]): readonly (readonly FullPetChange[])[] => {
  const requests: FullPetChange[][] = [];
  let ids = new Set<number>();
  for (const edit of edits) {
    const last = requests.at(-1);
    if (last === undefined || last.length >= MAX_CHANGES || ids.has(edit.id)) {
      requests.push([edit]);
      ids = new Set([edit.id]);
    } else {
      last.push(edit);
      ids.add(edit.id);
    }
  }
  return requests;
};

/** Makes any number of changes, one request after the other; what is in conflict opens the dialog. @returns what was done */
export const makeAllEdits = async (
  edits: readonly FullPetChange[],
  report: (tried: number) => void,
): Promise<readonly FullPetChange[]> => {
  const made: FullPetChange[] = [];
  let tried = 0;
  for (const request of requestsOf(edits)) {
    // One step after the other: a person may be waiting beside us.
    // oxlint-disable-next-line no-await-in-loop
    const { done, conflicts } = await makeEdits(request);
    made.push(...done);
    addConflicts(conflicts);
    tried += request.length;
    report(tried);
  }
  return made;
};

/** Remembers what was done and says so, with Undo, which puts it back; what has changed since becomes a conflict to decide. */
export const announceEdits = ({ title, edits, open }: EditGroup): void => {
  if (edits.length === 0) return;
  announce({
    title,
    open,
    undo: {
      size: edits.length,
      run: async (report) => {
        const done = await makeAllEdits(edits.toReversed().map(swapped), report);
        return done.length === 0 ? undefined : describeUndo(done);
      },
    },
  });
};

/** Changes a few animals at once; conflicts open the dialog. @returns whether all was done */
export const editPets = async (group: EditGroup): Promise<boolean> => {
  try {
    const { done, conflicts } = await makeEdits(group.edits);
    announceEdits({ ...group, edits: done });
    addConflicts(conflicts);
    return conflicts.length === 0;
  } catch (error) {
    notifyFailure(error, () => void editPets(group));
    return false;
  } finally {
    void refresh();
  }
};
