import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { readModelPage } from "../operation/listing/model-page.js";
import type { ListingDeps } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { openShape, retryingOf, shown } from "./endpoint-table.js";

export const listWebhookEndpoints =
  ({ database: { db }, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookEndpoints> =>
  async ({ query: { limit, cursor } }) => {
    const { rows, headers } = await readModelPage(
      cursors,
      { path: `${BASE_PATH}/webhook-endpoints`, filters: [], limit, cursor },
      {
        model: { findMany: (page) => db.webhookEndpoint.findMany({ ...page, ...shown }) },
        where: {},
        order: ["id"],
        isDescending: false,
      },
    );
    const toEndpoint = await openShape(db);
    return { status: 200, body: rows.map((row) => toEndpoint(row, retryingOf(row))), headers };
  };
