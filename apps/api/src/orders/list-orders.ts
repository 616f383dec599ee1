import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import type { Lanes } from "../concurrency/lanes.js";
import type { Cursors } from "../operation/listing/cursors.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/keyset.js";
import { contains } from "../operation/listing/contains.js";
import type { Operation } from "../operation/operation.js";
import { embeddedQuery, type ListingDeps, readPage, writeFilters } from "../operation/listing/paging.js";
import { expandedOrderColumns, type ExpandedOrderRow, toExpandedOrder } from "./order-row.js";

type Query = ServerInferRequest<typeof contract.orders.listOrders>["query"];

/** A pet has few orders, and a reference may have few: their indexes come first, and the rest are only filters. */
const isWithinStatus = ({ petId, reference }: Query) => petId === undefined && reference === undefined;

const withinOf = (query: Query): NonNullable<Listing["within"]> => {
  const { status, petId } = query;
  if (petId !== undefined) return [{ column: Prisma.sql`pet_id`, value: Prisma.sql`${petId}::bigint` }];
  if (status === undefined || !isWithinStatus(query)) return [];
  return [{ column: Prisma.sql`status`, value: Prisma.sql`${status}::order_status` }];
};

export const orderListing = (query: Query): Listing => {
  const { status, reference, expand } = query;
  return {
    select: expandedOrderColumns(expand),
    from: Prisma.sql`store_order`,
    within: withinOf(query),
    where: [
      ...(status === undefined || isWithinStatus(query) ? [] : [Prisma.sql`status = ${status}::order_status`]),
      ...(reference === undefined ? [] : [contains(Prisma.sql`reference`, reference)]),
    ],
    order: { columns: [Prisma.sql`id`], isDescending: query.sort === "-id" },
  };
};

/** `id` is the default, so cursors with and without it are interchangeable. */
const filtersOf = ({ status, petId, reference, expand, sort }: Query) =>
  writeFilters({ status, petId, reference, expand, sort: sort === "id" ? undefined : sort } satisfies Record<
    keyof Omit<Query, "limit" | "cursor">,
    unknown
  >);

const path = `${BASE_PATH}/orders`;

/** The query, else the one that its cursor embeds. */
const queryIn = (cursors: Cursors, query: Query): Query => {
  const embedded = embeddedQuery(cursors, { path, filters: filtersOf(query), cursor: query.cursor });
  return embedded === undefined ? query : contract.orders.listOrders.query.parse(embedded);
};

/** A reference that many old orders have in common is found past all newer ones. */
const isSearch = ({ petId, reference }: Query): boolean => reference !== undefined && petId === undefined;

export const listOrders =
  (deps: ListingDeps & { readonly lanes: Lanes }): Operation<typeof contract.orders.listOrders> =>
  async ({ query: given }, flow) => {
    const query = queryIn(deps.cursors, given);
    const { limit, cursor } = given;
    const request = { path, filters: filtersOf(query), limit, cursor };
    const lane = deps.lanes[isSearch(query) ? "searches" : "reads"];
    const { rows, headers } = await lane.run(flow, () =>
      readPage<ExpandedOrderRow>({ pool: deps.database.reads.pool, cursors: deps.cursors }, request, {
        listing: orderListing(query),
        keyOf: ({ id }) => [Number(id)],
      }),
    );
    return { status: 200, body: rows.map(toExpandedOrder), headers };
  };
