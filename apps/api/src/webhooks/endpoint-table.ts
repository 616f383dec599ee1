import { isDeepStrictEqual } from "node:util";
import type { WebhookEndpoint } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { notFound } from "../errors.js";
import { Prisma } from "../generated/client.js";
import { requireMatch } from "../operation/etag.js";

export const NOUN = "webhook endpoint";
export const KIND = "webhook_endpoint";

type Times =
  | "stateSince"
  | "failingSince"
  | "lastSuccessAt"
  | "nextProbeAt"
  | "oldSecretUntil"
  | "createdAt"
  | "updatedAt";
type Counts = "id" | "behind" | "retrying";

/** What pg and Prisma read of {@link endpointColumns}. */
export type EndpointRow = Omit<WebhookEndpoint, Times | Counts> &
  Readonly<Record<Times, Date | null>> &
  Readonly<Record<Counts, bigint | string>>;

const columns = `webhook_endpoint.id, url, description, types, webhook_endpoint.state, state_reason AS "stateReason",
  state_since AS "stateSince", failures, failing_since AS "failingSince", last_success_at AS "lastSuccessAt",
  next_probe_at AS "nextProbeAt", cursor,
  (SELECT feed.position - CASE WHEN split_part(cursor, '-', 1) = feed.epoch THEN split_part(cursor, '-', 2)::bigint ELSE 0 END
    FROM event_feed AS feed) AS behind,
  (SELECT count(*) FROM webhook_delivery AS one WHERE one.endpoint_id = webhook_endpoint.id AND one.next_attempt_at IS NOT NULL)
    AS retrying,
  CASE WHEN old_secret_until > clock_timestamp() THEN old_secret_until END AS "oldSecretUntil",
  webhook_endpoint.created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The columns that a SELECT names; no secret. */
export const endpointColumns = Prisma.raw(columns);

const timeOf = (at: Date | null) => at?.toISOString() ?? null;
const momentOf = (at: Date | null) => at?.toISOString() ?? "";

/** The order is that of the contract's fields, of bodies and of entity tags. */
export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: Number(row.id),
  url: row.url,
  description: row.description,
  types: row.types,
  state: row.state,
  stateReason: row.stateReason,
  stateSince: momentOf(row.stateSince),
  failures: row.failures,
  failingSince: timeOf(row.failingSince),
  lastSuccessAt: timeOf(row.lastSuccessAt),
  nextProbeAt: timeOf(row.nextProbeAt),
  cursor: row.cursor,
  behind: Number(row.behind),
  retrying: Number(row.retrying),
  oldSecretUntil: timeOf(row.oldSecretUntil),
  createdAt: momentOf(row.createdAt),
  updatedAt: momentOf(row.updatedAt),
});

const find = async (query: Query, id: number, lock: string): Promise<WebhookEndpoint> => {
  const [row] = await query<EndpointRow>(`SELECT ${columns} FROM webhook_endpoint WHERE id = $1::bigint ${lock}`, [id]);
  if (row === undefined) throw notFound(NOUN, id);
  return toEndpoint(row);
};

/** @throws AppError 404 */
export const findEndpoint = (query: Query, id: number) => find(query, id, "");

const findMatching = async (query: Query, id: number, ifMatch: string | undefined, lock: string) => {
  const endpoint = await find(query, id, lock);
  requireMatch(ifMatch, NOUN, endpoint);
  return endpoint;
};

/** Looks before what takes long. @throws AppError 404, 412 */
export const checkEndpoint = (query: Query, id: number, ifMatch: string | undefined): Promise<WebhookEndpoint> =>
  findMatching(query, id, ifMatch, "");

/** Waits for who changes it, and for a delivery that is being noted. @throws AppError 404, 412 */
export const lockEndpoint = (query: Query, id: number, ifMatch?: string): Promise<WebhookEndpoint> =>
  findMatching(query, id, ifMatch, "FOR NO KEY UPDATE");

/** What a client decides of an endpoint: deliveries change the rest, and the audit trail has none of that. */
export const decided = ({ id, url, description, types, state, stateReason }: WebhookEndpoint) => ({
  id,
  url,
  description,
  types,
  state,
  ...(stateReason !== null && { stateReason }),
});

/** The audit event of a change by a client. */
export const changeOf = (action: "update" | "replay", before: WebhookEndpoint, after: WebhookEndpoint) =>
  ({
    action: `${KIND}.${action}`,
    subject: { kind: KIND, id: before.id },
    ...(action === "replay"
      ? { before: { ...decided(before), cursor: before.cursor }, after: { ...decided(after), cursor: after.cursor } }
      : { before: decided(before), after: decided(after) }),
  }) as const;

export const isSameDecision = (before: WebhookEndpoint, after: WebhookEndpoint) =>
  isDeepStrictEqual(decided(before), decided(after));
