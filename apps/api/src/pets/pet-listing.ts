import { Prisma } from "../generated/client.js";
import type { Equality } from "../operation/listing/keyset.js";
import type { Listing, PartedListing } from "../operation/listing/listing.js";
import type { JsonListing } from "../operation/listing/json-page.js";
import type { Seen } from "../operation/principal.js";
import { type AttributeFilter, namesAttributes, type Resolved } from "./filters/attribute-filters.js";
import {
  fewPets,
  hasValue,
  idsWith,
  isFound,
  isInWalk,
  isOneValue,
  petsWith,
  profilesFor,
  restOfPet,
  sortedParts,
} from "./filters/value-source.js";
import {
  areFew,
  foundBy,
  indexed,
  inIndexOrder,
  isAlongIndex,
  isByName,
  isSearched,
  type PetFilters,
  rangeOf,
} from "./pet-filters.js";
import type { SearchPlan } from "./search/plan-search.js";
import { byRelevance, isQuick, matchesSearch } from "./search/search-listing.js";
import { petColumnOf } from "./store/pet-table.js";
import { expandedPetJson } from "./store/pet-json.js";

/** The selection of a listing: the filters, and the parts of the profiles that it includes. */
export type PetSelection = PetFilters & {
  /** The attributes that are included in each pet's profile; undefined if profiles are not included. */
  readonly seen?: Seen | undefined;
  /** The definitions of the attributes in the query; undefined if it names none. */
  readonly resolved?: Resolved | undefined;
  /** How the search is answered; undefined if there is none. */
  readonly search?: SearchPlan | undefined;
};

const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];
const byValue = [Prisma.sql`sort_value`, Prisma.sql`id`];
const byRank = [Prisma.sql`sort_rank`, ...byValue];
const petTable = Prisma.sql`pet`;

/** SQL for the values of {@link indexed}, by the names of the filters. */
export type IndexedValues = Readonly<Record<(typeof indexed)[number]["name"], Prisma.Sql>>;

const parametersIn = (filters: PetFilters): IndexedValues =>
  Object.fromEntries(
    indexed.map(({ name, type }) => [name, Prisma.sql`${filters[name]}::${Prisma.raw(type)}`]),
  ) as IndexedValues;

/**
 * This is enough for ten pages if the value is just too frequent to count as rare, in a store of a million pets.
 * PostgreSQL reads this many rows in a tenth of a second.
 */
const MAX_WALKED = 20_000;

/** A listing that is ordered by an attribute. Its pets may come from two sources. */
const bySort = (
  {
    sort,
    within,
    isDescending,
    keepsOrder,
  }: {
    sort: NonNullable<Resolved["sort"]>;
    within: AttributeFilter | undefined;
    isDescending: boolean;
    keepsOrder: boolean;
  },
  where: readonly Prisma.Sql[],
  whereWalked: readonly Prisma.Sql[],
): Omit<PartedListing, "select"> => {
  const sources = sortedParts({ ...sort, isDescending }, within);
  const parts = sources.map((from, at) => {
    const order = { columns: at === 0 ? byValue : byId, isDescending };
    const part = { select: Prisma.empty, from, where, order, firsts: [(at === 1) !== isDescending] };
    if (whereWalked.length === 0) return part;
    const walked = { from, where: whereWalked, most: MAX_WALKED, keepsOrder };
    return { ...part, kind: "clustered" as const, alias: petTable, walked };
  });
  const all = sources.map((source) => Prisma.sql`SELECT * FROM ${source}`);
  const from = Prisma.sql`(${Prisma.join(all, " UNION ALL ")}) AS pet`;
  return {
    kind: "parted",
    from,
    where,
    walked: { from, where: whereWalked, most: MAX_WALKED },
    parts,
    order: { columns: byRank, isDescending },
  };
};

/** Removes `select` from each kind of listing in a union. */
type WithoutSelect<One extends Listing> = One extends Listing ? Omit<One, "select"> : never;

