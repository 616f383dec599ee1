import { BASE_PATH, type contract } from "@petstore/contract";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Equality, Listing } from "../keyset.js";
import type { Operation } from "../operation.js";
import { countRows, readPage, writeFilters } from "../paging.js";
import { preferenceOf } from "../preferences.js";
import { petColumns, type PetRow, toPet } from "../pet-row.js";

type Query = ServerInferRequest<typeof contract.pets.listPets>["query"];
type Filters = Omit<Query, "limit" | "cursor">;
type Row = PetRow & { sortName: string };

const select = Prisma.sql`${petColumns}, lower(name) AS "sortName"`;
const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];

const isByName = (sort: Filters["sort"]) => sort.endsWith("name");

/** `%`, `_` and the backslash itself stand for themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The animals that a client asks for, in the order it asks for. */
export const petListing = ({ status, categoryId, name, id, sort }: Filters): Listing => {
  const equal: Equality[] = [
    ...(categoryId === undefined
      ? []
      : [{ column: Prisma.sql`category_id`, value: Prisma.sql`${categoryId}::bigint` }]),
    ...(status === undefined ? [] : [{ column: Prisma.sql`status`, value: Prisma.sql`${status}::pet_status` }]),
  ];
  // Each order by id has its index. A name or ids are found by indexes of their own, and the rest is left to PostgreSQL.
  const isWithin = !isByName(sort) && name === undefined && id === undefined;
  return {
    select,
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

/** The order by id is what comes without `sort`. */
const filtersOf = ({ status, categoryId, name, id, sort }: Filters) =>
  writeFilters({ status, categoryId, name, id, sort: sort === "id" ? undefined : sort });

/** The same animals, however a client lists their ids: no matter to a cursor, or to an entity tag. */
const inOneWay = ({ id, ...query }: Query): Query =>
  id === undefined ? query : { ...query, id: [...new Set(id)].toSorted((a, b) => a - b) };

/** Keyset paging, forwards and backwards, in every order and with every filter. */
export const listPets =
  (deps: Pick<Deps, "database" | "cursors">): Operation<typeof contract.pets.listPets> =>
  async ({ query: asked, headers: { prefer = "" } }) => {
    const { limit, cursor, ...filters } = inOneWay(asked);
    const { pool } = deps.database;
    const listing = petListing(filters);
    const { rows, headers } = await readPage<Row>(
      { pool, cursors: deps.cursors },
      { path: `${BASE_PATH}/pets`, filters: filtersOf(filters), limit, cursor },
      {
        listing,
        keyOf: ({ id, sortName }) => (isByName(filters.sort) ? [sortName, Number(id)] : [Number(id)]),
      },
    );
    const isCounted = preferenceOf(prefer, "count") === "exact";
    const count = isCounted && {
      "Total-Count": String(await countRows(pool, listing)),
      "Preference-Applied": "count=exact",
    };
    return { status: 200, body: rows.map(toPet), headers: { ...headers, ...count } };
  };
