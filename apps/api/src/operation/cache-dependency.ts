import type { Pet, PetStatus } from "@petstore/contract/routes";

/** A response depends on the pets that satisfy all of these conditions. `from` and `to` are ids, both inclusive. */
export type CacheDependency = {
  readonly ids?: ReadonlySet<number>;
  readonly status?: PetStatus;
  readonly categoryId?: number;
  readonly from: number;
  readonly to: number;
  /** True if the response also depends on the profiles of these pets. */
  readonly hasProfiles?: boolean;
};

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
