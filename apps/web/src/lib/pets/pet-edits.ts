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

/** The changes of one action of a person, with everything that its undo needs. */
export type EditGroup = {
  readonly title: string;
  readonly edits: readonly FullPetChange[];
  readonly open?: () => void;
};

export type EditResult = {
  readonly done: readonly FullPetChange[];
  /** How many of these already had the wanted values. */
  readonly unchanged: number;
  readonly conflicts: readonly Conflict[];
};

/** Returns the label of something that a restored animal lacks: its external id, or one of its fields. */
const nameField = (field: string) =>
  field === "externalId" ? t.attributes.details.externalId : field.replace(/^attributes\./, "");

const tellUnrestored = (unrestored: readonly UnrestoredFields[] = []): void => {
  if (unrestored.length === 0) return;
  const names = new Set(unrestored.flatMap(({ fields }) => fields.map(nameField)));
  notify({ title: t.undo.unrestored(unrestored.length), detail: [...names].join(", ") });
};

/**
 * @property key - The `Action-Key` of the action that the edits belong to.
 * @property idempotencyKey - Needed for a change with a note, because a repeat would add the note twice.
 */
export type EditOptions = { readonly key?: string; readonly idempotencyKey?: string; readonly signal?: AbortSignal };

/** Sends the edits. A repeat is safe, because an animal that already is as in `to` counts as done. */
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

/**
 * Makes as many changes as one request accepts. Each change is made only if the animal is still in the state `from`.
 */
export const makeEdits = async (edits: readonly FullPetChange[], options: EditOptions = {}): Promise<EditResult> => {
  const result = await whileSaving(() => send(edits, options));
  const left = new Map(result.left.map((conflict) => [conflict.id, conflict]));
  const conflicts = edits.flatMap((edit) => {
    const conflict = left.get(edit.id);
    if (conflict === undefined) return [];
    const { reason, now, profile } = conflict;
    return [{ edit, reason, now, ...(profile !== null && { profile }) }];
  });
  return { done: edits.filter(({ id }) => !left.has(id)), unchanged: result.unchanged ?? 0, conflicts };
};

/** Tells whether there is something to undo. There is nothing if all animals already had the wanted values. */
export const canBeUndone = async (
  key: string,
  { done, unchanged }: { readonly done: readonly unknown[]; readonly unchanged: number },
): Promise<boolean> => unchanged === 0 || unchanged < done.length || isKept(key);

/**
 * Tells whether a state in an event equals these fields. A field that the event lacks was added to the store later, so
 * it is ignored.
 */
const isState = (state: AuditEvent["after"], fields: PetFields | null): boolean => {
  const past = readPastFields(state);
  if (past === undefined || past === null || fields === null) return past === fields;
  return differingFields({ ...fields, ...past }, fields).length === 0;
};

/** Finds a change that was sent without an `Action-Key`, by the event that has its result. */
const findEdit = ({ id, to }: FullPetChange): Promise<string> =>
  findByEvent(`pet:${id}`, ({ after }) => isState(after, to));

/** Remembers what was done and announces it, with an Undo that the service carries out. */
export const announceEdits = ({ title, edits, open, key }: EditGroup & { readonly key?: string }): void => {
  const [first] = edits;
  if (first === undefined) return;
  const describe = (count: number) => describeUndo(edits.slice(0, count).map(backOf));
  const found = key === undefined ? { find: () => findEdit(first) } : { key };
  announce({ title, open, undo: undoOfAction({ ...found, size: edits.length, describe }) });
};

/**
 * Changes a few animals at once. Conflicts open the dialog.
 * @param key - The same for a retry.
 * @returns whether everything was done
 */
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
