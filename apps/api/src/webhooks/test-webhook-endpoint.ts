import { randomUUID } from "node:crypto";
import type { contract } from "@petstore/contract/routes";
import { serviceUnavailable } from "../errors.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import { attempt, type Response } from "./attempt.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { toDelivery } from "./delivery-table.js";
import { checkEndpoint, KIND } from "./endpoint-table.js";
import { bodyOfTest } from "./message.js";
import { findReceiver } from "./receiver-table.js";
import { requireTargetOf } from "./refuse-target.js";

type Route = typeof contract.webhooks.testWebhookEndpoint;

type Sent = { readonly messageId: string; readonly response: Response };

const MAX_WAITING = 10;

/** Sends at once, even if another process holds the lease, because a test shows what happens now. */
export const testWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, Sent> => {
  const waiting = new Map<number, Promise<unknown>[]>();
  /** Runs one test of an endpoint at a time. */
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
  return overModels<Route, Sent>(
    async ({ params: { endpointId } }, { tx, record, prepared: { messageId, response } }) => {
      const { url } = await checkEndpoint(tx, endpointId);
      const { at, status, problem, durationMs, requestBytes, responseBytes } = response;
      const outcome = problem === null ? "delivered" : "failed";
      const row = await tx.webhookDelivery.create({
        data: {
          endpointId,
          messageId,
          type: "test",
          status: outcome,
          attempts: 1,
          responseStatus: status,
          problem,
          durationMs,
          requestBytes,
          responseBytes,
          createdAt: at,
          lastAttemptAt: at,
        },
      });
      const after = { url, deliveryId: row.id, messageId, status: outcome, responseStatus: status, problem };
      record({ action: `${KIND}.test`, subject: { kind: KIND, id: endpointId }, before: null, after });
      return { status: 200, body: toDelivery(row) };
    },
    async ({ input: { params, headers } }, { inTurn, whenDone }) => {
      const { endpointId } = params;
      whenDone(() => void deps.webhooks.run());
      const receiver = await inTurn(async (_, db) => {
        await checkEndpoint(db, endpointId, headers["if-match"]);
        return findReceiver(db, endpointId);
      });
      return inTurnOf(endpointId, async () => {
        await requireTargetOf(deps, endpointId, receiver.url);
        const messageId = `test_${endpointId}_${randomUUID()}`;
        const message = { id: messageId, body: bodyOfTest(deps.clock()) };
        return { messageId, response: await attempt(deps, receiver, message) };
      });
    },
  );
};
