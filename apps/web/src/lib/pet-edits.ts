import type { BulkPetChange, Pet, PetConflict, PetFields } from "@petstore/contract/client";
import { t } from "../texts";
import { ask } from "./api";
import { closeNotice, notify, notifyFailure } from "./notices";
import { isBrief, queryClient, retryDelay } from "./query-client";
import { createStore } from "./store";

/** What one action of a person changed: enough to undo it. */
export type EditGroup = { readonly title: string; readonly edits: readonly BulkPetChange[] };

/** A change that the store refused because the animal is not as the person saw it. */
export type Conflict = {
  readonly edit: BulkPetChange;
  readonly reason: PetConflict["reason"];
  readonly now: PetFields | null;
  /** The person has chosen: a form with the same text can be emptied. Closing the dialog is no choice. */
  readonly onDecided?: (() => void) | undefined;
};

export type EditResult = { readonly done: readonly BulkPetChange[]; readonly conflicts: readonly Conflict[] };

/** Of one request (`BulkPetChanges`). */
export const MAX_EDITS = 1_000;
const MAX_TRIES = 4;
const MAX_UNDO = 50;

export const fieldsOf = ({ name, categoryId, status }: Pet): PetFields => ({ name, categoryId, status });

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Tries again by itself: the operation is safe to repeat, for what already is as `to` counts as done. */
const send = async (edits: readonly BulkPetChange[], signal?: AbortSignal): Promise<readonly PetConflict[]> => {
  for (let failures = 0; ; failures += 1) {
    try {
      const { body } = await ask((api, options) =>
        api.pets.changePets({ query: { partial: true }, body: [...edits], ...options }),
      );
      return body.left;
    } catch (error) {
      if (failures + 1 >= MAX_TRIES || !isBrief(error) || signal?.aborted === true) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await pause(retryDelay(failures, error), signal);
    }
  }
};

/** Makes up to {@link MAX_EDITS} changes, each only if the animal is still as in `from`. */
export const makeEdits = async (edits: readonly BulkPetChange[], signal?: AbortSignal): Promise<EditResult> => {
  const left = new Map((await send(edits, signal)).map((conflict) => [conflict.id, conflict]));
  const conflicts = edits.flatMap((edit) => {
    const conflict = left.get(edit.id);
    return conflict === undefined ? [] : [{ edit, reason: conflict.reason, now: conflict.now }];
  });
  return { done: edits.filter(({ id }) => !left.has(id)), conflicts };
};

type UndoEntry = { readonly group: EditGroup; readonly notice: string };

const undoStack = createStore<readonly UndoEntry[]>([]);

/** Conflicts that wait for a decision; the dialog shows them one by one. */
export const openConflicts = createStore<readonly Conflict[]>([]);

export const addConflicts = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) openConflicts.set([...openConflicts.get(), ...conflicts]);
};

export const closeConflicts = (closed: readonly Conflict[]): void =>
  openConflicts.set(openConflicts.get().filter((one) => !closed.includes(one)));

const swapped = ({ id, from, to }: BulkPetChange): BulkPetChange => ({ id, from: to, to: from });

const withoutGroup = (group: EditGroup) => undoStack.get().filter((entry) => entry.group !== group);

/** Remembers what was done and says so, with Undo. */
export const announceEdits = (group: EditGroup): void => {
  if (group.edits.length === 0) return;
  const notice = notify({ title: group.title, action: { label: t.common.undo, run: () => void undo(group) } });
  undoStack.set([...undoStack.get().slice(1 - MAX_UNDO), { group, notice }]);
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
    void queryClient.invalidateQueries();
  }
};

/** Puts back what a group changed, in steps; what has changed since becomes a conflict to decide. */
const undo = async (group: EditGroup): Promise<void> => {
  const entry = undoStack.get().find((one) => one.group === group);
  // Its notice and Ctrl/Cmd+Z may both ask: once is enough.
  if (entry === undefined) return;
  undoStack.set(withoutGroup(group));
  closeNotice(entry.notice);
  const edits = group.edits.map(swapped);
  let undone = 0;
  try {
    for (let start = 0; start < edits.length; start += MAX_EDITS) {
      // One step after the other: a person may be waiting beside us.
      // oxlint-disable-next-line no-await-in-loop
      const { done, conflicts } = await makeEdits(edits.slice(start, start + MAX_EDITS));
      undone += done.length;
      addConflicts(conflicts);
    }
    if (undone > 0) notify({ title: t.pets.undone(undone) });
  } catch (error) {
    // What is undone already counts as done the next time.
    undoStack.set([...undoStack.get(), entry]);
    notifyFailure(error, () => void undo(group));
  } finally {
    void queryClient.invalidateQueries();
  }
};

/** Ctrl/Cmd+Z. */
export const undoLast = (): void => {
  const last = undoStack.get().at(-1);
  if (last === undefined) notify({ title: t.pets.nothingToUndo });
  else void undo(last.group);
};
