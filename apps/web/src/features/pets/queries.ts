import type { Pet } from "@petstore/contract/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api";
import { PAGE_SIZE, type PageCursors, readPageCursors } from "../../lib/page-links";
import { live } from "../../lib/query-client";
import { filtersOf, type PetFilters, type PetOrder, orderOf } from "./search";

export type PetPage = { readonly pets: readonly Pet[]; readonly cursors: PageCursors };

/** All pages of all filters: the key that they begin with. */
export const petPagesKey = ["pets", "page"] as const;

type PageRequest = PetOrder & { readonly cursor?: string | undefined };

/** @param limit - `MAX_PAGE_SIZE` of the contract at the most. */
export const readPetPage = async (
  request: PageRequest,
  { limit = PAGE_SIZE, signal }: { readonly limit?: number; readonly signal: AbortSignal },
): Promise<PetPage> => {
  const { id, ...order } = orderOf(request);
  const { cursor } = request;
  const query = { ...order, limit, ...(id && { id: [...id] }), ...(cursor !== undefined && { cursor }) };
  const { body, headers } = await ask((api, options) => api.pets.listPets({ query, ...options }), { signal });
  return { pets: body, cursors: readPageCursors(headers) };
};

export const petPageQuery = (request: PageRequest) =>
  queryOptions({
    queryKey: [...petPagesKey, orderOf(request), request.cursor ?? null],
    queryFn: ({ signal }) => readPetPage(request, { signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** How many animals match. Asked once for each filter, not with each page: it reads every match. */
export const petCountQuery = (given: PetFilters) => {
  const { id, ...filters } = filtersOf(given);
  return queryOptions({
    queryKey: ["pets", "count", filtersOf(given)],
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<number> => {
      const query = { ...filters, ...(id && { id: [...id] }), limit: 1 };
      const headers = { prefer: "count=exact" };
      const answer = await ask((api, options) => api.pets.listPets({ query, headers, ...options }), { signal });
      return Number(answer.headers.get("total-count"));
    },
  });
};

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await ask((api, options) => api.views.listViews(options), { signal })).body,
});
