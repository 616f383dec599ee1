import type { Order, Pet, PetStatus, Photo } from "@petstore/contract/routes";
import type { AuditEntry } from "./audit-trail.js";
import type { PetChangeEvent } from "./cache-dependency.js";

/**
 * The pets of a deleted category were moved before, by changes that may not have arrived in this process yet. An
 * attribute that becomes private disappears from every profile.
 */
const isAboutMany = ({ action, subject }: AuditEntry) =>
  action === "category.merge" ||
  action === "category.delete" ||
  subject.kind === "catalogue" ||
  subject.kind === "attribute";

const ofProfile = (id: number): PetChangeEvent => ({ before: { id }, after: { id }, isOfProfile: true });

const toChanges = ({ subject, before, after }: AuditEntry): PetChangeEvent[] => {
  if (subject.kind === "pet") return [{ before: before as Pet | null, after: after as Pet | null }];
  if (subject.kind === "profile" && subject.id !== null) return [ofProfile(subject.id)];
  if (subject.kind === "photo") return [ofProfile(((after ?? before) as Pick<Photo, "petId">).petId)];
  if (subject.kind !== "order") return [];
  // The order reveals the status of its pet, which another process may have changed.
  const pet = { id: (after as Order).petId };
  return [{ before: pet, after: pet }];
};

export const petChangeEventsOf = (entries: readonly AuditEntry[]): PetChangeEvent[] | undefined =>
  entries.some(isAboutMany) ? undefined : entries.flatMap(toChanges);

type PetState = readonly [categoryId: number, status: PetStatus] | null;
type Change = readonly [id: number] | readonly [id: number, before: PetState, after: PetState];

const toPet = (id: number, state: PetState) => (state === null ? null : { id, categoryId: state[0], status: state[1] });

/**
 * Parses a notification of the trigger on `pet`, or of the trigger on `pet_profile`, which sends only ids. If it cannot
 * be parsed, the result is undefined, because the change may affect any pet.
 */
export const parsePetChangeEvents = (payload: string | undefined): PetChangeEvent[] | undefined => {
  if (payload === undefined || payload === "") return undefined;
  try {
    return (JSON.parse(payload) as Change[]).map(([id, ...states]) => {
      const [before, after] = states;
      return before === undefined || after === undefined
        ? ofProfile(id)
        : { before: toPet(id, before), after: toPet(id, after) };
    });
  } catch {
    return undefined;
  }
};
