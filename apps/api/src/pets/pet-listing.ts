import type { contract } from "@petstore/contract";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import type { Equality } from "../listing/keyset.js";
import type { JsonListing } from "../listing/json-page.js";
import { petColumnOf } from "../operation/pet-row.js";
import { petJson } from "./pet-json.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor">;

const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];

const isByName = (sort: PetFilters["sort"]): boolean => sort.endsWith("name");

/** Each order by id has its index, within a status or a category too. */
export const isAlongIndex = ({ sort, name, id }: PetFilters): boolean =>
  !isByName(sort) && name === undefined && id === undefined;

/** Whether PostgreSQL may have to look at every pet. Known ids are found one by one. */
export const isSearch = ({ sort, name, id }: PetFilters): boolean =>
  id === undefined && (name !== undefined || isByName(sort));

/** `%`, `_` and the backslash itself stand for themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** What is asked for, said in SQL. */
type Given = { readonly status: Prisma.Sql; readonly categoryId: Prisma.Sql };

const parametersOf = ({ status, categoryId }: PetFilters): Given => ({
  status: Prisma.sql`${status}::pet_status`,
  categoryId: Prisma.sql`${categoryId}::bigint`,
});

/**
 * The animals that a client asks for, in the order it asks for.
 * @param given - The values of the filters, where they are not to be parameters of the statement.
 */
export const petListing = (filters: PetFilters, given: Given = parametersOf(filters)): JsonListing => {
  const { status, categoryId, name, id, sort } = filters;
  const equal: Equality[] = [
    ...(categoryId === undefined ? [] : [{ column: Prisma.sql`category_id`, value: given.categoryId }]),
    ...(status === undefined ? [] : [{ column: Prisma.sql`status`, value: given.status }]),
  ];
  // A name or ids are found by indexes of their own, and the rest is left to PostgreSQL.
  const isWithin = isAlongIndex(filters);
  return {
    select: Prisma.join(Object.values(petColumnOf)),
    json: petJson,
    from: Prisma.sql`pet`,
    where: [
      ...(isWithin ? [] : equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`)),
      ...(name === undefined ? [] : [Prisma.sql`name ILIKE ${`%${escapeLike(name)}%`}`]),
      ...(id === undefined ? [] : [Prisma.sql`id = ANY (${id}::bigint[])`]),
    ],
    within: isWithin ? equal : [],
    order: { columns: isByName(sort) ? byName : byId, isDescending: sort.startsWith("-") },
  };
};
