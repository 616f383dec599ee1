import type { Pet, PetStatus } from "@petstore/contract";

/**
 * Which pets a response depends on, before or after a change: those with one of these `ids`; with this status and category, if it
 * is filtered; with an id between `from` and `to`, both inclusive.
 */
export type CacheDependency = {
  readonly ids?: ReadonlySet<number>;
  readonly status?: PetStatus;
  readonly categoryId?: number;
  readonly from: number;
  readonly to: number;
};

/** What decides which responses list a pet; its id alone if no more is known. */
type Seen = Pick<Pet, "id"> & Partial<Pick<Pet, "categoryId" | "status">>;

/** A pet before and after a change; null if it did not or does not exist. */
export type PetChangeEvent = { readonly before: Seen | null; readonly after: Seen | null };

const isListed = ({ ids, status, categoryId }: CacheDependency, pet: Seen | null) =>
  pet !== null &&
  (ids === undefined || ids.has(pet.id)) &&
  (status === undefined || pet.status === status) &&
  (categoryId === undefined || pet.categoryId === categoryId);

const isWithin = ({ ids, from, to }: CacheDependency, pet: Seen | null) =>
  pet !== null && (ids === undefined || ids.has(pet.id)) && from <= pet.id && pet.id <= to;

/**
 * Whether a change may alter a response with this dependency. A pet within the range counts even if the filters exclude it before and
 * after: the response may predate a remote change that has not arrived yet, which the author of this change must not see. A pet that
 * leaves the filter counts anywhere, because it may have been the row that proves that there is a next page.
 */
export const isInvalidatedBy = (dependency: CacheDependency, { before, after }: PetChangeEvent): boolean =>
  isWithin(dependency, before) ||
  (isListed(dependency, after) ? isWithin(dependency, after) : isListed(dependency, before));
