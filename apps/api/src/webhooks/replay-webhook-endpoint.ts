import type { contract } from "@petstore/contract/routes";
import { writePlace } from "../events/event-feed.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, endpointTag, openEndpoint } from "./endpoint-table.js";

type Route = typeof contract.webhooks.replayWebhookEndpoint;

export const replayWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, string> =>
  overModels<Route, string>(
    async ({ params: { endpointId: id }, headers }, { tx, record, prepared: cursor }) => {
      const { endpoint: before, lockedAt, write } = await openEndpoint(tx, id, headers["if-match"]);
      const after = await write({ cursor, updatedAt: lockedAt, revision: { increment: 1 } });
      record(changeOf("replay", before, after));
      return { status: 200, body: after, headers: { ETag: endpointTag(after) } };
    },
    async ({ input: { params, headers, body } }, { inTurn, whenDone }) => {
      whenDone(() => void deps.webhooks.run());
      await inTurn((_, db) => checkEndpoint(db, params.endpointId, headers["if-match"]));
      return writePlace(await deps.eventFeed.open(body.after, "body.after"));
    },
  );
