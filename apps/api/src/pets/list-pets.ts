import { BASE_PATH, contract } from "@petstore/contract";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Cursors } from "../listing/cursors.js";
import type { Deps } from "../deps.js";
import { isBackwards } from "../listing/keyset.js";
import { RawJson } from "../operation/raw-json.js";
import type { Operation } from "../operation/operation.js";
import { carriedFilters, countRows, type Edges, openPage, pageHeaders, writeFilters } from "../listing/paging.js";
import { preferenceOf } from "../listing/preferences.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { isAlongIndex, type PetFilters, petListing, type PetQuery } from "./pet-listing.js";
import { petPages } from "./read-pet-pages.js";

/** What selects and orders the animals. The same ids, however a client lists them: no matter to a cursor, or to an entity tag. */
const selectionOf = ({ status, categoryId, name, id, sort }: PetQuery): PetFilters => ({
  status,
  categoryId,
  name,
  sort,
  id: id && [...new Set(id)].toSorted((a, b) => a - b),
});

/** The order by id is what comes without `sort`. */
const filtersOf = ({ status, categoryId, name, id, sort }: PetFilters) =>
  writeFilters({ status, categoryId, name, id, sort: sort === "id" ? undefined : sort });

const path = `${BASE_PATH}/pets`;

/** The query with the filters that its cursor carries, where it has none of its own. */
const withCarried = (cursors: Cursors, asked: PetQuery): PetQuery => {
  const { limit, cursor } = asked;
  const carried = carriedFilters(cursors, { path, filters: filtersOf(selectionOf(asked)), cursor });
  if (carried === undefined) return asked;
  const query = new Map<string, string | string[]>();
  for (const [name, value] of carried) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : [before, value].flat());
  }
  return { ...contract.pets.listPets.query.parse(Object.fromEntries(query)), limit, cursor };
};

/** From where to where the ids of animals reach that could change a page in the order of ids. */
const boundsOf = ({ sort }: PetFilters, { position, hasMore, hasOtherSide, first, last }: Edges) => {
  const isBackward = position !== undefined && isBackwards(position);
  const isUpwards = sort.startsWith("-") === isBackward;
  // Where there is something beyond an edge, more of it changes nothing; where there is nothing, the first would.
  const begin = hasOtherSide ? position?.key[0] : undefined;
  const end = hasMore ? (isBackward ? first : last)?.[0] : undefined;
  const [from = 0, to = Infinity] = isUpwards ? [begin, end] : [end, begin];
  return { from: Number(from), to: Number(to) };
};

/** What a page depends on. */
export const dependencyOf = (filters: PetFilters, edges: Edges): CacheDependency => {
  const { status, categoryId, id } = filters;
  return {
    ...(id === undefined ? {} : { ids: new Set(id) }),
    ...(status === undefined ? {} : { status }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(isAlongIndex(filters) ? boundsOf(filters, edges) : { from: 0, to: Infinity }),
  };
};

/** Keyset paging, forwards and backwards, in every order and with every filter. */
export const listPets = (
  deps: Pick<Deps, "database" | "lanes" | "cursors">,
): Operation<typeof contract.pets.listPets> => {
  const { pool } = deps.database.reads;
  const readPage = petPages(pool, deps.lanes);
  const countExactly = (filters: PetFilters, flow: Flow) =>
    deps.lanes.searches.run(flow, () => countRows(pool, petListing(filters)));
  return async ({ query: asked, headers: { prefer = "" } }, principal) => {
    const { limit, cursor } = asked;
    const filters = selectionOf(withCarried(deps.cursors, asked));
    const request = { path, filters: filtersOf(filters), limit, cursor };
    const { cursors, position } = openPage(deps.cursors, request);
    const page = await readPage(principal, { filters, limit, position });
    const headers = pageHeaders(cursors, request, page);
    const answer = { status: 200, body: new RawJson(page.text) } as const;
    if (preferenceOf(prefer, "count") !== "exact")
      return { ...answer, headers, dependency: dependencyOf(filters, page) };
    const count = String(await countExactly(filters, principal));
    return { ...answer, headers: { ...headers, "Total-Count": count, "Preference-Applied": "count=exact" } };
  };
};
