import type { AuditEvent, PetFields } from "@petstore/contract/client";
import { completed, type PastFields, readPastFields } from "../../lib/history/past-fields";
import { differingFields, petFieldNames } from "../../lib/pets/pet-fields";
import type { FullPetChange } from "../../lib/pets/full-pet-change";

/** An undo, as far as the event tells it. */
type PastEdit = { readonly id: number; readonly from: PastFields | null; readonly to: PastFields | null };

/**
 * What puts back what an event changed; undefined if the event is not about an animal, or an order made it: the status
 * would contradict the order.
 */
export const undoEditOf = ({ subject, before, after, orderId }: AuditEvent): PastEdit | undefined => {
  if (orderId !== undefined || subject.kind !== "pet" || subject.id === null) return undefined;
  const [from, to] = [readPastFields(after), readPastFields(before)];
  if (from === undefined || to === undefined) return undefined;
  return from === null && to === null ? undefined : { id: subject.id, from, to };
};

const isComplete = (state: PastFields | null): boolean =>
  state === null || petFieldNames.every((name) => state[name] !== undefined);

/** The animals of events that were written before the store got one of today's fields. */
export const idsToComplete = (events: readonly AuditEvent[]): readonly number[] => {
  const edits = events.flatMap((event) => undoEditOf(event) ?? []);
  return [...new Set(edits.filter(({ from, to }) => !isComplete(from) || !isComplete(to)).map(({ id }) => id))];
};

const isSame = (one: PetFields | null, other: PetFields | null): boolean =>
  one === null || other === null ? one === other : differingFields(one, other).length === 0;

const complete = ({ id, from, to }: PastEdit, known: PetFields | undefined): FullPetChange => ({
  id,
  from: from && completed(from, known),
  to: to && completed(to, known),
});

/** Adds the undo of an older event of the same animal; one that follows on directly makes one edit with it. */
const withOlder = (chain: readonly FullPetChange[], older: FullPetChange): readonly FullPetChange[] => {
  const last = chain.at(-1);
  if (last === undefined || !isSame(last.to, older.from)) return [...chain, older];
  return [...chain.slice(0, -1), { ...last, to: older.to }];
};

/**
 * What undoes several events together: the newest change of an animal first. One request changes an animal once, so that
 * changes of one animal with others between them go one round after the other.
 * @param now - The animals of {@link idsToComplete}, as they are: a field that an event lacks stays as it is.
 */
export const undoRounds = (
  events: readonly AuditEvent[],
  now: ReadonlyMap<number, PetFields> = new Map(),
): readonly (readonly FullPetChange[])[] => {
  const chains = new Map<number, readonly FullPetChange[]>();
  for (const event of events.toSorted((a, b) => b.id - a.id)) {
    const edit = undoEditOf(event);
    if (edit === undefined) continue;
    const chain = chains.get(edit.id) ?? [];
    // What a newer undo has put back is what the older one finds.
    chains.set(edit.id, withOlder(chain, complete(edit, chain.at(-1)?.to ?? now.get(edit.id))));
  }
  const needed = [...chains.values()].map((chain) => chain.filter(({ from, to }) => !isSame(from, to)));
  const rounds = Math.max(0, ...needed.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => needed.flatMap((chain) => chain[round] ?? []));
};
