import type { Order, Pet, PetStatus } from "@petstore/contract/routes";
import type { AuditEntry } from "./audit-trail.js";
import type { PetChangeEvent } from "./cache-dependency.js";

/** The pets of a deleted category left it in changes that may not have arrived here yet. */
const isAboutMany = ({ action, subject }: AuditEntry) =>
  action === "category.merge" || action === "category.delete" || subject.kind === "catalogue";

const toChanges = ({ subject, before, after }: AuditEntry): PetChangeEvent[] => {
  if (subject.kind === "pet") return [{ before: before as Pet | null, after: after as Pet | null }];
  if (subject.kind !== "order" && subject.kind !== "photo") return [];
  // The order reveals the pet's status, which another process may have changed.
  const pet = { id: ((after ?? before) as Pick<Order, "petId">).petId };
  return [{ before: pet, after: pet }];
};

export const petChangeEventsOf = (entries: readonly AuditEntry[]): PetChangeEvent[] | undefined =>
  entries.some(isAboutMany) ? undefined : entries.flatMap(toChanges);

type PetState = readonly [categoryId: number, status: PetStatus] | null;

const toPet = (id: number, state: PetState) => (state === null ? null : { id, categoryId: state[0], status: state[1] });

/** Parses a notification of the trigger on `pet`; undefined if that fails: the change may concern any pet. */
export const parsePetChangeEvents = (payload: string | undefined): PetChangeEvent[] | undefined => {
  if (payload === undefined || payload === "") return undefined;
  try {
    const changes = JSON.parse(payload) as [id: number, before: PetState, after: PetState][];
    return changes.map(([id, before, after]) => ({ before: toPet(id, before), after: toPet(id, after) }));
  } catch {
    return undefined;
  }
};
