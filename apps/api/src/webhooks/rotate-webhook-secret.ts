import { type contract, DEFAULT_OVERLAP_SECONDS } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { queryOf } from "../database/query.js";
import type { Operation } from "../operation/operation.js";
import { decided, endpointTag, KIND, openEndpoint } from "./endpoint-table.js";
import { makeSecret, sealSecret, writeSecret } from "./webhook-secret.js";

export const rotateWebhookSecret =
  (deps: { readonly authSecret: string }): Operation<typeof contract.webhooks.rotateWebhookSecret> =>
  async (
    { params: { endpointId: id }, headers, body: { overlapSeconds = DEFAULT_OVERLAP_SECONDS } },
    { tx, caller, record },
  ) => {
    const opened = await openEndpoint(tx, id, headers["if-match"]);
    const { endpoint: before, lockedAt, secret: oldSecret, write } = opened;
    await checkRecentProof(queryOf(tx), caller);
    const secret = makeSecret();
    const after = await write({
      secret: sealSecret(deps.authSecret, id, secret),
      oldSecret: overlapSeconds > 0 ? oldSecret : null,
      revision: { increment: 1 },
      oldSecretUntil: overlapSeconds > 0 ? new Date(lockedAt.getTime() + overlapSeconds * 1_000) : null,
      updatedAt: lockedAt,
    });
    record({
      action: `${KIND}.rotate_secret`,
      subject: { kind: KIND, id },
      before: decided(before),
      after: decided(after),
    });
    return {
      status: 200,
      body: { ...after, secret: writeSecret(secret) },
      headers: { ETag: endpointTag(after), "Cache-Control": "no-store" },
    };
  };
