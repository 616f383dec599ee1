import { attributeParameter, type contract, MAX_ID } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { contains } from "../operation/listing/contains.js";
import { type FilterName, parametersOf } from "../operation/listing/filters.js";
import { type PageRequest, writeFilters } from "../operation/listing/paging.js";
import { namesAttributes } from "./filters/attribute-filters.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor" | "offset">;

type Name = FilterName<PetQuery>;
type ValueOf<One extends Name> = NonNullable<PetQuery[One]>;

/** Columns whose changes the response cache and the triggers on `pet` tell. */
type Indexed = Extract<Name, keyof CacheDependency>;

/** Column of an index that ends with the id. `place`: of the columns before the id. */
type ByIndex = { readonly by: "index"; readonly column: Prisma.Sql; readonly type: string; readonly place: number };

/** Bound of the ids of the pets. */
type ByRange<Value> = { readonly by: "range"; readonly end: "from" | "below"; toSql(value: Value): Prisma.Sql };

/** Condition on rows. `few`: an index finds the few pets that it selects. `search`: PostgreSQL may have to scan the table. */
type ByCondition<Value> = {
  readonly by: "few" | "search";
  condition(value: Value): Prisma.Sql;
  /** Whether it depends on the profiles of pets. */
  readonly hasProfiles?: boolean;
};

/** The attributes of the store say what it selects: `filters/attribute-filters.ts`. */
type ByAttributes = { readonly by: "attributes"; readonly hasProfiles: true };

type Filter<One extends Name> = (
  | (One extends Indexed ? ByIndex : never)
  | (One extends "attributes" ? ByAttributes : never)
  | ByRange<ValueOf<One>>
  | ByCondition<ValueOf<One>>
) & {
  /** Gives equal selections one form: the order of values in a query must not affect cursors. */
  normalise?(value: ValueOf<One>): ValueOf<One>;
};

/** The least id of the pets that were created or imported at or after the time: ids are given in that order. */
const firstIdFrom = (time: string, id: Prisma.Sql, action: Prisma.Sql) => Prisma.sql`
  SELECT ${id} AS id FROM audit_event WHERE action = ${action} AND at >= ${time}::timestamptz AND ${id} IS NOT NULL
  ORDER BY at, audit_event.id LIMIT 1`;

const creationEnd = (time: string): Prisma.Sql => Prisma.sql`(SELECT coalesce(min(first.id), ${MAX_ID}::bigint)
  FROM ((${firstIdFrom(time, Prisma.sql`subject_id`, Prisma.sql`'pet.create'`)}) UNION ALL
    (${firstIdFrom(time, Prisma.sql`(after ->> 'firstPetId')::bigint`, Prisma.sql`'catalogue.import'`)})) AS first)`;

const byName = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Each parameter of `GET /v1/pets` that selects pets, in the order in which cursors have them. Pages, counts, exports,
 * cursors, lanes and what invalidates a cached page follow from this table.
 */
const petFilters: { readonly [One in Name]-?: Filter<One> } = {
  status: { by: "index", column: Prisma.sql`status`, type: "pet_status", place: 2 },
  categoryId: { by: "index", column: Prisma.sql`category_id`, type: "bigint", place: 1 },
  name: { by: "search", condition: (name) => contains(Prisma.sql`name`, name) },
  id: {
    by: "few",
    condition: (id) => Prisma.sql`id = ANY (${id}::bigint[])`,
    normalise: (id) => [...new Set(id)].toSorted((a, b) => a - b),
  },
  externalId: {
    by: "few",
    condition: (externalId) => Prisma.sql`id = (SELECT pet_id FROM pet_profile WHERE external_id = ${externalId})`,
    hasProfiles: true,
  },
  createdFrom: { by: "range", end: "from", toSql: creationEnd },
  createdTo: { by: "range", end: "below", toSql: creationEnd },
  attributes: { by: "attributes", hasProfiles: true, normalise: byName },
};

type AnyFilter = (ByIndex | ByAttributes | ByRange<unknown> | ByCondition<unknown>) & {
  normalise?(value: unknown): unknown;
};