/** Returns the sources, the conditions and the order of a listing by attributes. @param others - Further conditions. */
const byAttributes = (selection: PetSelection, others: readonly Prisma.Sql[]): WithoutSelect<Listing> => {
  const { sort: order, resolved } = selection;
  const { filters = [], few, sort } = resolved ?? {};
  const keepsOrder = !isSearched(selection);
  const isDescending = order.startsWith("-");
  const without = (taken: AttributeFilter | undefined, toSql: (filter: AttributeFilter) => Prisma.Sql) => [
    ...others,
    ...filters.filter((filter) => filter !== taken).map(toSql),
  ];
  const plainOrder = { columns: isByName(order) ? byName : byId, isDescending };
  if (few !== undefined) {
    const ordered = sort === undefined ? plainOrder : { columns: byRank, isDescending };
    const from = fewPets(few, sort && { ...sort, isDescending });
    return { from, where: without(few, hasValue), order: ordered };
  }
  if (sort !== undefined) {
    const within = filters.find(({ attributeId }) => attributeId === sort.attributeId);
    return bySort({ sort, within, isDescending, keepsOrder }, without(within, isFound), without(within, hasValue));
  }
  const found = { from: petTable, where: without(undefined, isFound), order: plainOrder };
  const clustered = { ...found, kind: "clustered", alias: petTable } as const;
  if (isByName(order))
    return {
      ...clustered,
      walked: { from: petTable, where: without(undefined, hasValue), most: MAX_WALKED, keepsOrder },
    };
  const first = filters.find(isOneValue);
  const where = without(first, first === undefined ? isInWalk : hasValue);
  if (first !== undefined && where.length === 0) return { from: petsWith(first), where, order: plainOrder };
  const from = first === undefined ? profilesFor(filters) : idsWith(first);
  return { ...clustered, walked: { from, joined: restOfPet, where, most: MAX_WALKED, keepsOrder } };
};

/**
 * Returns how a page is read: at once if there are few rows, with a short walk that may be enough, or with a search
 * that may take long.
 */
export const wayOf = (filters: PetSelection, listing: Listing): "short" | "walk" | "search" => {
  const { resolved, sort, search } = filters;
  if (search !== undefined) return listing.kind === undefined && isQuick(search) ? "short" : "search";
  if (resolved === undefined) return "search";
  if (resolved.few !== undefined || listing.kind === undefined) return "short";
  return listing.kind === "clustered" && !isSearched(filters) && !isByName(sort) ? "walk" : "search";
};

/** @param values - SQL for the values of the indexed filters, if they are not parameters of the statement. */
export const petListing = (filters: PetSelection, values: IndexedValues = parametersIn(filters)): JsonListing => {
  const { sort } = filters;
  const range = rangeOf(filters);
  const equal: Equality[] = inIndexOrder.flatMap(({ name, column }) =>
    filters[name] === undefined ? [] : [{ column, value: values[name] }],
  );
  // Names, ids and values have their own indexes. The planner decides how to apply the other filters.
  const isWithin = isAlongIndex(filters);
  const ranged = [
    ...(range.from === undefined ? [] : [Prisma.sql`id >= ${range.from}`]),
    ...(range.below === undefined ? [] : [Prisma.sql`id < ${range.below}`]),
  ];
  const where = [
    ...(isWithin ? [] : ranged),
    ...(isWithin ? [] : equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`)),
    ...foundBy(filters),
    ...(filters.search === undefined || sort === "relevance" ? [] : [matchesSearch(filters.search)]),
  ];
  const isHeavy = filters.seen !== undefined;
  const columns = { select: Prisma.join(Object.values(petColumnOf)), json: expandedPetJson(filters.seen), isHeavy };
  if (filters.search !== undefined && sort === "relevance")
    return {
      ...columns,
      ...byRelevance(filters.search, {
        indexed: equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`),
        rest: [...ranged, ...foundBy(filters), ...(filters.resolved?.filters ?? []).map(hasValue)],
        status: filters.status,
      }),
    };
  if (namesAttributes(filters)) return { ...columns, ...byAttributes(filters, where) };
  return {
    ...columns,
    from: Prisma.sql`pet`,
    where,
    within: isWithin ? equal : [],
    range: isWithin ? range : {},
    ...(isByName(sort) && !areFew(filters) && where.length > 0 && { kind: "clustered" }),
    order: { columns: isByName(sort) ? byName : byId, isDescending: sort.startsWith("-") },
  };
};
