import { DELIVERY_DAYS, MAX_DELIVERIES } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { StoredEndpoint } from "./endpoint.js";
import { heldLease, type Lease } from "./lease.js";
import type { NoteAttempt } from "./step.js";

/** Identifies an endpoint and its version, which each change by a client increases. */
type Revision = Pick<StoredEndpoint, "id" | "revision">;

/**
 * Notes an attempt in one statement, so that it writes all or nothing. If the endpoint works again, `resumed` makes its
 * waiting deliveries due.
 */
const noteSql = `
  WITH lease AS MATERIALIZED (${heldLease}),
  endpoint AS (
    UPDATE webhook_endpoint SET state = $5, state_reason = $6,
      state_since = CASE WHEN state = $5 THEN state_since ELSE clock_timestamp() END, failures = $7::integer,
      failing_since = $8::timestamptz, last_success_at = $9::timestamptz, next_probe_at = $10::timestamptz,
      cursor = coalesce($11, cursor)
    WHERE id = $3::bigint AND revision = $4::integer AND EXISTS (SELECT FROM lease) RETURNING id
  ), resumed AS (
    UPDATE webhook_delivery SET next_attempt_at = $12::timestamptz FROM endpoint
    WHERE $13::boolean AND endpoint_id = endpoint.id AND next_attempt_at > $12::timestamptz
      AND webhook_delivery.id IS DISTINCT FROM $14::bigint
  ), inserted AS (
    INSERT INTO webhook_delivery (endpoint_id, state, attempts, next_attempt_at, status, problem, duration_ms,
      request_bytes, response_bytes, last_attempt_at, created_at, message_id, event_id, type)
    SELECT endpoint.id, $15, $16::integer, $17::timestamptz, $18::integer, $19, $20::integer, $21::integer,
      $22::integer, $12::timestamptz, $12::timestamptz, $23, $24, $25 FROM endpoint WHERE $14::bigint IS NULL
  ), updated AS (
    UPDATE webhook_delivery SET state = $15, attempts = $16::integer, next_attempt_at = $17::timestamptz,
      status = $18::integer, problem = $19, duration_ms = $20::integer, request_bytes = $21::integer,
      response_bytes = $22::integer, last_attempt_at = $12::timestamptz
    FROM endpoint WHERE webhook_delivery.id = $14::bigint
  ) SELECT count(*)::integer AS count FROM endpoint`;

/**
 * Writes the outcome of an attempt, if this process still has the lease and no client has changed the endpoint in the
 * meantime.
 * @returns false if it wrote nothing; the message is then sent again to the changed endpoint
 */
export const noteAttempt = async (
  query: Query,
  lease: Lease,
  { id, revision }: Revision,
  { delivery, response, judged: { health, progress }, isResumed }: Omit<NoteAttempt, "do">,
): Promise<boolean> => {
  const { holder, token } = lease.proof();
  const ofEndpoint = [id, revision, health.status, health.statusReason, health.failures, health.failingSince];
  const then = [
    health.lastSuccessAt,
    health.nextProbeAt,
    delivery.cursor ?? null,
    response.at,
    isResumed,
    delivery.deliveryId ?? null,
  ];
  const ofDelivery = [progress.status, progress.attempts, progress.nextAttemptAt, response.status, response.problem];
  const { durationMs, requestBytes, responseBytes } = response;
  const sizes = [durationMs, requestBytes, responseBytes, delivery.messageId, delivery.eventId, delivery.type];
  const [row] = await query<{ count: number }>(
    noteSql,
    [holder, token, ...ofEndpoint, ...then, ...ofDelivery, ...sizes],
    "note_webhook_attempt",
  );
  return row?.count === 1;
};

/**
 * Moves an endpoint past events that it does not want. @returns false if it wrote nothing, for the same reasons as
 * {@link noteAttempt}
 */
export const moveCursor = async (
  query: Query,
  lease: Lease,
  { id, revision }: Revision,
  cursor: string,
): Promise<boolean> => {
  const { holder, token } = lease.proof();
  const rows = await query(
    `WITH lease AS MATERIALIZED (${heldLease})
     UPDATE webhook_endpoint SET cursor = $5 WHERE id = $3::bigint AND revision = $4::integer AND EXISTS (SELECT FROM lease)
     RETURNING id`,
    [holder, token, id, revision, cursor],
    "move_webhook_cursor",
  );
  return rows.length === 1;
};

/** Tells a receiver that the feed no longer has some of its events, and continues from `cursor`. */
export const noteResync = async (
  query: Query,
  lease: Lease,
  { id, revision }: Revision,
  { cursor, now }: { readonly cursor: string; readonly now: Date },
): Promise<boolean> => {
  const { holder, token } = lease.proof();
  const rows = await query(
    `WITH lease AS MATERIALIZED (${heldLease}), endpoint AS (
       UPDATE webhook_endpoint SET cursor = $5 WHERE id = $3::bigint AND revision = $4::integer AND EXISTS (SELECT FROM lease)
       RETURNING id)
     INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, created_at, next_attempt_at)
     SELECT id, 'resync_' || id || '_' || $5, $5, 'resync', 'waiting', $6::timestamptz, $6::timestamptz FROM endpoint
     RETURNING id`,
    [holder, token, id, revision, cursor, now],
  );
  return rows.length === 1;
};

/** Keeps the newest deliveries of an endpoint, and those that wait. */
export const trimDeliveries = (query: Query, endpointId: number): Promise<unknown> =>
  query(
    `DELETE FROM webhook_delivery WHERE endpoint_id = $1::bigint AND next_attempt_at IS NULL
       AND (created_at < clock_timestamp() - make_interval(days => $3::integer) OR id <= (
         SELECT id FROM webhook_delivery WHERE endpoint_id = $1::bigint AND next_attempt_at IS NULL ORDER BY id DESC
         OFFSET $2::integer LIMIT 1))`,
    [endpointId, MAX_DELIVERIES, DELIVERY_DAYS],
  );
