import type { Order, Pet, PetStatus, Photo } from "@petstore/contract/routes";
import type { AuditEntry } from "./audit-trail.js";
import type { CacheDependency } from "./cache-dependency.js";

type PetSummary = Pick<Pet, "id"> & Partial<Pick<Pet, "categoryId" | "status">>;

/**
 * A pet before and after a change. Both states have the same id. A state is null if the pet did not exist before, or
 * does not exist any more.
 */
export type PetChangeEvent = {
  readonly before: PetSummary | null;
  readonly after: PetSummary | null;
  /** True if only the profile of the pet has changed. */
  readonly isOfProfile?: boolean;
};

/** The part of the response cache that applies changes before they are acknowledged. */
export type Invalidation = {
  /**
   * Invalidates the responses that the changes affect, or all responses if `changes` is undefined. Await it between a
   * local commit and its response. Changes by other processes arrive through the feed.
   */
  invalidate(changes: readonly PetChangeEvent[] | undefined): Promise<void> | undefined;
  /**
   * Applies all earlier commits of other processes. Await it before a response that reveals such a commit, for example
   * a 412.
   */
  catchUp(): Promise<void>;
};

const isListed = ({ ids, status, categoryId }: CacheDependency, pet: PetSummary | null) =>
  pet !== null &&
  (ids === undefined || ids.has(pet.id)) &&
  (status === undefined || pet.status === status) &&
  (categoryId === undefined || pet.categoryId === categoryId);

const isWithin = ({ ids, from, to }: CacheDependency, pet: PetSummary | null) =>
  pet !== null && (ids === undefined || ids.has(pet.id)) && from <= pet.id && pet.id <= to;

/**
 * A pet in the range affects the response even if the filters exclude it, because a pet that stops matching the filters
 * may have been anywhere (docs/response-cache.md).
 */
export const isInvalidatedBy = (
  dependency: CacheDependency,
  { before, after, isOfProfile = false }: PetChangeEvent,
): boolean =>
  (!isOfProfile || dependency.hasProfiles === true) &&
  (isWithin(dependency, before) ||
    (isListed(dependency, after) ? isWithin(dependency, after) : isListed(dependency, before)));

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

/**
 * Returns what the changes of a write invalidate: the responses that depend on these pets, none if the list is empty, or
 * all of them if the result is undefined.
 */
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
