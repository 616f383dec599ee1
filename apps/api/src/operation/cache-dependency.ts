import type { Pet, PetStatus } from "@petstore/contract/routes";

/** The pets that a response depends on satisfy all of these conditions. `from` and `to` are ids, both inclusive. */
export type CacheDependency = {
  readonly ids?: ReadonlySet<number>;
  readonly status?: PetStatus;
  readonly categoryId?: number;
  readonly from: number;
  readonly to: number;
  /** Whether the response also depends on the profiles of these pets. */
  readonly hasProfiles?: boolean;
};

type PetSummary = Pick<Pet, "id"> & Partial<Pick<Pet, "categoryId" | "status">>;

/** A pet before and after a change, with the same id. A state is null if the pet did not or does not exist. */
export type PetChangeEvent = {
  readonly before: PetSummary | null;
  readonly after: PetSummary | null;
  /** Whether only the profile of the pet has changed. */
  readonly isOfProfile?: boolean;
};

/** The part of the response cache that makes changes known before they are answered. */
export type Invalidation = {
  /**
   * Invalidates what the changes concern, or everything if undefined. Await it between a local commit and its response;
   * remote changes arrive by the feed.
   */
  invalidate(changes: readonly PetChangeEvent[] | undefined): Promise<void> | undefined;
  /** Applies all earlier remote commits. Await it before a response that reveals one, such as a 412. */
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
 * A pet in the range counts even if it is filtered out, and a pet that leaves the filters counts anywhere
 * (docs/response-cache.md).
 */
export const isInvalidatedBy = (
  dependency: CacheDependency,
  { before, after, isOfProfile = false }: PetChangeEvent,
): boolean =>
  (!isOfProfile || dependency.hasProfiles === true) &&
  (isWithin(dependency, before) ||
    (isListed(dependency, after) ? isWithin(dependency, after) : isListed(dependency, before)));
