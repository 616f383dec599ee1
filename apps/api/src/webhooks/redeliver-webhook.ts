import type { contract } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { notFound, webhookNotRedelivered } from "../errors.js";
import { auditEach, type Mutation } from "../operation/mutation.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { deliveryColumns, type DeliveryRow, toDelivery } from "./delivery-table.js";
import { findEndpoint, KIND, lockEndpoint } from "./endpoint-table.js";
import { requireTargetOf } from "./refuse-target.js";

type Route = typeof contract.webhooks.redeliverWebhook;

const findDelivery = async (query: Query, id: number) => {
  const [row] = await query<DeliveryRow>(`SELECT ${deliveryColumns} FROM webhook_delivery WHERE id = $1::bigint`, [id]);
  if (row === undefined) throw notFound("webhook delivery", id);
  return toDelivery(row);
};

/** Has it sent by whoever sends. One that has used its attempts is sent once. */
export const redeliverWebhook = (deps: WebhookDeps): Mutation<Route, undefined> => ({
  prepare: async (
    {
      input: {
        params: { deliveryId },
      },
    },
    { inTurn, whenDone },
  ) => {
    whenDone(() => void deps.webhooks.run());
    const { endpoint, delivery } = await inTurn(async (query) => {
      const found = await findDelivery(query, deliveryId);
      return { delivery: found, endpoint: await findEndpoint(query, found.endpointId) };
    });
    if (delivery.type === "test")
      throw webhookNotRedelivered(`it is a test; send another with POST /v1/webhook-endpoints/${endpoint.id}/test`);
    await requireTargetOf(deps, endpoint.id, endpoint.url);
    return undefined;
  },
  run: auditEach(
    async (
      query,
      {
        input: {
          params: { deliveryId },
        },
      },
      record,
    ) => {
      const { endpointId } = await findDelivery(query, deliveryId);
      const endpoint = await lockEndpoint(query, endpointId);
      if (endpoint.state !== "active")
        throw webhookNotRedelivered(
          `webhook endpoint ${endpoint.id} is ${endpoint.state}; PATCH /v1/webhook-endpoints/${endpoint.id} makes it active`,
        );
      const [row] = await query<DeliveryRow>(
        `UPDATE webhook_delivery SET state = 'waiting', next_attempt_at = $2::timestamptz
         WHERE id = $1::bigint RETURNING ${deliveryColumns}`,
        [deliveryId, deps.clock()],
      );
      if (row === undefined) throw notFound("webhook delivery", deliveryId);
      const delivery = toDelivery(row);
      record({
        action: `${KIND}.redeliver`,
        subject: { kind: KIND, id: endpoint.id },
        before: null,
        after: { url: endpoint.url, deliveryId, messageId: delivery.messageId, type: delivery.type },
      });
      return { status: 202, body: delivery };
    },
  ),
});
