import { attributeParameter, type contract, MAX_ID } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { type FilterName, parametersOf } from "../operation/listing/filters.js";
import { type PageRequest, writeFilters } from "../operation/listing/paging.js";
import { namesAttributes } from "./filters/attribute-filters.js";
import { nameContains } from "./search/short-names.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor" | "offset"> & {
  readonly sort: NonNullable<PetQuery["sort"]>;
};

type Name = FilterName<PetQuery>;
type ValueOf<One extends Name> = NonNullable<PetQuery[One]>;

/** The columns whose changes are reported to the response cache, by the triggers on `pet`. */
type Indexed = Extract<Name, keyof CacheDependency>;

/**
 * A filter by a column of an index that ends with the id. `place` is the place of the column among those before the id.
 */
type ByIndex = { readonly by: "index"; readonly column: Prisma.Sql; readonly type: string; readonly place: number };

/** A filter that becomes a bound for the ids of pets, such as `createdFrom`. */
type ByRange<Value> = { readonly by: "range"; readonly end: "from" | "below"; toSql(value: Value): Prisma.Sql };

/**
 * A filter that is a condition on rows. With `few`, an index finds the pets, which are few. With `search`, PostgreSQL
 * may have to scan the table.
 */
type ByCondition<Value> = {
  readonly by: "few" | "search";
  condition(value: Value): Prisma.Sql;
  /** True if the condition depends on the profiles of pets. */
  readonly hasProfiles?: boolean;
};

/** A search by words. The words in use determine how the pets are found: `search/plan-search.ts`. */
type ByWords = { readonly by: "words"; readonly hasProfiles: true };

/** A filter by attributes. The definitions of the store determine what it selects: `filters/attribute-filters.ts`. */
type ByAttributes = { readonly by: "attributes"; readonly hasProfiles: true };

type Filter<One extends Name> = (
  | (One extends Indexed ? ByIndex : never)
  | (One extends "attributes" ? ByAttributes : never)
  | (One extends "q" ? ByWords : never)
  | ByRange<ValueOf<One>>
  | ByCondition<ValueOf<One>>
) & {
  /** Gives equal selections the same form, because the order of the values in a query must not affect cursors. */
  normalise?(value: ValueOf<One>): ValueOf<One>;
};

/**
 * Returns the lowest id of the pets that were created or imported at or after the time. Ids are assigned in that order.
 */
const firstIdFrom = (time: string, id: Prisma.Sql, action: Prisma.Sql) => Prisma.sql`
  SELECT ${id} AS id FROM audit_event WHERE action = ${action} AND at >= ${time}::timestamptz AND ${id} IS NOT NULL
  ORDER BY at, audit_event.id LIMIT 1`;

const creationEnd = (time: string): Prisma.Sql => Prisma.sql`(SELECT coalesce(min(first.id), ${MAX_ID}::bigint)
  FROM ((${firstIdFrom(time, Prisma.sql`subject_id`, Prisma.sql`'pet.create'`)}) UNION ALL
    (${firstIdFrom(time, Prisma.sql`(after ->> 'firstPetId')::bigint`, Prisma.sql`'catalogue.import'`)})) AS first)`;

const byName = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Defines each parameter of `GET /v1/pets` that selects pets. Cursors contain them in this order. Pages, counts,
 * exports, cursors, lanes and the invalidation of cached pages are derived from this table.
 */
const petFilters: { readonly [One in Name]-?: Filter<One> } = {
  status: { by: "index", column: Prisma.sql`status`, type: "pet_status", place: 2 },
  categoryId: { by: "index", column: Prisma.sql`category_id`, type: "bigint", place: 1 },
  q: { by: "words", hasProfiles: true },
  name: { by: "search", condition: nameContains },
  id: {
    by: "few",
    condition: (id) => Prisma.sql`id = ANY (${id}::bigint[])`,
    normalise: (id) => [...new Set(id)].toSorted((a, b) => a - b),
  },
  externalId: {
    by: "few",
    condition: (externalId) =>
      Prisma.sql`id = ANY (ARRAY(SELECT pet_id FROM pet_profile WHERE external_id = ANY (${externalId}::text[])))`,
    hasProfiles: true,
    normalise: (externalId) => [...new Set(externalId)].toSorted(),
  },
  createdFrom: { by: "range", end: "from", toSql: creationEnd },
  createdTo: { by: "range", end: "below", toSql: creationEnd },
  attributes: { by: "attributes", hasProfiles: true, normalise: byName },
};

type AnyFilter = (ByIndex | ByWords | ByAttributes | ByRange<unknown> | ByCondition<unknown>) & {
  normalise?(value: unknown): unknown;
};

