import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { queryOfPool } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import { type ListingDeps, readPage, writeFilters } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { type DeliveryRow, listedDeliveryColumns, toDelivery } from "./delivery-table.js";
import { findEndpoint } from "./endpoint-table.js";

export const listWebhookDeliveries =
  ({ database: { pool }, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookDeliveries> =>
  async ({ params: { endpointId }, query: { limit, cursor, state, sort } }) => {
    await findEndpoint(queryOfPool(pool), endpointId);
    // `id` is the default, so cursors with and without it are interchangeable.
    const filters = writeFilters({ state, sort: sort === "id" ? undefined : sort });
    const { rows, headers } = await readPage<DeliveryRow>(
      { pool, cursors },
      { path: `${BASE_PATH}/webhook-endpoints/${endpointId}/deliveries`, filters, limit, cursor },
      {
        listing: {
          select: listedDeliveryColumns,
          from: Prisma.sql`webhook_delivery`,
          within: [{ column: Prisma.sql`endpoint_id`, value: Prisma.sql`${endpointId}::bigint` }],
          where: state === undefined ? [] : [Prisma.sql`state = ${state}`],
          order: { columns: [Prisma.sql`id`], isDescending: sort === "-id" },
        },
        keyOf: ({ id }) => [Number(id)],
      },
    );
    return { status: 200, body: rows.map(toDelivery), headers };
  };
