import type { ExpandedPet } from "@petstore/contract/client";
import { MAX_LISTED_IDS, MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { ask } from "../service/api";

/** All of them fit on one page. */
const AT_ONCE = Math.min(MAX_LISTED_IDS, MAX_PAGE_SIZE);

/** The requests, each with as many ids as one takes. */
export const requestsFor = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** @property isExpanded - With their profiles. */
type ReadOptions = { readonly signal?: AbortSignal | undefined; readonly isExpanded?: boolean };

/** @param ids - Of {@link requestsFor} */
export const readPets = async (
  ids: readonly number[],
  { signal, isExpanded = false }: ReadOptions = {},
): Promise<readonly ExpandedPet[]> => {
  const query = { id: [...ids], limit: AT_ONCE, ...(isExpanded && { expand: "profile" as const }) };
  const call = signal === undefined ? {} : { signal };
  return (await ask((api, options) => api.pets.listPets({ query, ...options }), call)).body;
};

/** One that was deleted is missing. */
export const readPetsById = async (
  ids: readonly number[],
  options: ReadOptions = {},
): Promise<ReadonlyMap<number, ExpandedPet>> => {
  const pages = await Promise.all(requestsFor(ids).map((some) => readPets(some, options)));
  return new Map(pages.flat().map((pet) => [pet.id, pet]));
};
