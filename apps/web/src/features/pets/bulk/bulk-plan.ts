import type { ExpandedPet } from "@petstore/contract/client";
import { MAX_CHANGES, MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { ask } from "../../../lib/service/api";
import { formatNumber } from "../../../lib/text/format";
import { inParts } from "../in-parts";
import { readPets, requestsFor } from "../../../lib/pets/pets-by-id";
import { retrying } from "../../../lib/service/retrying";
import { ApiError } from "../../../lib/service/api-error";
import { t } from "../../../texts";
import { type BulkAction, editsOf, type LeftPet } from "./bulk-action";
import { type FieldEdit, fieldEditsOf, tryField } from "./field-edits";
import { readPetPage } from "../queries";
import type { PetFilters, PetOrder } from "../search";
import type { Selection } from "./selection";
import type { FullPetChange } from "../../../lib/pets/full-pet-change";

/** A change and its undo are kept in memory, so their size is limited. */
const MAX_BULK = 100_000;

export type BulkEdit = FullPetChange | FieldEdit;

export const isFieldEdit = (edit: BulkEdit): edit is FieldEdit => "after" in edit;
export const isPetEdit = (edit: BulkEdit): edit is FullPetChange => !isFieldEdit(edit);

export type BulkPlan = {
  readonly edits: readonly BulkEdit[];
  /** The number of animals that already have the wanted value. */
  readonly already: number;
  /** The animals that the service would refuse to change. */
  readonly left: readonly LeftPet[];
};

export type BulkTarget = { readonly selection: Selection; readonly filters: PetFilters };

type Options = { readonly signal: AbortSignal; readonly onProgress: (found: number) => void };
type OnPage = (pets: readonly ExpandedPet[]) => Promise<void>;
type ReadOptions = { readonly signal: AbortSignal; readonly isExpanded: boolean };

const readSome = async (ids: readonly number[], onPage: OnPage, options: ReadOptions) => {
  for (const some of requestsFor(ids)) {
    // The requests go out one after the other, which leaves room for the requests of other people.
    // oxlint-disable-next-line no-await-in-loop
    const pets = await retrying(() => readPets(some, options), options.signal);
    // oxlint-disable-next-line no-await-in-loop
    await onPage(pets);
  }
};

/** Reads all animals that match, page by page. */
export const readAll = async (filters: PetOrder, onPage: OnPage, options: ReadOptions) => {
  let cursor: string | undefined;
  do {
    const request = { ...filters, cursor };
    // The cursor of each page is in the page before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await retrying(() => readPetPage(request, { limit: MAX_PAGE_SIZE, ...options }), options.signal);
    // oxlint-disable-next-line no-await-in-loop
    await onPage(page.rows);
    cursor = page.cursors.next;
  } while (cursor !== undefined);
};

const tryOut = (edits: readonly FullPetChange[], signal: AbortSignal) =>
  retrying(
    () =>
      ask(
        (api, options) => api.pets.changePets({ query: { partial: true, dryRun: true }, body: [...edits], ...options }),
        { signal },
      ),
    signal,
  );

/** Reads the animals as they are now, and asks the service what it would refuse. It changes nothing. */
export const planBulk = async (
  action: BulkAction,
  { selection, filters }: BulkTarget,
  { signal, onProgress }: Options,
): Promise<BulkPlan> => {
  const edits: BulkEdit[] = [];
  const left: LeftPet[] = [];
  let batch: FullPetChange[] = [];
  let found = 0;
  const options = { signal, isExpanded: action.kind === "field" };

  const tryBatch = async () => {
    const refused = new Map<number, LeftPet["reason"]>();
    for await (const { body } of inParts(batch, MAX_CHANGES, (part) => tryOut(part, signal)))
      for (const one of body.left) refused.set(one.id, one.reason);
    for (const [id, reason] of refused) left.push({ id, reason });
    for (const edit of batch) if (!refused.has(edit.id)) edits.push(edit);
    batch = [];
  };
  const onPage = async (pets: readonly ExpandedPet[]) => {
    const wanted = selection.mode === "all" ? pets.filter(({ id }) => !selection.except.has(id)) : pets;
    found += wanted.length;
    if (found > MAX_BULK) throw new ApiError("too_many", t.pets.bulk.tooMany(formatNumber(MAX_BULK)));
    if (action.kind === "field") {
      const needed = fieldEditsOf(action, wanted);
      const [first] = needed.edits;
      // The service refuses a value for all animals or for none, so one request is enough.
      if (edits.length === 0 && first !== undefined) await tryField(action, first, signal);
      edits.push(...needed.edits);
      left.push(...needed.left);
    } else {
      batch.push(...editsOf(action, wanted));
    }
    onProgress(found);
    if (batch.length > MAX_CHANGES - MAX_PAGE_SIZE) await tryBatch();
  };

  if (selection.mode === "some") {
    const ids = [...selection.ids];
    const missing = new Set(ids);
    await readSome(
      ids,
      async (pets) => {
        for (const { id } of pets) missing.delete(id);
        await onPage(pets);
      },
      options,
    );
    for (const id of missing) left.push({ id, reason: "gone" });
  } else {
    await readAll(filters, onPage, options);
  }
  await tryBatch();
  return { edits, already: found - edits.length - left.filter(({ reason }) => reason !== "gone").length, left };
};
