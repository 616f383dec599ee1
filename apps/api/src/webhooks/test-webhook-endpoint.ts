import { randomUUID } from "node:crypto";
import type { contract } from "@petstore/contract/routes";
import { serviceUnavailable } from "../errors.js";
import { auditEach, type Mutation } from "../operation/mutation.js";
import { attempt, type Response } from "./attempt.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { deliveryColumns, type DeliveryRow, toDelivery } from "./delivery-table.js";
import { findEndpoint, KIND, lockEndpoint } from "./endpoint-table.js";
import { bodyOfTest } from "./message.js";
import { findReceiver } from "./receiver-table.js";
import { requireTargetOf } from "./refuse-target.js";

type Route = typeof contract.webhooks.testWebhookEndpoint;

type Sent = { readonly messageId: string; readonly response: Response };

const MAX_WAITING = 10;

/** Sends at once, whichever process has the lease: a test tells what happens now. */
export const testWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, Sent> => {
  const waiting = new Map<number, Promise<unknown>[]>();
  /** One test of an endpoint at a time. */
  const inTurnOf = async <Result>(endpointId: number, work: () => Promise<Result>): Promise<Result> => {
    const before = waiting.get(endpointId) ?? [];
    if (before.length >= MAX_WAITING) throw serviceUnavailable();
    const done = Promise.allSettled(before).then(work);
    waiting.set(endpointId, [...before, done]);
    try {
      return await done;
    } finally {
      const left = (waiting.get(endpointId) ?? []).filter((one) => one !== done);
      if (left.length === 0) waiting.delete(endpointId);
      else waiting.set(endpointId, left);
    }
  };
  return {
    prepare: async (
      {
        input: {
          params: { endpointId },
          headers,
        },
      },
      { inTurn, whenDone },
    ) => {
      whenDone(() => void deps.webhooks.run());
      const receiver = await inTurn(async (query) => {
        await lockEndpoint(query, endpointId, headers["if-match"]);
        return findReceiver(query, endpointId);
      });
      return inTurnOf(endpointId, async () => {
        await requireTargetOf(deps, endpointId, receiver.url);
        const messageId = `test_${endpointId}_${randomUUID()}`;
        const message = { id: messageId, body: bodyOfTest(deps.clock()) };
        return { messageId, response: await attempt(deps, receiver, message) };
      });
    },
    run: auditEach(
      async (
        query,
        {
          input: {
            params: { endpointId },
          },
          prepared: { messageId, response },
        },
        record,
      ) => {
        const { url } = await findEndpoint(query, endpointId);
        const { at, status, problem, durationMs, requestBytes, responseBytes } = response;
        const state = problem === null ? "delivered" : "failed";
        const [row] = await query<DeliveryRow>(
          `INSERT INTO webhook_delivery (endpoint_id, message_id, type, state, attempts, status, problem, duration_ms,
           request_bytes, response_bytes, created_at, last_attempt_at)
         VALUES ($1::bigint, $2, 'test', $3, 1, $4::integer, $5, $6::integer, $7::integer, $8::integer, $9::timestamptz, $9::timestamptz)
         RETURNING ${deliveryColumns}`,
          [endpointId, messageId, state, status, problem, durationMs, requestBytes, responseBytes, at],
        );
        if (row === undefined) throw new TypeError("A delivery that was just inserted does not exist.");
        const delivery = toDelivery(row);
        const after = { url, deliveryId: delivery.id, messageId, state, status, problem };
        record({ action: `${KIND}.test`, subject: { kind: KIND, id: endpointId }, before: null, after });
        return { status: 200, body: delivery };
      },
    ),
  };
};
