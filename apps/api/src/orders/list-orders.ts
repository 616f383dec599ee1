import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Lanes } from "../concurrency/lanes.js";
import type { Cursors } from "../operation/listing/cursors.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/keyset.js";
import { contains } from "../operation/listing/contains.js";
import type { Seen } from "../operation/principal.js";
import { seenBy } from "../credentials/scopes.js";
import type { Operation } from "../operation/operation.js";
import { embeddedQuery, type ListingDeps, readPage, writeFilters } from "../operation/listing/paging.js";
import { customerHas, searchedFor } from "./customers/customer-table.js";
import { expandedOrderColumns, type ExpandedOrderRow, toExpandedOrder } from "./order-row.js";

const orderTable = Prisma.sql`store_order`;

type Query = ServerInferRequest<typeof contract.orders.listOrders>["query"];

/** A pet or a customer has few orders, and a text may have few: their indexes come first, and the rest are only filters. */
const isWithinStatus = ({ petId, customerId, reference, q }: Query) =>
  petId === undefined && customerId === undefined && reference === undefined && q === undefined;

const withinOf = (query: Query): NonNullable<Listing["within"]> => {
  const { status, petId, customerId } = query;
  if (petId !== undefined) return [{ column: Prisma.sql`pet_id`, value: Prisma.sql`${petId}::bigint` }];
  if (customerId !== undefined) return [{ column: Prisma.sql`customer_id`, value: Prisma.sql`${customerId}::bigint` }];
  if (status === undefined || !isWithinStatus(query)) return [];
  return [{ column: Prisma.sql`status`, value: Prisma.sql`${status}::order_status` }];
};

const petHas = (text: string) =>
  Prisma.sql`EXISTS (SELECT FROM pet WHERE pet.id = pet_id AND ${contains(Prisma.sql`pet.name`, text)})`;
const customerOfOrderHas = (text: string) =>
  Prisma.sql`EXISTS (SELECT FROM customer WHERE customer.id = customer_id AND ${customerHas(text)})`;

/** Where a search finds an order: each condition has an index of its own. */
const placesOf = (q: string, seen: Seen): Prisma.Sql[] => {
  const { number, text } = searchedFor(q);
  return [
    ...(number === undefined ? [] : [Prisma.sql`store_order.id = ${number}::bigint`]),
    ...(text === undefined ? [] : [contains(Prisma.sql`reference`, text), petHas(text)]),
    ...(text === undefined || seen === "public" ? [] : [contains(Prisma.sql`note`, text), customerOfOrderHas(text)]),
  ];
};

/** Tests a few orders one by one; else each place is searched by its index, which a condition with OR could not. */
const searchOf = (q: string, seen: Seen, where: readonly Prisma.Sql[]): Omit<Listing, "order" | "select"> => {
  const places = placesOf(q, seen);
  const found = places.map((place) => Prisma.sql`SELECT * FROM store_order WHERE ${place}`);
  const anyPlace = Prisma.join(places, " OR ", "(", ")");
  return {
    from: Prisma.sql`(${Prisma.join(found, " UNION ")}) AS store_order`,
    alias: orderTable,
    where,
    walked: { from: orderTable, where: [...where, anyPlace], most: 1_000 },
    canCluster: true,
  };
};

export const orderListing = (query: Query, seen: Seen): Listing => {
  const { status, petId, customerId, reference, q, expand } = query;
  const where = [
    ...(status === undefined || isWithinStatus(query) ? [] : [Prisma.sql`status = ${status}::order_status`]),
    ...(reference === undefined ? [] : [contains(Prisma.sql`reference`, reference)]),
    // Its index is partial, and a comparison of rows does not prove it; with a pet or a text it is only a filter.
    ...(customerId === undefined ? [] : [Prisma.sql`customer_id IS NOT NULL AND customer_id = ${customerId}::bigint`]),
    ...(q === undefined || petId === undefined ? [] : [Prisma.sql`pet_id = ${petId}::bigint`]),
  ];
  return {
    select: expandedOrderColumns(expand, seen),
    order: { columns: [Prisma.sql`id`], isDescending: query.sort === "-id" },
    ...(q === undefined ? { from: orderTable, within: withinOf(query), where } : searchOf(q, seen, where)),
  };
};

/** `id` is the default, so cursors with and without it are interchangeable. */
const filtersOf = ({ status, petId, customerId, reference, q, expand, sort }: Query) =>
  writeFilters({
    status,
    petId,
    customerId,
    reference,
    q,
    expand,
    sort: sort === "id" ? undefined : sort,
  } satisfies Record<keyof Omit<Query, "limit" | "cursor">, unknown>);

const path = `${BASE_PATH}/orders`;

/** The query, else the one that its cursor embeds. */
const queryIn = (cursors: Cursors, query: Query): Query => {
  const embedded = embeddedQuery(cursors, { path, filters: filtersOf(query), cursor: query.cursor });
  return embedded === undefined ? query : contract.orders.listOrders.query.parse(embedded);
};

/** A text that many old orders have in common is found past all newer ones. */
const isSearch = ({ petId, customerId, reference, q }: Query): boolean =>
  q !== undefined || (reference !== undefined && petId === undefined && customerId === undefined);

export const listOrders =
  (deps: ListingDeps & { readonly lanes: Lanes }): Operation<typeof contract.orders.listOrders> =>
  async ({ query: given }, flow, reader) => {
    const query = queryIn(deps.cursors, given);
    const { limit, cursor } = given;
    const request = { path, filters: filtersOf(query), limit, cursor };
    const lane = deps.lanes[isSearch(query) ? "searches" : "reads"];
    const { rows, headers } = await lane.run(flow, () =>
      readPage<ExpandedOrderRow>({ pool: deps.database.reads.pool, cursors: deps.cursors }, request, {
        listing: orderListing(query, seenBy(reader)),
        keyOf: ({ id }) => [Number(id)],
      }),
    );
    return { status: 200, body: rows.map(toExpandedOrder), headers };
  };
