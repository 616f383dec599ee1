import { BASE_PATH, contract, readAttributeParameters } from "@petstore/contract/routes";
import { createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Database } from "../database/open-database.js";
import { queryOfPool } from "../database/query.js";
import type { Prisma } from "../generated/client.js";
import type { Principal, Seen } from "../operation/principal.js";
import { type AttributeQuery, namesAttributes, resolveAttributes, type Resolved } from "./filters/attribute-filters.js";
import { findFew } from "./filters/find-few.js";
import { readDefinitions } from "./store/attribute-table.js";
import { seenBy } from "../credentials/scopes.js";
import { type Cursors, hasFilters } from "../operation/listing/cursors.js";
import type { Lanes } from "../concurrency/lanes.js";
import { allRows, isBackwards } from "../operation/listing/keyset.js";
import { RawJson } from "../operation/raw-json.js";
import type { Operation } from "../operation/operation.js";
import { queryInLane } from "../operation/query-in-lane.js";
import {
  countRows,
  embeddedQuery,
  type Edges,
  type ListingDeps,
  openPage,
  pageHeaders,
} from "../operation/listing/paging.js";
import type { Position } from "../operation/listing/position.js";
import { preferenceOf } from "../operation/listing/preferences.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { countHeadersOf, petCountStatement } from "./count-pets.js";
import {
  indexed,
  isAlongIndex,
  parametersOfPets,
  type PetFilters,
  type PetQuery,
  readsProfiles,
  selectionOf,
} from "./pet-filters.js";
import { petListing, type PetSelection } from "./pet-listing.js";
import type { SearchKeeper } from "./search/keep-search.js";
import { planSearch, type SearchPlan } from "./search/plan-search.js";
import { petPages } from "./read-pet-pages.js";

const path = `${BASE_PATH}/pets`;

/**
 * Returns the filters of the query, or of its cursor if the cursor contains them. They are also returned as the
 * parameters of a link.
 */
const filtersIn = (cursors: Cursors, query: PetQuery) => {
  const filters = selectionOf(query);
  const written = parametersOfPets(filters);
  const embedded = embeddedQuery(cursors, { path, filters: written, cursor: query.cursor });
  if (embedded === undefined) return { filters, written };
  const selection = selectionOf(contract.pets.listPets.query.parse(readAttributeParameters(embedded)));
  return { filters: selection, written: parametersOfPets(selection) };
};

/** Returns the range of ids in which a change can affect a page that is ordered by id. */
const boundsOf = ({ sort }: PetFilters, { position, hasMore, hasOtherSide, first, last }: Edges) => {
  const isBackward = position !== undefined && isBackwards(position);
  const isUpwards = sort.startsWith("-") === isBackward;
  // If there is a page beyond an edge, changes beyond the edge do not affect this page. If there is no such page, the
  // first new row beyond the edge affects this page.
  const start = hasOtherSide ? position?.key[0] : undefined;
  const end = hasMore ? (isBackward ? first : last)?.[0] : undefined;
  const [from = 0, to = Infinity] = isUpwards ? [start, end] : [end, start];
  return { from: Number(from), to: Number(to) };
};

/** @param offset - The number of rows before the page. Changes of these rows can move the page too. */
export const dependencyOf = (filters: PetFilters, edges: Edges, offset = 0): CacheDependency => {
  const { id, expand } = filters;
  const isOrdered = isAlongIndex(filters) && offset === 0;
  const dependency: { -readonly [Name in keyof CacheDependency]: CacheDependency[Name] } = isOrdered
    ? boundsOf(filters, edges)
    : { from: 0, to: Infinity };
  if (expand !== undefined || readsProfiles(filters)) dependency.hasProfiles = true;
  if (id !== undefined) dependency.ids = new Set(id);
  for (const { name } of indexed) if (filters[name] !== undefined) Object.assign(dependency, { [name]: filters[name] });
  return dependency;
};

type ResolverDeps = {
  readonly database: Pick<Database, "reads">;
  readonly lanes: Pick<Lanes, "reads">;
  readonly searchKeeper: Pick<SearchKeeper, "settle">;
};

