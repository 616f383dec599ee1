import { BASE_PATH, contract } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Listing } from "../../operation/listing/listing.js";
import { type Filters, openQuery, conditionsOf, givenIn } from "../../operation/listing/filters.js";
import { readPage } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import type { Row } from "../../operation/shape-row.js";
import { customerColumns, customerHas, searchedFor, toCustomer } from "./customer-table.js";

type Query = Input<typeof contract.customers.listCustomers>["query"];

const placesOf = (q: string): Prisma.Sql[] => {
  const { number, text } = searchedFor(q);
  return [
    ...(number === undefined ? [] : [Prisma.sql`id = ${number}::bigint`]),
    ...(text === undefined ? [] : [customerHas(text)]),
  ];
};

const filters = {
  q: { condition: (q) => Prisma.join(placesOf(q), " OR ", "(", ")") },
} satisfies Filters<Query>;

const list = { path: `${BASE_PATH}/customers`, schema: contract.customers.listCustomers.query, filters };

const customerListing = (query: Query): Listing => {
  const where = conditionsOf(givenIn(filters, query), undefined);
  return {
    select: customerColumns,
    from: Prisma.sql`customer`,
    where,
    order: { columns: [Prisma.sql`id`], isDescending: true },
    ...(where.length > 0 && { kind: "clustered" }),
  };
};

export const listCustomers =
  ({ database, cursors }: ResourceDeps): Operation<typeof contract.customers.listCustomers> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const { rows, headers } = await readPage<Row>({ pool: database.reads.pool, cursors }, request, {
      listing: customerListing(query),
      keyOf: ({ id }) => [Number(id)],
    });
    return { status: 200, body: rows.map(toCustomer), headers };
  };
