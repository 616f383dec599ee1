import { BASE_PATH, contract } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Listing } from "../../operation/listing/keyset.js";
import { embeddedQuery, readPage, writeFilters } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import type { Row } from "../../operation/resource-rows.js";
import { customerColumns, customerHas, searchedFor, toCustomer } from "./customer-table.js";

const path = `${BASE_PATH}/customers`;

type Query = Input<typeof contract.customers.listCustomers>["query"];

const placesOf = (q: string): Prisma.Sql[] => {
  const { number, text } = searchedFor(q);
  return [
    ...(number === undefined ? [] : [Prisma.sql`id = ${number}::bigint`]),
    ...(text === undefined ? [] : [customerHas(text)]),
  ];
};

const customerListing = ({ q }: Query): Listing => ({
  select: customerColumns,
  from: Prisma.sql`customer`,
  where: q === undefined ? [] : [Prisma.join(placesOf(q), " OR ", "(", ")")],
  order: { columns: [Prisma.sql`id`], isDescending: true },
  canCluster: q !== undefined,
});

const filtersOf = ({ q }: Query) => writeFilters({ q });

export const listCustomers =
  ({ database, cursors }: ResourceDeps): Operation<typeof contract.customers.listCustomers> =>
  async ({ query: given }) => {
    const { limit, cursor } = given;
    const embedded = embeddedQuery(cursors, { path, filters: filtersOf(given), cursor });
    const query = embedded === undefined ? given : contract.customers.listCustomers.query.parse(embedded);
    const { rows, headers } = await readPage<Row>(
      { pool: database.reads.pool, cursors },
      { path, filters: filtersOf(query), limit, cursor },
      { listing: customerListing(query), keyOf: ({ id }) => [Number(id)] },
    );
    return { status: 200, body: rows.map(toCustomer), headers };
  };
