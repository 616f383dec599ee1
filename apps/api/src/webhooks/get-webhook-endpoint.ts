import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import type { Operation } from "../operation/operation.js";
import { endpointTag, findEndpoint } from "./endpoint-table.js";

export const getWebhookEndpoint =
  ({ database }: { readonly database: Database }): Operation<typeof contract.webhooks.getWebhookEndpoint> =>
  async ({ params: { endpointId } }) => {
    const endpoint = await findEndpoint(database.db, endpointId);
    return { status: 200, body: endpoint, headers: { ETag: endpointTag(endpoint) } };
  };
