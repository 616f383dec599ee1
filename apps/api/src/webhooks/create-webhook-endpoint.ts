import { BASE_PATH, type contract, MAX_WEBHOOK_ENDPOINTS } from "@petstore/contract/routes";
import { checkRecentProof } from "../credentials/recent-proof.js";
import { tooManyWebhookEndpoints } from "../errors.js";
import { type EventFeed, writePlace } from "../events/event-feed.js";
import { auditEach, type Mutation } from "../operation/mutation.js";
import { creationOf } from "../operation/audit-trail.js";
import { decided, findEndpoint, KIND } from "./endpoint-table.js";
import { requireTarget, type TargetDeps } from "./refuse-target.js";
import { makeSecret, sealSecret, writeSecret } from "./webhook-secret.js";

type Route = typeof contract.webhooks.createWebhookEndpoint;

export type WebhookDeps = TargetDeps & {
  readonly eventFeed: Pick<EventFeed, "open">;
  readonly authSecret: string;
  readonly clock: () => Date;
  /** Sees a change at once, if this process sends. */
  readonly webhooks: { run(): Promise<void> };
};

/** Serialises creates: PostgreSQL cannot count under a constraint. */
const LOCK = "LOCK TABLE webhook_endpoint IN SHARE ROW EXCLUSIVE MODE";

export const createWebhookEndpoint = (deps: WebhookDeps): Mutation<Route, string> => ({
  prepare: async (
    {
      input: {
        body: { url },
      },
      caller,
    },
    { inTurn, whenDone },
  ) => {
    whenDone(() => void deps.webhooks.run());
    await inTurn((query) => checkRecentProof(query, caller));
    await requireTarget(deps, url);
    return writePlace(await deps.eventFeed.open("now"));
  },
  run: auditEach(async (query, { input: { body }, prepared: cursor }, record) => {
    const { url, description = null, types = [] } = body;
    await query(LOCK, []);
    const [place] = await query<{ id: string; count: number }>(
      `SELECT nextval('webhook_endpoint_id_seq')::text AS id, count(*)::integer AS count FROM webhook_endpoint`,
      [],
    );
    if ((place?.count ?? 0) >= MAX_WEBHOOK_ENDPOINTS) throw tooManyWebhookEndpoints();
    const id = Number(place?.id);
    const secret = makeSecret();
    await query(
      `INSERT INTO webhook_endpoint (id, url, description, types, cursor, secret)
         VALUES ($1::bigint, $2, $3, $4::text[], $5, $6::bytea)`,
      [id, url, description, types, cursor, sealSecret(deps.authSecret, id, secret)],
    );
    const endpoint = await findEndpoint(query, id);
    record(creationOf(KIND, decided(endpoint)));
    return {
      status: 201,
      body: { ...endpoint, secret: writeSecret(secret) },
      headers: { Location: `${BASE_PATH}/webhook-endpoints/${id}`, "Cache-Control": "no-store" },
    };
  }),
});
