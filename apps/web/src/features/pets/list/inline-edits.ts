import type { Pet, PetFields, PetStatus } from "@petstore/contract/client";
import { editPets } from "../../../lib/pets/pet-edits";
import { fieldsOf } from "../../../lib/pets/pet-fields";
import { queryClient } from "../../../lib/service/query-client";
import { createStore, useStore } from "../../../lib/page/store";
import { t } from "../../../texts";
import { type PetPage, petPagesKey } from "../queries";

/**
 * Edits that the service has not answered yet. A list shows them at once, even if a refresh returns older values in the
 * meantime.
 */
const pending = createStore<ReadonlyMap<number, PetFields>>(new Map());

const queues = new Map<number, Promise<unknown>>();

const setPending = (id: number, fields: PetFields | undefined) => {
  const next = new Map(pending.get());
  if (fields === undefined) next.delete(id);
  else next.set(id, fields);
  pending.set(next);
};

const showInLists = (id: number, fields: PetFields) =>
  queryClient.setQueriesData<PetPage>({ queryKey: petPagesKey }, (page) =>
    page === undefined
      ? page
      : { ...page, rows: page.rows.map((pet) => (pet.id === id ? { ...pet, ...fields } : pet)) },
  );

const send = async (id: number, from: PetFields, to: PetFields) => {
  const title = t.pets.statusChanged(to.name, t.common.status[to.status]);
  const isDone = await editPets({ title, edits: [{ id, from, to }] });
  if (isDone) showInLists(id, to);
  // A newer edit of the same animal stays pending.
  if (pending.get().get(id) === to) setPending(id, undefined);
};

/**
 * Shows the new status at once. If the service refuses it or the request fails, the old status comes back, with the
 * reason.
 */
export const changeStatus = (pet: Pet, status: PetStatus): void => {
  if (pet.status === status) return;
  const from = fieldsOf(pet);
  const to = { ...from, status };
  setPending(pet.id, to);
  // The edits of an animal are sent one after the other, because each expects the result of the one before.
  const queue = (queues.get(pet.id) ?? Promise.resolve()).then(() => send(pet.id, from, to));
  queues.set(pet.id, queue);
  void queue.finally(() => queues.get(pet.id) === queue && queues.delete(pet.id));
};

/** Returns the animals with their pending edits. */
export const usePendingEdits = <One extends Pet>(pets: readonly One[]): readonly One[] => {
  const edits = useStore(pending);
  if (edits.size === 0) return pets;
  return pets.map((pet) => {
    const fields = edits.get(pet.id);
    return fields === undefined ? pet : { ...pet, ...fields };
  });
};