const all = Object.entries(petFilters) as [Name, AnyFilter][];
const namesBy = (...ways: AnyFilter["by"][]) => all.flatMap(([name, { by }]) => (ways.includes(by) ? [name] : []));

const searched = namesBy("search");
const few = namesBy("few");
const ranges = namesBy("range");
const found = namesBy("few", "search", "range", "attributes");
const ofProfiles = all.flatMap(([name, filter]) => ("hasProfiles" in filter && filter.hasProfiles ? [name] : []));

/** The filters that have columns of an index before the id. */
export const indexed = (Object.entries(petFilters) as [Indexed, AnyFilter][]).flatMap(([name, filter]) =>
  filter.by === "index" ? [{ name, ...filter }] : [],
);

/** {@link indexed} in the order of the columns. */
export const inIndexOrder = indexed.toSorted((a, b) => a.place - b.place);

const hasAny = (filters: PetFilters, names: readonly Name[]): boolean =>
  names.some((name) => filters[name] !== undefined);

export const isByName = (sort: PetFilters["sort"]): boolean => sort === "name" || sort === "-name";

/** Whether PostgreSQL has to look for the pets, other than by their attributes. */
export const isSearched = (filters: PetFilters): boolean => hasAny(filters, searched);

/** Whether an index finds few pets. */
export const areFew = (filters: PetFilters): boolean => hasAny(filters, few);

/** Whether pets must be found, or put in order, by more than their id and the columns of an index. */
const isBeyondIndex = (filters: PetFilters): boolean =>
  isSearched(filters) || isByName(filters.sort) || namesAttributes(filters);

/** Whether the ids of the pets have bounds. */
export const hasRange = (filters: PetFilters): boolean => hasAny(filters, ranges);

/** Every order by id has an index, with the columns of {@link indexed} too. */
export const isAlongIndex = (filters: PetFilters): boolean => !areFew(filters) && !isBeyondIndex(filters);

/** Whether PostgreSQL may have to scan the table. */
export const isSearch = (filters: PetFilters): boolean => !areFew(filters) && isBeyondIndex(filters);

/** Whether the filters select by more than the columns whose counts are kept. */
export const isBeyondCounts = (filters: PetFilters): boolean => hasAny(filters, found);

/** Whether the selection depends on profiles. */
export const readsProfiles = (filters: PetFilters): boolean => hasAny(filters, ofProfiles) || namesAttributes(filters);

/** The bounds of the ids. */
export const rangeOf = (filters: PetFilters): { from?: Prisma.Sql; below?: Prisma.Sql } =>
  Object.fromEntries(
    all.flatMap(([name, filter]) =>
      filter.by === "range" && filters[name] !== undefined ? [[filter.end, filter.toSql(filters[name])]] : [],
    ),
  );

/** The conditions of the filters that neither an index nor a bound has. */
export const foundBy = (filters: PetFilters): Prisma.Sql[] =>
  all.flatMap(([name, filter]) =>
    "condition" in filter && filters[name] !== undefined ? [filter.condition(filters[name])] : [],
  );

/** What a query selects and how it is shown, without the place of the page. */
export const selectionOf = (query: PetQuery): PetFilters => {
  const { expand, sort } = query;
  const selection: Record<string, unknown> = { expand, sort };
  for (const [name, filter] of all) {
    const value = query[name];
    selection[name] = value === undefined || filter.normalise === undefined ? value : filter.normalise(value);
  }
  return selection as PetFilters;
};

const { attributes: _written, ...plain } = petFilters;

/** The parameters of a link. */
export const parametersOfPets = (filters: PetFilters): PageRequest["filters"] => {
  const { attributes } = filters;
  const written = parametersOf(plain, filters);
  if (attributes === undefined) return written;
  const ofAttributes = Object.entries(attributes).map(([one, values]) => [attributeParameter(one), values] as const);
  return [...written, ...writeFilters(Object.fromEntries(ofAttributes))];
};
