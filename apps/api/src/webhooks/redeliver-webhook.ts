import type { contract } from "@petstore/contract/routes";
import type { Tx } from "../database/prisma-client.js";
import { notFound, webhookNotRedelivered } from "../errors.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { toDelivery } from "./delivery-table.js";
import { checkEndpoint, KIND, lockEndpoint } from "./endpoint-table.js";
import { requireTargetOf } from "./refuse-target.js";

type Route = typeof contract.webhooks.redeliverWebhook;

const findDelivery = async (tx: Pick<Tx, "webhookDelivery">, id: number) => {
  const row = await tx.webhookDelivery.findUnique({ where: { id } });
  if (row === null) throw notFound("webhook delivery", id);
  return row;
};

/** Lets the sending process send a delivery again. A delivery that has used up its attempts is sent once. */
export const redeliverWebhook = (deps: WebhookDeps): Mutation<Route, undefined> =>
  overModels<Route, undefined>(
    async ({ params: { deliveryId: id } }, { tx, record }) => {
      const { endpointId } = await findDelivery(tx, id);
      await lockEndpoint(tx, endpointId);
      const endpoint = await checkEndpoint(tx, endpointId);
      if (endpoint.status !== "active")
        throw webhookNotRedelivered(
          `webhook endpoint ${endpoint.id} is ${endpoint.status}; activate it with PATCH /v1/webhook-endpoints/${endpoint.id}`,
        );
      // The delivery may have been trimmed before the lock.
      await findDelivery(tx, id);
      const data = { status: "waiting", nextAttemptAt: deps.clock() };
      const row = await tx.webhookDelivery.update({ where: { id }, data });
      record({
        action: `${KIND}.redeliver`,
        subject: { kind: KIND, id: endpoint.id },
        before: null,
        after: { url: endpoint.url, deliveryId: id, messageId: row.messageId, type: row.type },
      });
      return { status: 202, body: toDelivery(row) };
    },
    async ({ input: { params } }, { inTurn, whenDone }) => {
      whenDone(() => void deps.webhooks.run());
      const { endpoint, type } = await inTurn(async (_, db) => {
        const found = await findDelivery(db, params.deliveryId);
        return { type: found.type, endpoint: await checkEndpoint(db, found.endpointId) };
      });
      if (type === "test")
        throw webhookNotRedelivered(
          `it is a test delivery; send another one with POST /v1/webhook-endpoints/${endpoint.id}/test`,
        );
      await requireTargetOf(deps, endpoint.id, endpoint.url);
      return undefined;
    },
  );
