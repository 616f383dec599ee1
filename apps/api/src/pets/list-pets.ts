import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Cursors } from "../operation/listing/cursors.js";
import type { Lanes } from "../concurrency/lanes.js";
import { isBackwards } from "../operation/listing/keyset.js";
import { RawJson } from "../operation/raw-json.js";
import type { Operation } from "../operation/operation.js";
import {
  countRows,
  embeddedQuery,
  type Edges,
  type ListingDeps,
  openPage,
  pageHeaders,
  writeFilters,
} from "../operation/listing/paging.js";
import { preferenceOf } from "../operation/listing/preferences.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { petCountStatement } from "./count-pets.js";
import { isAlongIndex, type PetFilters, type PetQuery } from "./pet-listing.js";
import { petPages } from "./read-pet-pages.js";

/** A filter that is forgotten here would be accepted and ignored. */
type EachFilter = Record<keyof PetFilters, unknown>;

/** Normalises ids: their order in the query must not affect cursors. */
const selectionOf = ({ status, categoryId, name, id, sort }: PetQuery): PetFilters =>
  ({
    status,
    categoryId,
    name,
    sort,
    id: id && [...new Set(id)].toSorted((a, b) => a - b),
  }) satisfies EachFilter;

const filtersOf = ({ status, categoryId, name, id, sort }: PetFilters) =>
  writeFilters({ status, categoryId, name, id, sort: sort === "id" ? undefined : sort } satisfies EachFilter);

const path = `${BASE_PATH}/pets`;

/** The filters of the query, else those that its cursor embeds; also as parameters of a link. */
const filtersIn = (cursors: Cursors, query: PetQuery) => {
  const filters = selectionOf(query);
  const written = filtersOf(filters);
  const embedded = embeddedQuery(cursors, { path, filters: written, cursor: query.cursor });
  if (embedded === undefined) return { filters, written };
  const selection = selectionOf(contract.pets.listPets.query.parse(embedded));
  return { filters: selection, written: filtersOf(selection) };
};

/** The range of ids whose changes can affect a page in the order of ids. */
const boundsOf = ({ sort }: PetFilters, { position, hasMore, hasOtherSide, first, last }: Edges) => {
  const isBackward = position !== undefined && isBackwards(position);
  const isUpwards = sort.startsWith("-") === isBackward;
  // Beyond an edge with a neighbour page nothing matters; beyond an open edge the first new row does.
  const start = hasOtherSide ? position?.key[0] : undefined;
  const end = hasMore ? (isBackward ? first : last)?.[0] : undefined;
  const [from = 0, to = Infinity] = isUpwards ? [start, end] : [end, start];
  return { from: Number(from), to: Number(to) };
};

export const dependencyOf = (filters: PetFilters, edges: Edges): CacheDependency => {
  const { status, categoryId, id } = filters;
  return {
    ...(id === undefined ? {} : { ids: new Set(id) }),
    ...(status === undefined ? {} : { status }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(isAlongIndex(filters) ? boundsOf(filters, edges) : { from: 0, to: Infinity }),
  };
};

export const listPets = (deps: ListingDeps & { readonly lanes: Lanes }): Operation<typeof contract.pets.listPets> => {
  const { pool } = deps.database.reads;
  const readPage = petPages(pool, deps.lanes);
  const countExactly = (filters: PetFilters, flow: Flow) =>
    deps.lanes.searches.run(flow, () => countRows(pool, petCountStatement(filters)));
  return async ({ query, headers: { prefer } }, flow) => {
    const { limit, cursor } = query;
    const { filters, written } = filtersIn(deps.cursors, query);
    const request = { path, filters: written, limit, cursor };
    const { ofListing, position } = openPage(deps.cursors, request);
    const page = await readPage(flow, { filters, limit, position });
    const headers = pageHeaders(deps.cursors, ofListing, request, page);
    const answer = { status: 200, body: new RawJson(page.text) } as const;
    if (prefer === undefined || preferenceOf(prefer, "count") !== "exact")
      return { ...answer, headers, dependency: dependencyOf(filters, page) };
    const count = String(await countExactly(filters, flow));
    return { ...answer, headers: { ...headers, "Total-Count": count, "Preference-Applied": "count=exact" } };
  };
};
