import { type contract, SECRET_OVERLAP_HOURS } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { queryOf } from "../database/query.js";
import type { Operation } from "../operation/operation.js";
import { decided, findEndpoint, KIND, lockEndpoint } from "./endpoint-table.js";
import { makeSecret, sealSecret, writeSecret } from "./webhook-secret.js";

export const rotateWebhookSecret =
  (deps: { readonly authSecret: string }): Operation<typeof contract.webhooks.rotateWebhookSecret> =>
  async ({ params: { endpointId }, headers }, { tx, caller, record }) => {
    const query = queryOf(tx);
    const before = await lockEndpoint(query, endpointId, headers["if-match"]);
    await checkRecentProof(query, caller);
    const secret = makeSecret();
    await query(
      `UPDATE webhook_endpoint SET secret = $2::bytea, old_secret = secret, revision = revision + 1,
         old_secret_until = clock_timestamp() + make_interval(hours => $3::integer), updated_at = clock_timestamp()
       WHERE id = $1::bigint`,
      [endpointId, sealSecret(deps.authSecret, endpointId, secret), SECRET_OVERLAP_HOURS],
    );
    const after = await findEndpoint(query, endpointId);
    record({
      action: `${KIND}.rotate_secret`,
      subject: { kind: KIND, id: endpointId },
      before: decided(before),
      after: decided(after),
    });
    return {
      status: 200,
      body: { ...after, secret: writeSecret(secret) },
      headers: { "Cache-Control": "no-store" },
    };
  };
