import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { reauthenticationRequired } from "../errors.js";
import { auditEach, type Mutation } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import type { WebhookDeps } from "./create-webhook-endpoint.js";
import { changeOf, checkEndpoint, findEndpoint, isSameDecision, lockEndpoint } from "./endpoint-table.js";
import { requireTarget } from "./refuse-target.js";

type Route = typeof contract.webhooks.updateWebhookEndpoint;

/** An endpoint that becomes active has no failures, and what waited for a time is due. */
const become = {
  active: `WITH due AS (UPDATE webhook_delivery SET next_attempt_at = $2::timestamptz
      WHERE endpoint_id = $1::bigint AND next_attempt_at > $2::timestamptz)
    UPDATE webhook_endpoint SET state = 'active', state_reason = NULL, state_since = $2::timestamptz, failures = 0,
      failing_since = NULL, next_probe_at = NULL, updated_at = clock_timestamp(), revision = revision + 1
    WHERE id = $1::bigint`,
  disabled: `UPDATE webhook_endpoint SET state = 'disabled', state_reason = 'request', state_since = $2::timestamptz,
      next_probe_at = NULL, updated_at = clock_timestamp(), revision = revision + 1 WHERE id = $1::bigint`,
};

/** Whether the endpoint would be sent types of events that it is not sent now. No types stand for all of them. */
const widens = (before: readonly string[], types: readonly string[] | undefined): boolean =>
  types !== undefined && before.length > 0 && (types.length === 0 || types.some((type) => !before.includes(type)));

export const updateWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, boolean> => ({
  prepare: async ({ input, caller }, { inTurn, whenDone }) => {
    whenDone(() => void deps.webhooks.run());
    const {
      params: { endpointId },
      headers,
      body: { url, types },
    } = input;
    // A missing endpoint is a 404 and a stale one a 412 before anything is asked of its new host.
    const isProven = await inTurn(async (query) => {
      const before = await checkEndpoint(query, endpointId, headers["if-match"]);
      // Another URL is sent all events, as a new endpoint would be; more types are sent what nobody agreed to yet.
      const needsProof = url !== undefined || widens(before.types, types);
      if (needsProof) await checkRecentProof(query, caller);
      return needsProof || caller.sessionId === undefined;
    });
    if (url !== undefined) await requireTarget(deps, url);
    return isProven;
  },
  run: auditEach(async (query, { input, prepared: isProven }, record) => {
    const {
      params: { endpointId },
      headers,
      body,
    } = input;
    const before = await lockEndpoint(query, endpointId, headers["if-match"]);
    // Somebody else took types away since the look above.
    if (!isProven && widens(before.types, body.types)) throw reauthenticationRequired();
    const { url = before.url, description = before.description, types = before.types, state } = body;
    if (!isSameDecision(before, { ...before, url, description, types })) {
      await query(
        `UPDATE webhook_endpoint SET url = $2, description = $3, types = $4::text[], updated_at = clock_timestamp(),
             revision = revision + 1 WHERE id = $1::bigint`,
        [endpointId, url, description, types],
      );
    }
    if (state !== undefined && state !== before.state) await query(become[state], [endpointId, deps.clock()]);
    const after = await findEndpoint(query, endpointId);
    if (!isSameDecision(before, after)) record(changeOf("update", before, after));
    return updated(after);
  }),
});
