import type { Order, Pet, PetStatus } from "@petstore/contract";
import type { AuditEntry } from "../operation/audit-trail.js";
import type { PetChangeEvent } from "../operation/cache-dependency.js";

/**
 * A merge gives animals another category, and an import adds them, without a record of each. A category that is deleted has lost its
 * last ones to changes of which this process may not have heard yet.
 */
const isAboutMany = ({ action, subject }: AuditEntry) =>
  action === "category.merge" || action === "category.delete" || subject.kind === "catalogue";

const toChanges = ({ subject, before, after }: AuditEntry): PetChangeEvent[] => {
  if (subject.kind === "pet") return [{ before: before as Pet | null, after: after as Pet | null }];
  if (subject.kind !== "order") return [];
  // It tells how its animal stands, also where this step leaves that as another process has made it.
  const pet = { id: (after as Order).petId };
  return [{ before: pet, after: pet }];
};

/** The animals that a change is about, by what was written down of it; undefined where that does not name them. */
export const petChangeEventsOf = (entries: readonly AuditEntry[]): PetChangeEvent[] | undefined =>
  entries.some(isAboutMany) ? undefined : entries.flatMap(toChanges);

type Place = readonly [categoryId: number, status: PetStatus] | null;

const seen = (id: number, place: Place) => (place === null ? null : { id, categoryId: place[0], status: place[1] });

/** Reads what the trigger on `pet` writes. What it cannot read may be of a later version, or by hand: it could be any animal. */
export const parsePetChangeEvents = (payload: string | undefined): PetChangeEvent[] | undefined => {
  if (payload === undefined || payload === "") return undefined;
  try {
    const changes = JSON.parse(payload) as [id: number, before: Place, after: Place][];
    return changes.map(([id, before, after]) => ({ before: seen(id, before), after: seen(id, after) }));
  } catch {
    return undefined;
  }
};
