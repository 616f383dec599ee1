import { BASE_PATH, type contract, MAX_WEBHOOK_ENDPOINTS } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { tooManyWebhookEndpoints } from "../errors.js";
import { type EventFeed, writePlace } from "../events/event-feed.js";
import { lockTable } from "../database/lock-row.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import { creationOf } from "../operation/audit-trail.js";
import { decided, endpointTag, KIND, writeNew } from "./endpoint-table.js";
import { requireTarget, type TargetDeps } from "./refuse-target.js";
import { makeSecret, SEALED_SECRET_BYTES, sealSecret, writeSecret } from "./webhook-secret.js";

type Route = typeof contract.webhooks.createWebhookEndpoint;

export type WebhookDeps = TargetDeps & {
  readonly eventFeed: Pick<EventFeed, "open">;
  readonly authSecret: string;
  readonly clock: () => Date;
  /** Lets a change take effect at once, if this process sends. */
  readonly webhooks: { run(): Promise<void> };
};

/** A placeholder until the endpoint has its id, with which its own secret is encrypted. */
const noSecret = new Uint8Array(SEALED_SECRET_BYTES);

export const createWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, string> =>
  overModels<Route, string>(
    async ({ body }, { tx, record, prepared: cursor }) => {
      const { url, description = null, types = [] } = body;
      const lockedAt = await lockTable(tx, "webhookEndpoint");
      if ((await tx.webhookEndpoint.count()) >= MAX_WEBHOOK_ENDPOINTS) throw tooManyWebhookEndpoints();
      const times = { statusSince: lockedAt, createdAt: lockedAt, updatedAt: lockedAt };
      const { id } = await tx.webhookEndpoint.create({
        data: { url, description, types: [...types], cursor, secret: noSecret, ...times },
        select: { id: true },
      });
      const secret = makeSecret();
      const endpoint = await writeNew(tx, id, { secret: sealSecret(deps.authSecret, id, secret) });
      record(creationOf(KIND, decided(endpoint)));
      return {
        status: 201,
        body: { ...endpoint, secret: writeSecret(secret) },
        headers: {
          Location: `${BASE_PATH}/webhook-endpoints/${id}`,
          ETag: endpointTag(endpoint),
          "Cache-Control": "no-store",
        },
      };
    },
    async ({ input: { body }, caller }, { inTurn, whenDone }) => {
      whenDone(() => void deps.webhooks.run());
      await inTurn((query) => checkRecentProof(query, caller));
      await requireTarget(deps, body.url);
      return writePlace(await deps.eventFeed.open("now"));
    },
  );
