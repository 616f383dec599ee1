import { BASE_PATH, contract } from "@petstore/contract/routes";
import { type Filters, openQuery, readByList } from "../operation/listing/filters.js";
import { readModelPage } from "../operation/listing/model-page.js";
import type { ListingDeps } from "../operation/listing/paging.js";
import type { Input, Operation } from "../operation/operation.js";
import { toDelivery } from "./delivery-table.js";
import { checkEndpoint } from "./endpoint-table.js";

type Query = Input<typeof contract.webhooks.listWebhookDeliveries>["query"];

const filters = { status: readByList } satisfies Filters<Query>;

const listOf = (endpointId: number) => ({
  path: `${BASE_PATH}/webhook-endpoints/${endpointId}/deliveries`,
  schema: contract.webhooks.listWebhookDeliveries.query,
  filters,
});

export const listWebhookDeliveries =
  ({ database: { db }, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookDeliveries> =>
  async ({ params: { endpointId }, query: given }) => {
    await checkEndpoint(db, endpointId);
    const { query, request } = openQuery(cursors, listOf(endpointId), given);
    const { rows, headers } = await readModelPage(cursors, request, {
      model: db.webhookDelivery,
      where: { endpointId, ...(query.status !== undefined && { status: query.status }) },
      order: ["id"],
      isDescending: query.sort === "-id",
    });
    return { status: 200, body: rows.map(toDelivery), headers };
  };
