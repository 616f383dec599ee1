import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { readModelPage } from "../operation/listing/model-page.js";
import type { ListingDeps } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { countRetrying, omit, openShape } from "./endpoint-table.js";

export const listWebhookEndpoints =
  ({ database: { db }, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookEndpoints> =>
  async ({ query: { limit, cursor } }) => {
    const { rows, headers } = await readModelPage(
      cursors,
      { path: `${BASE_PATH}/webhook-endpoints`, filters: [], limit, cursor },
      {
        model: { findMany: (page) => db.webhookEndpoint.findMany({ ...page, omit }) },
        where: {},
        order: ["id"],
        isDescending: false,
      },
    );
    const ids = rows.map(({ id }) => id);
    const [toEndpoint, retrying] = await Promise.all([openShape(db), countRetrying(db, ids)]);
    return { status: 200, body: rows.map((row) => toEndpoint(row, retrying(row.id))), headers };
  };
