import type { ExpandedPet } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { about, aboutCounts, anyOf, concernedBy } from "../../lib/service/concerns";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { type Page, pageQuery, toPage } from "../../lib/service/page-query";
import { filtersOf, type PetFilters, type PetLayout, type PetOrder, orderOf, type Place } from "./search";

/** An animal with its profile, because the list shows its first photo and columns of its fields. */
export type ListedPet = ExpandedPet;

export type PetPage = Page<ListedPet>;

/** The beginning of the query keys of all pages with any filters. */
export const petPagesKey = ["pets", "page"] as const;

type PageRequest = PetOrder & Place;

type ListOptions = { readonly limit: number; readonly signal: AbortSignal; readonly isExpanded?: boolean };

/** @param limit - At most the contract's `MAX_PAGE_SIZE`. */
const listPets = (request: PageRequest, { limit, signal, isExpanded = false }: ListOptions) => {
  const { id, ...order } = orderOf(request);
  const { cursor, offset } = request;
  const place = { ...(cursor !== undefined && { cursor }), ...(offset !== undefined && { offset }) };
  const query = { ...order, limit, ...(id && { id: [...id] }), ...place };
  const expanded = isExpanded ? { ...query, expand: ["profile" as const] } : query;
  return ask((api, options) => api.pets.listPets({ query: expanded, ...options }), { signal });
};

export const readPetPage = async (...given: Parameters<typeof listPets>): Promise<PetPage> =>
  toPage(await listPets(...given));

export const petPageQuery = ({ limit = PAGE_SIZE, ...request }: PageRequest & PetLayout) =>
  pageQuery(
    [...petPagesKey, orderOf(request), limit, request.offset ?? 0, request.cursor ?? null],
    ({ signal }) => listPets(request, { limit, signal, isExpanded: true }),
    concernedBy(about("pet", "profile", "photo")),
  );

/** Returns the events that can change the count: an animal is added or deleted, or a field of the filter changes. */
const countsFor = ({ attributes, q, ...fields }: PetFilters) => {
  if (q !== undefined) return about("pet", "profile", "note");
  const ofPets = aboutCounts(...Object.keys(fields));
  return attributes === undefined ? ofPets : anyOf(ofPets, about("profile"));
};

/** The service counts the matches of a text up to this number. */
export const MAX_COUNTED = 10_000;

/**
 * Counts the animals that match. It is read once for each filter and not with each page, because the service reads
 * every match for it.
 */
export const petCountQuery = (given: PetFilters) => {
  const { id, ...filters } = filtersOf(given);
  return queryOptions({
    queryKey: ["pets", "count", filtersOf(given)],
    staleTime: 300_000,
    ...concernedBy(countsFor(filtersOf(given))),
    queryFn: async ({ signal }): Promise<number> => {
      const query = { ...filters, ...(id && { id: [...id] }), limit: 1 };
      const headers = { prefer: "count=exact" };
      const answer = await ask((api, options) => api.pets.listPets({ query, headers, ...options }), { signal });
      return Number(answer.headers.get("total-count"));
    },
  });
};
