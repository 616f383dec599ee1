import type { Attribute, ExpandedPet, ProfileUpdate } from "@petstore/contract/client";
import { ApiError, ask } from "../../../lib/service/api";
import { isSameValue } from "../../../lib/pets/attribute-types";
import { takesValue } from "../../../lib/pets/attributes";
import { explainValue } from "../../../lib/pets/explain-value";
import { profileErrors } from "../../../lib/service/field-errors";
import type { EditOptions } from "../../../lib/pets/pet-edits";
import { readPetsById } from "../../../lib/pets/pets-by-id";
import { retrying } from "../../../lib/service/retrying";
import { whileSaving } from "../../../lib/history/undo";
import type { FieldAction, LeftPet } from "./bulk-action";

/** A change of the value of one field of an animal. Null means that the field is empty. */
export type FieldEdit = {
  readonly id: number;
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
};

type FieldConflict = { readonly edit: FieldEdit; readonly reason: LeftPet["reason"] };

/** The limit is below the limit of the service. Long texts of many animals go in several requests. */
const MAX_BYTES = 4_000_000;

const valueOf = ({ profile }: ExpandedPet, { name }: Attribute): unknown => profile?.attributes[name] ?? null;

/** Returns the changes that are needed, and the animals that cannot have the field. */
export const fieldEditsOf = ({ one, value }: FieldAction, pets: readonly ExpandedPet[]) => {
  const able = pets.filter(({ categoryId }) => takesValue(one, categoryId));
  const left = pets
    .filter((pet) => !able.includes(pet))
    .map(({ id, name }): LeftPet => ({ id, name, reason: "category" }));
  const edits = able
    .map((pet): FieldEdit => ({ id: pet.id, name: pet.name, before: valueOf(pet, one), after: value }))
    .filter(({ before, after }) => !isSameValue(before, after));
  return { edits, left };
};

const updatesOf = ({ name }: Attribute, edits: readonly FieldEdit[]): ProfileUpdate[] =>
  edits.map(({ id, after }) => ({ petId: id, profile: { attributes: { [name]: after } } }));

/** Asks the service whether the field accepts the value. @throws {ApiError} with the field's label and the rule */
export const tryField = async ({ one }: FieldAction, edit: FieldEdit, signal: AbortSignal): Promise<void> => {
  const body = updatesOf(one, [edit]);
  try {
    await retrying(
      () =>
        ask((api, options) => api.profiles.updateProfileBatch({ query: { dryRun: true }, body, ...options }), {
          signal,
        }),
      signal,
    );
  } catch (error) {
    const rule = profileErrors(error, "body.0.profile")[one.name];
    if (rule === undefined || !(error instanceof ApiError)) throw error;
    const { text, isEnglish } = explainValue(one, edit.after, rule);
    // A status of 0 says that the sentence is in the language of the page.
    throw new ApiError(error.code, `${one.label}: ${text}`, isEnglish ? error.status : 0, error.requestId);
  }
};

const send = async (updates: readonly ProfileUpdate[], options: EditOptions): Promise<void> => {
  const headers = options.key === undefined ? {} : { "action-key": options.key };
  if (updates.length === 0) return;
  if (updates.length > 1 && new Blob([JSON.stringify(updates)]).size > MAX_BYTES) {
    const half = Math.ceil(updates.length / 2);
    await send(updates.slice(0, half), options);
    await send(updates.slice(half), options);
    return;
  }
  await retrying(
    () => ask((api, given) => api.profiles.updateProfileBatch({ query: {}, headers, body: [...updates], ...given })),
    options.signal,
  );
};

/**
 * Sets as many values as one request accepts, each only if the animal still has the value of `before`. It can be
 * repeated: an animal that already has the wanted value counts as done.
 */
export const makeFieldEdits = async (one: Attribute, edits: readonly FieldEdit[], options: EditOptions = {}) => {
  const { signal } = options;
  const now = await retrying(
    () =>
      readPetsById(
        edits.map(({ id }) => id),
        { signal, isExpanded: true },
      ),
    signal,
  );
  const conflicts: FieldConflict[] = [];
  const done: FieldEdit[] = [];
  const needed: FieldEdit[] = [];
  for (const edit of edits) {
    const pet = now.get(edit.id);
    if (pet === undefined) conflicts.push({ edit, reason: "gone" });
    else if (isSameValue(valueOf(pet, one), edit.after)) done.push(edit);
    else if (!isSameValue(valueOf(pet, one), edit.before)) conflicts.push({ edit, reason: "changed" });
    else if (edit.after !== null && !takesValue(one, pet.categoryId)) conflicts.push({ edit, reason: "category" });
    else needed.push(edit);
  }
  await whileSaving(() => send(updatesOf(one, needed), options));
  return { done: [...done, ...needed], unchanged: done.length, conflicts };
};
