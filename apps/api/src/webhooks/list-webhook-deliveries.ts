import { BASE_PATH, contract } from "@petstore/contract/routes";
import { queryOfPool } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import { conditionsOf, type Filters, openQuery, givenIn } from "../operation/listing/filters.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import type { Input, Operation } from "../operation/operation.js";
import { type DeliveryRow, listedDeliveryColumns, toDelivery } from "./delivery-table.js";
import { findEndpoint } from "./endpoint-table.js";

type Query = Input<typeof contract.webhooks.listWebhookDeliveries>["query"];

const filters = { state: { condition: (state) => Prisma.sql`state = ${state}` } } satisfies Filters<Query>;

const listOf = (endpointId: number) => ({
  path: `${BASE_PATH}/webhook-endpoints/${endpointId}/deliveries`,
  schema: contract.webhooks.listWebhookDeliveries.query,
  filters,
});

export const listWebhookDeliveries =
  ({ database: { pool }, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookDeliveries> =>
  async ({ params: { endpointId }, query: given }) => {
    await findEndpoint(queryOfPool(pool), endpointId);
    const { query, request } = openQuery(cursors, listOf(endpointId), given);
    const { rows, headers } = await readPage<DeliveryRow>({ pool, cursors }, request, {
      listing: {
        select: listedDeliveryColumns,
        from: Prisma.sql`webhook_delivery`,
        within: [{ column: Prisma.sql`endpoint_id`, value: Prisma.sql`${endpointId}::bigint` }],
        where: conditionsOf(givenIn(filters, query), undefined),
        order: { columns: [Prisma.sql`id`], isDescending: query.sort === "-id" },
      },
      keyOf: ({ id }) => [Number(id)],
    });
    return { status: 200, body: rows.map(toDelivery), headers };
  };
