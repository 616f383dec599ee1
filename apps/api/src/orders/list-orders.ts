import { BASE_PATH, type contract } from "@petstore/contract";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Deps } from "../deps.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../listing/keyset.js";
import type { Operation } from "../operation/operation.js";
import { readPage, writeFilters } from "../listing/paging.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";

type Query = ServerInferRequest<typeof contract.orders.listOrders>["query"];

/** An animal has few orders, so that its index comes first, and their status is looked at in passing. */
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

/** The order by id is what comes without `sort`. */
const filtersOf = ({ status, petId, sort }: Query) =>
  writeFilters({ status, petId, sort: sort === "id" ? undefined : sort });

/** Keyset paging, forwards and backwards, from the oldest order or from the newest. */
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
