import { BASE_PATH, contract } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Listing } from "../../operation/listing/listing.js";
import { type Filters, openQuery, conditionsOf, givenIn } from "../../operation/listing/filters.js";
import { readPage } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import type { Row } from "../../operation/shape-row.js";
import { customerColumns, customerHas, searchedFor, toCustomer } from "./customer-table.js";
import { mayBe } from "./same-customer.js";

type Query = Input<typeof contract.customers.listCustomers>["query"];

const placesOf = (q: string): Prisma.Sql[] => {
  const { number, text } = searchedFor(q);
  return [
    ...(number === undefined ? [] : [Prisma.sql`id = ${number}::bigint`]),
    ...(text === undefined ? [] : [customerHas(text)]),
  ];
};

/** The customer of `sameAs`; null if there is none. */
type Subject = Parameters<typeof mayBe>[0] | null;

const filters = {
  q: { condition: (q) => Prisma.join(placesOf(q), " OR ", "(", ")") },
  // The list has the customer at hand, so that PostgreSQL knows what it searches for when it plans.
  sameAs: { condition: (_id, subject) => (subject === null ? Prisma.sql`false` : mayBe(subject)) },
} satisfies Filters<Query, Subject>;

const list = { path: `${BASE_PATH}/customers`, schema: contract.customers.listCustomers.query, filters };

export const customerListing = (query: Query, subject: Subject): Listing => {
  const where = conditionsOf(givenIn(filters, query), subject);
  return {
    select: customerColumns,
    from: Prisma.sql`customer`,
    where,
    order: { columns: [Prisma.sql`id`], isDescending: true },
    // Few customers may be the same person, so a walk would only lose time.
    ...(where.length > 0 && { kind: "clustered", only: query.sameAs === undefined ? undefined : "search" }),
  };
};

const findSubject = ({ reads }: ResourceDeps["database"], id: number): Promise<Subject> =>
  reads.db.customer.findUnique({ where: { id }, select: { id: true, name: true, phone: true } });

export const listCustomers =
  ({ database, cursors }: ResourceDeps): Operation<typeof contract.customers.listCustomers> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const subject = query.sameAs === undefined ? null : await findSubject(database, query.sameAs);
    const { rows, headers } = await readPage<Row>({ pool: database.reads.pool, cursors }, request, {
      listing: customerListing(query, subject),
      keyOf: ({ id }) => [Number(id)],
    });
    return { status: 200, body: rows.map(toCustomer), headers };
  };
