import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import type { Tx } from "../database/prisma-client.js";
import { reauthenticationRequired } from "../errors.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, findEndpoint, isSameDecision, lockEndpoint } from "./endpoint-table.js";
import { requireTarget } from "./refuse-target.js";

type Route = typeof contract.webhooks.updateWebhookEndpoint;

type Change = { readonly state: "active" | "disabled"; readonly now: Date; readonly lockedAt: Date };

/** If an endpoint becomes active, its failures are reset, and everything that waited becomes due. */
const becomes = async (tx: Tx, endpointId: number, { state, now, lockedAt }: Change): Promise<void> => {
  const isActive = state === "active";
  if (isActive) {
    const where = { endpointId, nextAttemptAt: { gt: now } };
    await tx.webhookDelivery.updateMany({ where, data: { nextAttemptAt: now } });
  }
  await tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: {
      state,
      stateSince: now,
      nextProbeAt: null,
      updatedAt: lockedAt,
      revision: { increment: 1 },
      ...(isActive ? { stateReason: null, failures: 0, failingSince: null } : { stateReason: "request" }),
    },
    select: { id: true },
  });
};

/**
 * Whether the endpoint would receive types of events that it does not receive now. An empty list stands for all types.
 */
const widens = (before: readonly string[], types: readonly string[] | undefined): boolean =>
  types !== undefined && before.length > 0 && (types.length === 0 || types.some((type) => !before.includes(type)));

export const updateWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, boolean> =>
  overModels<Route, boolean>(
    async ({ params: { endpointId }, headers, body }, { tx, record, prepared: isProven }) => {
      const { endpoint: before, lockedAt } = await lockEndpoint(tx, endpointId, headers["if-match"]);
      // Somebody else has removed types since the check above.
      if (!isProven && widens(before.types, body.types)) throw reauthenticationRequired();
      const { url = before.url, description = before.description, types = before.types, state } = body;
      if (!isSameDecision(before, { ...before, url, description, types })) {
        await tx.webhookEndpoint.update({
          where: { id: endpointId },
          data: { url, description, types: [...types], updatedAt: lockedAt, revision: { increment: 1 } },
          select: { id: true },
        });
      }
      if (state !== undefined && state !== before.state)
        await becomes(tx, endpointId, { state, now: deps.clock(), lockedAt });
      const after = await findEndpoint(tx, endpointId);
      if (!isSameDecision(before, after)) record(changeOf("update", before, after));
      return updated(after);
    },
    async ({ input: { params, headers, body }, caller }, { inTurn, whenDone }) => {
      whenDone(() => void deps.webhooks.run());
      const { url, types } = body;
      // Checks for a missing endpoint (404) and a stale one (412) before its new host is contacted.
      const isProven = await inTurn(async (query, db) => {
        const before = await checkEndpoint(db, params.endpointId, headers["if-match"]);
        // Another URL receives all events, like a new endpoint, and additional types are events to which nobody has
        // agreed yet. Both need a proof.
        const needsProof = url !== undefined || widens(before.types, types);
        if (needsProof) await checkRecentProof(query, caller);
        return needsProof || caller.sessionId === undefined;
      });
      if (url !== undefined) await requireTarget(deps, url);
      return isProven;
    },
  );
