import { type contract, SECRET_OVERLAP_HOURS } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { queryOf } from "../database/query.js";
import type { Operation } from "../operation/operation.js";
import { decided, endpointTag, KIND, openEndpoint } from "./endpoint-table.js";
import { makeSecret, sealSecret, writeSecret } from "./webhook-secret.js";

const OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000;

export const rotateWebhookSecret =
  (deps: { readonly authSecret: string }): Operation<typeof contract.webhooks.rotateWebhookSecret> =>
  async ({ params: { endpointId: id }, headers }, { tx, caller, record }) => {
    const opened = await openEndpoint(tx, id, headers["if-match"]);
    const { endpoint: before, lockedAt, secret: oldSecret, write } = opened;
    await checkRecentProof(queryOf(tx), caller);
    const secret = makeSecret();
    const after = await write({
      secret: sealSecret(deps.authSecret, id, secret),
      oldSecret,
      revision: { increment: 1 },
      oldSecretUntil: new Date(lockedAt.getTime() + OVERLAP_MS),
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
