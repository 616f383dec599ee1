import type { contract } from "@petstore/contract/routes";
import { writePlace } from "../events/event-feed.js";
import type { Mutation } from "../operation/mutation.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, findEndpoint, lockEndpoint } from "./endpoint-table.js";
import { preparedMutation } from "./prepared-mutation.js";

type Route = typeof contract.webhooks.replayWebhookEndpoint;

export const replayWebhookEndpoint = (deps: WebhookDeps): Mutation<Route> =>
  preparedMutation<Route, string>(
    deps,
    "replayWebhookEndpoint",
    async ({ params: { endpointId }, headers, body: { after } }, inTurn) => {
      await inTurn((query) => checkEndpoint(query, endpointId, headers["if-match"]));
      return writePlace(await deps.eventFeed.open(after, "body.after"));
    },
    async (query, { params: { endpointId }, headers }, record, cursor) => {
      const before = await lockEndpoint(query, endpointId, headers["if-match"]);
      await query("UPDATE webhook_endpoint SET cursor = $2, revision = revision + 1 WHERE id = $1::bigint", [
        endpointId,
        cursor,
      ]);
      const after = await findEndpoint(query, endpointId);
      record(changeOf("replay", before, after));
      return { status: 200, body: after };
    },
  );
