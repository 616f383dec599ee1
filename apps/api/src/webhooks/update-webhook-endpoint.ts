import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import type { Tx } from "../database/prisma-client.js";
import { reauthenticationRequired } from "../errors.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, endpointTag, isSameDecision, openEndpoint } from "./endpoint-table.js";
import { requireTarget } from "./refuse-target.js";

type Route = typeof contract.webhooks.updateWebhookEndpoint;

type Change = { readonly status: "active" | "disabled"; readonly now: Date };

/**
 * Returns the fields that are written if an endpoint becomes active or disabled. If it becomes active, its failures are
 * reset.
 */
const dataFor = ({ status, now }: Change) => ({
  status,
  statusSince: now,
  nextProbeAt: null,
  ...(status === "active"
    ? { statusReason: null, failures: 0, failingSince: null }
    : ({ statusReason: "request" } as const)),
});

/** Makes all deliveries due that wait for a retry. */
const resume = (tx: Tx, endpointId: number, now: Date) =>
  tx.webhookDelivery.updateMany({ where: { endpointId, nextAttemptAt: { gt: now } }, data: { nextAttemptAt: now } });

/**
 * Whether the endpoint would receive types of events that it does not receive now. An empty list stands for all types.
 */
const widens = (before: readonly string[], types: readonly string[] | undefined): boolean =>
  types !== undefined && before.length > 0 && (types.length === 0 || types.some((type) => !before.includes(type)));

export const updateWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, boolean> =>
  overModels<Route, boolean>(
    async ({ params: { endpointId }, headers, body }, { tx, record, prepared: isProven }) => {
      const { endpoint: before, lockedAt, write } = await openEndpoint(tx, endpointId, headers["if-match"]);
      // Somebody else has removed types since the check above.
      if (!isProven && widens(before.types, body.types)) throw reauthenticationRequired();
      const { url = before.url, description = before.description, types = before.types, status = before.status } = body;
      if (isSameDecision(before, { ...before, url, description, types, status }))
        return updated(before, endpointTag(before));
      const becomes = body.status !== undefined &&
        status !== before.status && { status: body.status, now: deps.clock() };
      if (becomes && becomes.status === "active") await resume(tx, endpointId, becomes.now);
      const after = await write({
        url,
        description,
        types: [...types],
        ...(becomes && dataFor(becomes)),
        updatedAt: lockedAt,
        revision: { increment: 1 },
      });
      if (!isSameDecision(before, after)) record(changeOf("update", before, after));
      return updated(after, endpointTag(after));
    },
    async ({ input: { params, headers, body }, caller }, { inTurn, whenDone }) => {
      whenDone(() => void deps.webhooks.run());
      const { url, types } = body;
      // No other change needs a proof or contacts a host.
      if (url === undefined && types === undefined) return true;
      // Checks for a missing endpoint (404) and a stale one (412) before its new host is contacted.
      const isProven = await inTurn(async (query, db) => {
        const before = await checkEndpoint(db, params.endpointId, headers["if-match"]);
        // Like a new endpoint, another URL receives all events. Additional types are events that nobody has agreed to
        // send yet. Both changes need a proof.
        const needsProof = url !== undefined || widens(before.types, types);
        if (needsProof) await checkRecentProof(query, caller);
        return needsProof || caller.sessionId === undefined;
      });
      if (url !== undefined) await requireTarget(deps, url);
      return isProven;
    },
  );