const all = Object.entries(petFilters) as [Name, AnyFilter][];
const namesBy = (...ways: AnyFilter["by"][]) => all.flatMap(([name, { by }]) => (ways.includes(by) ? [name] : []));

const searched = namesBy("search", "words");
const few = namesBy("few");
const ranges = namesBy("range");
const found = namesBy("few", "search", "words", "range", "attributes");
const ofProfiles = all.flatMap(([name, filter]) => ("hasProfiles" in filter && filter.hasProfiles ? [name] : []));

/** The filters whose columns come before the id in an index. */
export const indexed = (Object.entries(petFilters) as [Indexed, AnyFilter][]).flatMap(([name, filter]) =>
  filter.by === "index" ? [{ name, ...filter }] : [],
);

/** The filters of {@link indexed}, in the order of their columns. */
export const inIndexOrder = indexed.toSorted((a, b) => a.place - b.place);

const hasAny = (filters: PetFilters, names: readonly Name[]): boolean => {
  for (const name of names) if (filters[name] !== undefined) return true;
  return false;
};

export const isByName = (sort: PetFilters["sort"]): boolean => sort === "name" || sort === "-name";

/** Tells whether PostgreSQL has to search for the pets by something other than their attributes. */
export const isSearched = (filters: PetFilters): boolean => hasAny(filters, searched);

/** Tells whether an index finds few pets. */
export const areFew = (filters: PetFilters): boolean => hasAny(filters, few);

/** Tells whether finding or ordering the pets needs more than the id and the columns of an index. */
const isBeyondIndex = (filters: PetFilters): boolean =>
  isSearched(filters) || isByName(filters.sort) || namesAttributes(filters);

/** Tells whether there are bounds for the ids of the pets. */
export const hasRange = (filters: PetFilters): boolean => hasAny(filters, ranges);

/**
 * Tells whether the list can be read along an index. Every order by id has one, also with the columns of
 * {@link indexed}.
 */
export const isAlongIndex = (filters: PetFilters): boolean => !areFew(filters) && !isBeyondIndex(filters);

/** Tells whether PostgreSQL may have to scan the table. */
export const isSearch = (filters: PetFilters): boolean => !areFew(filters) && isBeyondIndex(filters);

/** Tells whether the filters use more than the columns whose counts are stored. */
export const isBeyondCounts = (filters: PetFilters): boolean => hasAny(filters, found);

/** Tells whether the selection depends on profiles. */
export const readsProfiles = (filters: PetFilters): boolean => hasAny(filters, ofProfiles) || namesAttributes(filters);

/** Returns the bounds for the ids. */
export const rangeOf = (filters: PetFilters): { from?: Prisma.Sql; below?: Prisma.Sql } =>
  Object.fromEntries(
    all.flatMap(([name, filter]) =>
      filter.by === "range" && filters[name] !== undefined ? [[filter.end, filter.toSql(filters[name])]] : [],
    ),
  );

/** Returns the conditions of those filters that are covered neither by an index nor by a bound. */
export const foundBy = (filters: PetFilters): Prisma.Sql[] =>
  all.flatMap(([name, filter]) =>
    "condition" in filter && filters[name] !== undefined ? [filter.condition(filters[name])] : [],
  );

/** Returns the order of a query. There is no relevance without a search, so pets are then in the order of their ids. */
const sortOf = ({ sort, q }: Pick<PetQuery, "sort" | "q">): PetFilters["sort"] => {
  if (q === undefined) return sort === undefined || sort === "relevance" ? "id" : sort;
  return sort ?? "relevance";
};

const normalised = all.filter(([, filter]) => filter.normalise !== undefined);

/** Returns the selection of a query and its form, without the place of the page. */
export const selectionOf = ({
  limit: _limit,
  cursor: _cursor,
  offset: _offset,
  ...given
}: Omit<PetQuery, "limit"> & { readonly limit?: number }): PetFilters => {
  // The rest of a query is a new object, which is not copied once more.
  const selection: Record<string, unknown> = given;
  for (const [name, filter] of normalised)
    if (selection[name] !== undefined) selection[name] = filter.normalise?.(selection[name]);
  return Object.assign(given, { sort: sortOf(given) });
};

const { attributes: _written, ...plain } = petFilters;

/** Returns the parameters of a link. */
export const parametersOfPets = (filters: PetFilters): PageRequest["filters"] => {
  const { attributes } = filters;
  const written = parametersOf(plain, filters);
  if (attributes === undefined) return written;
  const ofAttributes = Object.entries(attributes).map(([one, values]) => [attributeParameter(one), values] as const);
  return [...written, ...writeFilters(Object.fromEntries(ofAttributes))];
};
