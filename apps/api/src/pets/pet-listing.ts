import type { contract } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import { contains } from "../operation/listing/contains.js";
import { allRows, type Equality } from "../operation/listing/keyset.js";
import type { JsonListing } from "../operation/listing/json-page.js";
import { petColumnOf } from "./store/pet-table.js";
import { petJson } from "./store/pet-json.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor">;

const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];

const isByName = (sort: PetFilters["sort"]): boolean => sort.endsWith("name");

/** Every order by id has an index, with a status or a category too. */
export const isAlongIndex = ({ sort, name, id }: PetFilters): boolean =>
  !isByName(sort) && name === undefined && id === undefined;

/** Whether PostgreSQL may have to scan the table. */
export const isSearch = ({ sort, name, id }: PetFilters): boolean =>
  id === undefined && (name !== undefined || isByName(sort));

type FilterValues = { readonly status: Prisma.Sql; readonly categoryId: Prisma.Sql };

const parametersOf = ({ status, categoryId }: PetFilters): FilterValues => ({
  status: Prisma.sql`${status}::pet_status`,
  categoryId: Prisma.sql`${categoryId}::bigint`,
});

/** @param values - SQL for the filter values, if they are not parameters of the statement. */
export const petListing = (filters: PetFilters, values: FilterValues = parametersOf(filters)): JsonListing => {
  const { status, categoryId, name, id, sort } = filters;
  const equal: Equality[] = [
    ...(categoryId === undefined ? [] : [{ column: Prisma.sql`category_id`, value: values.categoryId }]),
    ...(status === undefined ? [] : [{ column: Prisma.sql`status`, value: values.status }]),
  ];
  // Names and ids have their own indexes; the planner decides how to apply the other filters.
  const isWithin = isAlongIndex(filters);
  return {
    select: Prisma.join(Object.values(petColumnOf)),
    json: petJson,
    from: Prisma.sql`pet`,
    where: [
      ...(isWithin ? [] : equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`)),
      ...(name === undefined ? [] : [contains(Prisma.sql`name`, name)]),
      ...(id === undefined ? [] : [Prisma.sql`id = ANY (${id}::bigint[])`]),
    ],
    within: isWithin ? equal : [],
    canCluster: isByName(sort) && id === undefined && (name !== undefined || equal.length > 0),
    order: { columns: isByName(sort) ? byName : byId, isDescending: sort.startsWith("-") },
  };
};

/** All pets that the filters select, in their order. @param columns - Of `pet`. */
export const petRows = (filters: PetFilters, columns: Prisma.Sql): Prisma.Sql => allRows(petListing(filters), columns);
