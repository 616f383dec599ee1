import { BASE_PATH, type contract } from "@petstore/contract";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../listing/keyset.js";
import type { Operation } from "../operation/operation.js";
import { readPage, writeFilters } from "../listing/paging.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";

type Query = ServerInferRequest<typeof contract.orders.listOrders>["query"];

/** A pet has few orders: its index comes first, and the status is only a filter. */
const withinOf = ({ status, petId }: Query): NonNullable<Listing["within"]> => {
  if (petId !== undefined) return [{ column: Prisma.sql`pet_id`, value: Prisma.sql`${petId}::bigint` }];
  return status === undefined ? [] : [{ column: Prisma.sql`status`, value: Prisma.sql`${status}::order_status` }];
};

const listingOf = (query: Query): Listing => ({
  select: orderColumns,
  from: Prisma.sql`store_order`,
  within: withinOf(query),
  where:
    query.petId === undefined || query.status === undefined ? [] : [Prisma.sql`status = ${query.status}::order_status`],
  order: { columns: [Prisma.sql`id`], isDescending: query.sort === "-id" },
});

/** `id` is the default, so cursors with and without it are interchangeable. */
const filtersOf = ({ status, petId, sort }: Query) =>
  writeFilters({ status, petId, sort: sort === "id" ? undefined : sort });

export const listOrders =
  (deps: Pick<Deps, "database" | "cursors">): Operation<typeof contract.orders.listOrders> =>
  async ({ query }) => {
    const { limit, cursor } = query;
    const request = { path: `${BASE_PATH}/orders`, filters: filtersOf(query), limit, cursor };
    const { rows, headers } = await readPage<OrderRow>(
      { pool: deps.database.reads.pool, cursors: deps.cursors },
      request,
      {
        listing: listingOf(query),
        keyOf: ({ id }) => [Number(id)],
      },
    );
    return { status: 200, body: rows.map(toOrder), headers };
  };
