import type { Order, Pet, PetStatus } from "@petstore/contract";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { PetChangeEvent } from "../operation/cache-dependency.js";

/**
 * A merge and an import change many pets without an event for each. The last pets of a deleted category left it in changes that may
 * not have arrived here yet.
 */
const isAboutMany = ({ action, subject }: AuditEntry) =>
  action === "category.merge" || action === "category.delete" || subject.kind === "catalogue";

const toChanges = ({ subject, before, after }: AuditEntry): PetChangeEvent[] => {
  if (subject.kind === "pet") return [{ before: before as Pet | null, after: after as Pet | null }];
  if (subject.kind !== "order") return [];
  // The response shows the status of the pet, which another process may have changed.
  const pet = { id: (after as Order).petId };
  return [{ before: pet, after: pet }];
};

/** The pet change events of audit entries; undefined if they do not name every pet. */
export const petChangeEventsOf = (entries: readonly AuditEntry[]): PetChangeEvent[] | undefined =>
  entries.some(isAboutMany) ? undefined : entries.flatMap(toChanges);

type Place = readonly [categoryId: number, status: PetStatus] | null;

const seen = (id: number, place: Place) => (place === null ? null : { id, categoryId: place[0], status: place[1] });

/** Parses what the trigger on `pet` writes. @returns undefined for what it cannot parse: it may concern any pet. */
export const parsePetChangeEvents = (payload: string | undefined): PetChangeEvent[] | undefined => {
  if (payload === undefined || payload === "") return undefined;
  try {
    const changes = JSON.parse(payload) as [id: number, before: Place, after: Place][];
    return changes.map(([id, before, after]) => ({ before: seen(id, before), after: seen(id, after) }));
  } catch {
    return undefined;
  }
};
