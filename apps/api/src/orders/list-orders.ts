import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Lanes } from "../concurrency/lanes.js";
import { Prisma } from "../generated/client.js";
import type { ClusteredListing } from "../operation/listing/clustered-listing.js";
import type { Listing } from "../operation/listing/listing.js";
import { contains } from "../operation/listing/contains.js";
import type { Seen } from "../operation/principal.js";
import { seenBy } from "../credentials/scopes.js";
import type { Operation } from "../operation/operation.js";
import {
  conditionsOf,
  laneOf,
  type LanedFilters,
  openQuery,
  selectedBy,
  givenIn,
} from "../operation/listing/filters.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import { customerHas, searchedFor } from "./customers/customer-table.js";
import { expandedOrderColumns, type ExpandedOrderRow, toExpandedOrder } from "./order-row.js";

const orderTable = Prisma.sql`store_order`;

type Query = ServerInferRequest<typeof contract.orders.listOrders>["query"];

const petHas = (text: string) =>
  Prisma.sql`EXISTS (SELECT FROM pet WHERE pet.id = pet_id AND ${contains(Prisma.sql`pet.name`, text)})`;
const customerOfOrderHas = (text: string) =>
  Prisma.sql`EXISTS (SELECT FROM customer WHERE customer.id = customer_id AND ${customerHas(text)})`;

/** The places where a search can find an order. Each condition has its own index. */
const placesOf = (q: string, seen: Seen): Prisma.Sql[] => {
  const { number, text } = searchedFor(q);
  return [
    ...(number === undefined ? [] : [Prisma.sql`store_order.id = ${number}::bigint`]),
    ...(text === undefined ? [] : [contains(Prisma.sql`reference`, text), petHas(text)]),
    ...(text === undefined || seen === "public" ? [] : [contains(Prisma.sql`note`, text), customerOfOrderHas(text)]),
  ];
};

/**
 * A pet or a customer has few orders, and a text may have few. Their indexes are therefore used first, and the other
 * conditions only filter.
 */
const isOfMany = ({ petId, customerId, reference, q }: Query) =>
  petId === undefined && customerId === undefined && reference === undefined && q === undefined;

const filters = {
  status: {
    condition: (status) => Prisma.sql`status = ${status}::order_status`,
    index: (status, query) =>
      isOfMany(query) ? [{ column: Prisma.sql`status`, value: Prisma.sql`${status}::order_status` }] : undefined,
  },
  petId: {
    condition: (petId) => Prisma.sql`pet_id = ${petId}::bigint`,
    index: (petId) => [{ column: Prisma.sql`pet_id`, value: Prisma.sql`${petId}::bigint` }],
  },
  customerId: {
    // PostgreSQL does not infer from the row comparison that the row is in the partial index.
    condition: (customerId) => Prisma.sql`customer_id IS NOT NULL AND customer_id = ${customerId}::bigint`,
    index: (customerId) => [{ column: Prisma.sql`customer_id`, value: Prisma.sql`${customerId}::bigint` }],
    isIndexPartial: true,
  },
  reference: {
    condition: (reference) => contains(Prisma.sql`reference`, reference),
    // If only old orders contain a text, PostgreSQL reads all newer orders before it finds them.
    lane: ({ petId, customerId }) => (petId === undefined && customerId === undefined ? "searches" : "reads"),
  },
  q: {
    condition: (q, seen) => Prisma.join(placesOf(q, seen), " OR ", "(", ")"),
    lane: () => "searches",
  },
} satisfies LanedFilters<Query, Seen>;

/**
 * If the first orders probably contain a whole page, they are tested one by one. Otherwise the search is a UNION, in
 * which each place is searched with its own index. PostgreSQL would not use these indexes for one condition with OR.
 */
const searchOf = (q: string, seen: Seen, where: readonly Prisma.Sql[]): Omit<ClusteredListing, "order" | "select"> => {
  const found = placesOf(q, seen).map((place) => Prisma.sql`SELECT * FROM store_order WHERE ${place}`);
  return {
    kind: "clustered",
    from: Prisma.sql`(${Prisma.join(found, " UNION ")}) AS store_order`,
    alias: orderTable,
    where,
    walked: { from: orderTable, where: [...where, filters.q.condition(q, seen)], most: 1_000 },
  };
};

export const orderListing = (query: Query, seen: Seen): Listing => {
  const { q, expand, sort } = query;
  const given = givenIn(filters, query);
  return {
    select: expandedOrderColumns(expand, seen),
    order: { columns: [Prisma.sql`id`], isDescending: sort === "-id" },
    ...(q === undefined
      ? { from: orderTable, ...selectedBy(given, query, seen) }
      : searchOf(
          q,
          seen,
          conditionsOf(
            given.filter(({ name }) => name !== "q"),
            seen,
          ),
        )),
  };
};

const list = { path: `${BASE_PATH}/orders`, schema: contract.orders.listOrders.query, filters };

export const listOrders =
  ({
    database,
    cursors,
    lanes,
  }: ListingDeps & { readonly lanes: Lanes }): Operation<typeof contract.orders.listOrders> =>
  async ({ query: given }, flow, reader) => {
    const { query, request } = openQuery(cursors, list, given);
    const { rows, headers } = await lanes[laneOf(filters, query)].run(flow, () =>
      readPage<ExpandedOrderRow>({ pool: database.reads.pool, cursors }, request, {
        listing: orderListing(query, seenBy(reader)),
        keyOf: ({ id }) => [Number(id)],
      }),
    );
    return { status: 200, body: rows.map(toExpandedOrder), headers };
  };
