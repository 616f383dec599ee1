import type { AuditEvent, BulkPetChange } from "@petstore/contract/client";
import { PetFields } from "@petstore/contract/schemas";

const sides = (state: AuditEvent["before"]): PetFields | null | undefined => {
  if (state === null) return null;
  const { id: _, ...fields } = state;
  return PetFields.safeParse(fields).data;
};

/**
 * What puts back what an event changed; undefined if the event is not about an animal, or an order made it: the status
 * would contradict the order.
 */
export const undoEditOf = ({ subject, before, after, orderId }: AuditEvent): BulkPetChange | undefined => {
  if (orderId !== undefined) return undefined;
  const from = sides(after);
  const to = sides(before);
  if (subject.kind !== "pet" || subject.id === null || from === undefined || to === undefined) return undefined;
  return from === null && to === null ? undefined : { id: subject.id, from, to };
};

const isSame = (one: PetFields | null, other: PetFields | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.name === other.name &&
    one.categoryId === other.categoryId &&
    one.status === other.status);

/** Adds the undo of an older event of the same animal; one that follows on directly makes one edit with it. */
const withOlder = (chain: readonly BulkPetChange[], older: BulkPetChange): readonly BulkPetChange[] => {
  const last = chain.at(-1);
  if (last === undefined || !isSame(last.to, older.from)) return [...chain, older];
  return [...chain.slice(0, -1), { ...last, to: older.to }];
};

/**
 * What undoes several events together: the newest change of an animal first. One request changes an animal once, so that
 * changes of one animal with others between them go one round after the other.
 */
export const undoRounds = (events: readonly AuditEvent[]): readonly (readonly BulkPetChange[])[] => {
  const chains = new Map<number, readonly BulkPetChange[]>();
  for (const event of events.toSorted((a, b) => b.id - a.id)) {
    const edit = undoEditOf(event);
    if (edit !== undefined) chains.set(edit.id, withOlder(chains.get(edit.id) ?? [], edit));
  }
  const needed = [...chains.values()].map((chain) => chain.filter(({ from, to }) => !isSame(from, to)));
  const rounds = Math.max(0, ...needed.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => needed.flatMap((chain) => chain[round] ?? []));
};
