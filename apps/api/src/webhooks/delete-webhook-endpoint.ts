import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { queryOf } from "../database/query.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { checkEndpoint, decided, KIND, lockEndpoint } from "./endpoint-table.js";

export const deleteWebhookEndpoint =
  (): Operation<typeof contract.webhooks.deleteWebhookEndpoint> =>
  async ({ params: { endpointId: id }, headers }, { tx, caller, record }) => {
    await lockEndpoint(tx, id, "deletion");
    const endpoint = await checkEndpoint(tx, id, headers["if-match"]);
    await checkRecentProof(queryOf(tx), caller);
    await tx.webhookEndpoint.delete({ where: { id }, select: { id: true } });
    // A process that died during an attempt leaves a record behind. It is removed here, because nothing else removes it
    // later.
    await tx.jobStep.deleteMany({ where: { kind: "webhook", jobId: id } });
    record(deletionOf(KIND, decided(endpoint)));
    return { status: 204, body: undefined };
  };
