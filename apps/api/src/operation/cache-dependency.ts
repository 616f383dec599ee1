import type { Pet, PetStatus } from "@petstore/contract";

/**
 * Which animals could change an answer, as they are or as they become: those with one of these `ids`, where it is about
 * known ones; with this status and in this category, where it is filtered; from this id to that one, both included.
 */
export type CacheDependency = {
  readonly ids?: ReadonlySet<number>;
  readonly status?: PetStatus;
  readonly categoryId?: number;
  readonly from: number;
  readonly to: number;
};

/** An animal, as far as it decides which answers it is in; its id alone, where no more is known. */
type Seen = Pick<Pet, "id"> & Partial<Pick<Pet, "categoryId" | "status">>;

/** An animal before and after a change: null where there was or is none. */
export type PetChangeEvent = { readonly before: Seen | null; readonly after: Seen | null };

const isListed = ({ ids, status, categoryId }: CacheDependency, pet: Seen | null) =>
  pet !== null &&
  (ids === undefined || ids.has(pet.id)) &&
  (status === undefined || pet.status === status) &&
  (categoryId === undefined || pet.categoryId === categoryId);

const isWithin = ({ ids, from, to }: CacheDependency, pet: Seen | null) =>
  pet !== null && (ids === undefined || ids.has(pet.id)) && from <= pet.id && pet.id <= to;

/**
 * Whether an answer of this reach may be another after the change. One that may show the animal counts even where its filters
 * leave it out before and after: it may be older than a change by another process that has not been heard of yet, and whoever
 * made this one is not to see that. An animal that leaves may have been the one beyond the page for whose sake there is a next
 * one, so that it matters wherever it was.
 */
export const isInvalidatedBy = (dependency: CacheDependency, { before, after }: PetChangeEvent): boolean =>
  isWithin(dependency, before) ||
  (isListed(dependency, after) ? isWithin(dependency, after) : isListed(dependency, before));
