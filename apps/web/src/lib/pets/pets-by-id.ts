import type { ExpandedPet } from "@petstore/contract/client";
import { MAX_LISTED_IDS, MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { ask } from "../service/api";

/** The maximum number of ids of one request, so that all its animals fit on one page. */
const AT_ONCE = Math.min(MAX_LISTED_IDS, MAX_PAGE_SIZE);

/** Splits the ids into requests. */
export const requestsFor = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** @property isExpanded - Reads the profiles too. */
type ReadOptions = { readonly signal?: AbortSignal | undefined; readonly isExpanded?: boolean };

/** @param ids - One of the lists that {@link requestsFor} returns. */
export const readPets = async (
  ids: readonly number[],
  { signal, isExpanded = false }: ReadOptions = {},
): Promise<readonly ExpandedPet[]> => {
  const query = { id: [...ids], limit: AT_ONCE, ...(isExpanded && { expand: ["profile" as const] }) };
  const call = signal === undefined ? {} : { signal };
  return (await ask((api, options) => api.pets.listPets({ query, ...options }), call)).body;
};

/** Reads animals by number. A deleted animal is left out. */
export const readPetsById = async (
  ids: readonly number[],
  options: ReadOptions = {},
): Promise<ReadonlyMap<number, ExpandedPet>> => {
  const pages = await Promise.all(requestsFor(ids).map((some) => readPets(some, options)));
  return new Map(pages.flat().map((pet) => [pet.id, pet]));
};
