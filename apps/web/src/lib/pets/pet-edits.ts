import type { AuditEvent, BulkPetResult, PetFields, UnrestoredFields } from "@petstore/contract/client";
import { ask } from "../service/api";
import { findByEvent, isKept, undoOfAction } from "../history/action-undo";
import { backOf, describeUndo } from "../history/describe-undo";
import { readPastFields } from "../history/past-fields";
import { notify, notifyFailure } from "../page/notices";
import { retrying } from "../service/retrying";
import { t } from "../../texts";
import { announce, whileSaving } from "../history/undo";
import { refresh } from "../service/refresh";
import { addConflicts, type Conflict } from "./conflicts";
import { differingFields } from "./pet-fields";
import type { FullPetChange } from "./full-pet-change";

/** What one action of a person changed: enough to undo it. */
export type EditGroup = {
  readonly title: string;
  readonly edits: readonly FullPetChange[];
  readonly open?: () => void;
};

export type EditResult = {
  readonly done: readonly FullPetChange[];
  /** How many of these already were as wanted. */
  readonly unchanged: number;
  readonly conflicts: readonly Conflict[];
};

/** What an animal that was brought back lacks: its number elsewhere, and fields by their names. */
const nameField = (field: string) =>
  field === "externalId" ? t.attributes.details.externalId : field.replace(/^attributes\./, "");

const tellUnrestored = (unrestored: readonly UnrestoredFields[] = []): void => {
  if (unrestored.length === 0) return;
  const names = new Set(unrestored.flatMap(({ fields }) => fields.map(nameField)));
  notify({ title: t.undo.unrestored(unrestored.length), detail: [...names].join(", ") });
};

/**
 * @property key - The `Action-Key` of what they are a part of.
 * @property idempotencyKey - For a change with a note, which a repeat would write twice.
 */
export type EditOptions = { readonly key?: string; readonly idempotencyKey?: string; readonly signal?: AbortSignal };

/** It may be sent again: what already is as `to` counts as done. */
const send = async (
  edits: readonly FullPetChange[],
  { key, idempotencyKey, signal }: EditOptions,
): Promise<BulkPetResult> => {
  const headers = {
    ...(key !== undefined && { "action-key": key }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const call = () =>
    ask((api, options) => api.pets.changePets({ query: { partial: true }, headers, body: [...edits], ...options }));
  const { body } = await retrying(call, signal);
  tellUnrestored(body.unrestored);
  return body;
};

/** Makes as many changes as one request takes, each only if the animal is still as in `from`. */
export const makeEdits = async (edits: readonly FullPetChange[], options: EditOptions = {}): Promise<EditResult> => {
  const result = await whileSaving(() => send(edits, options));
  const left = new Map(result.left.map((conflict) => [conflict.id, conflict]));
  const conflicts = edits.flatMap((edit) => {
    const conflict = left.get(edit.id);
    if (conflict === undefined) return [];
    const { reason, now, profile } = conflict;
    return [{ edit, reason, now, ...(profile !== undefined && { profile }) }];
  });
  return { done: edits.filter(({ id }) => !left.has(id)), unchanged: result.unchanged ?? 0, conflicts };
};

/** Whether there is something to undo: there is nothing if all animals already were as wanted when the page asked. */
export const canBeUndone = async (
  key: string,
  { done, unchanged }: { readonly done: readonly unknown[]; readonly unchanged: number },
): Promise<boolean> => unchanged === 0 || unchanged < done.length || isKept(key);

/** A field that an event does not have has come to the store since. */
const isState = (state: AuditEvent["after"], fields: PetFields | null): boolean => {
  const past = readPastFields(state);
  if (past === undefined || past === null || fields === null) return past === fields;
  return differingFields({ ...fields, ...past }, fields).length === 0;
};

/** A change that took no `Action-Key` is found by the event that says what it made. */
const findEdit = ({ id, to }: FullPetChange): Promise<string> =>
  findByEvent(`pet:${id}`, ({ after }) => isState(after, to));

/** Remembers what was done and says so, with Undo, by which the service puts it back. */
export const announceEdits = ({ title, edits, open, key }: EditGroup & { readonly key?: string }): void => {
  const [first] = edits;
  if (first === undefined) return;
  const describe = (count: number) => describeUndo(edits.slice(0, count).map(backOf));
  const found = key === undefined ? { find: () => findEdit(first) } : { key };
  announce({ title, open, undo: undoOfAction({ ...found, size: edits.length, describe }) });
};

/** Changes a few animals at once; conflicts open the dialog. @param key - The same for another try. @returns whether all was done */
export const editPets = async (group: EditGroup, key: string = crypto.randomUUID()): Promise<boolean> => {
  try {
    const result = await makeEdits(group.edits, { key });
    const { done, conflicts } = result;
    if (await canBeUndone(key, result)) announceEdits({ ...group, key, edits: done });
    else notify({ title: group.title });
    addConflicts(conflicts);
    return conflicts.length === 0;
  } catch (error) {
    notifyFailure(error, () => void editPets(group, key));
    return false;
  } finally {
    void refresh();
  }
};