/** Finds the definitions of the attributes in a query. @throws AppError 400, as `resolveAttributes` does. */
const resolver = ({ database, lanes }: ResolverDeps) => {
  const query = queryOfPool(database.reads.pool);
  const readOnce = async (calls: readonly unknown[]) => {
    const definitions = await readDefinitions(query);
    return calls.map(() => definitions);
  };
  const readAll = createBatcher(lanes.reads, readOnce, { name: "listAttributes", maxBatchSize: 100, maxInFlight: 2 });
  return async (flow: Flow, filters: AttributeQuery, seen: Seen): Promise<Resolved | undefined> => {
    if (!namesAttributes(filters)) return undefined;
    const resolved = resolveAttributes(filters, await readAll(flow, undefined), seen);
    return { ...resolved, few: await lanes.reads.run(flow, () => findFew(query, resolved.filters)) };
  };
};

/** Decides how the search of a query is answered. @param position - Of the page, which keeps the words of the first page. */
const planner =
  ({ database, lanes, searchKeeper }: ResolverDeps) =>
  async (flow: Flow, { q, sort }: PetFilters, seen: Seen, position?: Position): Promise<SearchPlan | undefined> => {
    if (q === undefined) return undefined;
    const query = queryInLane(lanes.reads, flow, queryOfPool(database.reads.pool));
    const corrections = sort === "relevance" && position !== undefined ? String(position.key[2]) : undefined;
    const request = { q, seen, corrections, settle: searchKeeper.settle };
    return planSearch(query, request);
  };

export const listPets = (
  deps: ListingDeps & ResolverDeps & { readonly lanes: Lanes },
): Operation<typeof contract.pets.listPets> => {
  const { pool } = deps.database.reads;
  const readPage = petPages(pool, deps.lanes);
  const readAttributes = resolver(deps);
  const planOf = planner(deps);
  const countExactly = (filters: PetSelection, flow: Flow) =>
    deps.lanes.searches.run(flow, () => countRows(pool, petCountStatement(filters)));
  return async ({ query, headers: { prefer } }, flow, reader) => {
    const { limit, cursor, offset = 0 } = query;
    const { filters: given, written } = filtersIn(deps.cursors, query);
    // Pages without attributes skip the look-up, because copying the filters would make them 2 % slower.
    const filters: PetSelection = namesAttributes(given)
      ? { ...given, resolved: await readAttributes(flow, given, seenBy(reader)) }
      : given;
    const request = { path, filters: written, limit, cursor };
    const { ofListing, position } = openPage(deps.cursors, request);
    const search = await planOf(flow, given, seenBy(reader), position);
    const found = search === undefined ? filters : { ...filters, search };
    const selection = found.expand === undefined ? found : { ...found, seen: seenBy(reader) };
    const page = await readPage(flow, { filters: selection, limit, offset, position });
    const headers = pageHeaders(deps.cursors, ofListing, request, page);
    const answer = { status: 200, body: new RawJson(page.text) } as const;
    if (prefer === undefined || preferenceOf(prefer, "count") !== "exact") {
      // The words of a pet are written after the pet, so no change of a pet tells when the answer to a search changes.
      if (search !== undefined) return { ...answer, headers };
      return { ...answer, headers, dependency: dependencyOf(filters, page, offset) };
    }
    return {
      ...answer,
      headers: { ...headers, ...countHeadersOf(await countExactly(found, flow), search !== undefined) },
    };
  };
};

/** Tells whether keys of different scopes may get different pets or different profiles. */
export const isSeenDifferently = ({ query }: { readonly query: PetQuery }): boolean =>
  query.expand !== undefined ||
  query.q !== undefined ||
  namesAttributes(selectionOf(query)) ||
  (query.cursor !== undefined && hasFilters(query.cursor));

/** @returns a query for `columns` of all pets that the filters of a reader select, in the order of the list */
export const petRows = (deps: ResolverDeps) => {
  const readAttributes = resolver(deps);
  const planOf = planner(deps);
  return async (
    flow: Flow,
    query: Omit<PetQuery, "limit">,
    reader?: Principal,
  ): Promise<(columns: Prisma.Sql) => Prisma.Sql> => {
    const filters = selectionOf(query);
    const resolved = await readAttributes(flow, filters, seenBy(reader));
    const listing = petListing({ ...filters, resolved, search: await planOf(flow, filters, seenBy(reader)) });
    return (columns) => allRows(listing, columns);
  };
};
