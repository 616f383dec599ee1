import type { contract } from "@petstore/contract/routes";
import { writePlace } from "../events/event-feed.js";
import { auditEach, type Mutation } from "../operation/mutation.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, findEndpoint, lockEndpoint } from "./endpoint-table.js";

type Route = typeof contract.webhooks.replayWebhookEndpoint;

export const replayWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, string> => ({
  prepare: async (
    {
      input: {
        params: { endpointId },
        headers,
        body: { after },
      },
    },
    { inTurn, whenDone },
  ) => {
    whenDone(() => void deps.webhooks.run());
    await inTurn((query) => checkEndpoint(query, endpointId, headers["if-match"]));
    return writePlace(await deps.eventFeed.open(after, "body.after"));
  },
  run: auditEach(
    async (
      query,
      {
        input: {
          params: { endpointId },
          headers,
        },
        prepared: cursor,
      },
      record,
    ) => {
      const before = await lockEndpoint(query, endpointId, headers["if-match"]);
      await query("UPDATE webhook_endpoint SET cursor = $2, revision = revision + 1 WHERE id = $1::bigint", [
        endpointId,
        cursor,
      ]);
      const after = await findEndpoint(query, endpointId);
      record(changeOf("replay", before, after));
      return { status: 200, body: after };
    },
  ),
});
