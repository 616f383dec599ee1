import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { queryOf } from "../database/query.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { decided, KIND, lockEndpoint } from "./endpoint-table.js";

export const deleteWebhookEndpoint =
  (): Operation<typeof contract.webhooks.deleteWebhookEndpoint> =>
  async ({ params: { endpointId }, headers }, { tx, caller, record }) => {
    const query = queryOf(tx);
    const before = await lockEndpoint(query, endpointId, headers["if-match"]);
    await checkRecentProof(query, caller);
    await query("DELETE FROM webhook_endpoint WHERE id = $1::bigint", [endpointId]);
    // A process that died in an attempt has left a record, which nobody would end any more.
    await tx.jobStep.deleteMany({ where: { kind: "webhook", jobId: endpointId } });
    record(deletionOf(KIND, decided(before)));
    return { status: 204, body: undefined };
  };
