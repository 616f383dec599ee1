import type { contract } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import { contains } from "../operation/listing/contains.js";
import { type Equality, type Listing } from "../operation/listing/keyset.js";
import type { JsonListing } from "../operation/listing/json-page.js";
import type { Seen } from "../operation/principal.js";
import { type AttributeFilter, namesAttributes, type Resolved } from "./filters/attribute-filters.js";
import { hasValue, isFound, isOneValue, petsWith, sortedParts } from "./filters/value-source.js";
import { petColumnOf } from "./store/pet-table.js";
import { expandedPetJson } from "./store/pet-json.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor">;

/** What a listing returns. */
export type PetSelection = PetFilters & {
  /** The attributes in each pet's profile; undefined without profiles. */
  readonly seen?: Seen | undefined;
  /** What the query's attributes stand for; undefined if it names none. */
  readonly resolved?: Resolved | undefined;
};

const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];
const byValue = [Prisma.sql`sort_value`, Prisma.sql`id`];

const isByName = (sort: PetFilters["sort"]): boolean => sort === "name" || sort === "-name";

/** Whether pets must be found, or put in order, by more than their id, status and category. */
const isBeyondIndex = (filters: PetFilters): boolean =>
  filters.name !== undefined || isByName(filters.sort) || namesAttributes(filters);

/** Every order by id has an index, with a status or a category too. */
export const isAlongIndex = (filters: PetFilters): boolean =>
  filters.id === undefined && filters.externalId === undefined && !isBeyondIndex(filters);

/** Whether PostgreSQL may have to scan the table. */
export const isSearch = (filters: PetFilters): boolean =>
  filters.id === undefined && filters.externalId === undefined && isBeyondIndex(filters);

type FilterValues = { readonly status: Prisma.Sql; readonly categoryId: Prisma.Sql };

const parametersOf = ({ status, categoryId }: PetFilters): FilterValues => ({
  status: Prisma.sql`${status}::pet_status`,
  categoryId: Prisma.sql`${categoryId}::bigint`,
});

/** Sources, conditions and order of a listing by attributes; those of one value are joined, unless names have the order. */
const byAttributes = ({ sort, resolved }: PetSelection, others: readonly Prisma.Sql[]) => {
  const { filters = [], sortId } = resolved ?? {};
  const isDescending = sort.startsWith("-");
  const within = filters.find(({ attributeId }) => attributeId === sortId);
  const rest = filters.filter((filter) => filter !== within);
  const joined = isByName(sort) ? [] : rest.filter(isOneValue);
  const checked = rest.filter((filter) => !joined.includes(filter));
  const conditionsBy = (toSql: (filter: AttributeFilter) => Prisma.Sql) => ({
    where: [...others, ...checked.map(toSql)],
  });
  const conditions = { ...conditionsBy(isFound), whereWalked: conditionsBy(hasValue).where };
  const isClustered = conditions.where.length > 0;
  if (sortId === undefined) {
    const order = { columns: isByName(sort) ? byName : byId, isDescending };
    return { from: petsWith(joined), ...conditions, order, canCluster: isByName(sort) || checked.length > 0 };
  }
  const sources = sortedParts({ attributeId: sortId, isDescending, within, withAll: joined });
  const parts = sources.map((from, at): Listing => {
    const order = { columns: at === 0 ? byValue : byId, isDescending };
    return { select: Prisma.empty, from, alias: Prisma.sql`pet`, ...conditions, order, canCluster: isClustered };
  });
  const all = sources.map((source) => Prisma.sql`SELECT * FROM ${source}`);
  return {
    from: Prisma.sql`(${Prisma.join(all, " UNION ALL ")}) AS pet`,
    ...conditions,
    parts,
    order: { columns: [Prisma.sql`sort_rank`, ...byValue], isDescending },
    canCluster: isClustered,
  };
};

/** @param values - SQL for the filter values, if they are not parameters of the statement. */
export const petListing = (filters: PetSelection, values: FilterValues = parametersOf(filters)): JsonListing => {
  const { status, categoryId, name, id, externalId, sort } = filters;
  const equal: Equality[] = [
    ...(categoryId === undefined ? [] : [{ column: Prisma.sql`category_id`, value: values.categoryId }]),
    ...(status === undefined ? [] : [{ column: Prisma.sql`status`, value: values.status }]),
  ];
  // Names, ids and values have their own indexes; the planner decides how to apply the other filters.
  const isWithin = isAlongIndex(filters);
  const where = [
    ...(isWithin ? [] : equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`)),
    ...(name === undefined ? [] : [contains(Prisma.sql`name`, name)]),
    ...(id === undefined ? [] : [Prisma.sql`id = ANY (${id}::bigint[])`]),
    ...(externalId === undefined
      ? []
      : [Prisma.sql`id = (SELECT pet_id FROM pet_profile WHERE external_id = ${externalId})`]),
  ];
  const columns = { select: Prisma.join(Object.values(petColumnOf)), json: expandedPetJson(filters.seen) };
  if (namesAttributes(filters)) return { ...columns, alias: Prisma.sql`pet`, ...byAttributes(filters, where) };
  const isFew = id !== undefined || externalId !== undefined;
  return {
    ...columns,
    from: Prisma.sql`pet`,
    where,
    within: isWithin ? equal : [],
    canCluster: isByName(sort) && !isFew && (name !== undefined || equal.length > 0),
    order: { columns: isByName(sort) ? byName : byId, isDescending: sort.startsWith("-") },
  };
};
