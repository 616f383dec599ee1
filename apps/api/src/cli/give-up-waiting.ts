import type { Query } from "../database/query.js";

/**
 * Drops all messages that still wait for an endpoint, and tells the receiver to read the catalogue again, because
 * nobody knows which of the messages killed the process. New events are sent as before.
 */
export const giveUpWaiting = (query: Query, endpointId: number): Promise<unknown> =>
  query(
    `WITH given_up AS (
       UPDATE webhook_delivery SET state = 'failed', next_attempt_at = NULL
       WHERE endpoint_id = $1::bigint AND next_attempt_at IS NOT NULL
     ), endpoint AS (
       UPDATE webhook_endpoint SET cursor = event_feed.epoch || '-' || event_feed.position, revision = revision + 1
       FROM event_feed WHERE webhook_endpoint.id = $1::bigint RETURNING webhook_endpoint.id, cursor
     )
     INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, created_at, next_attempt_at)
     SELECT id, 'resync_' || id || '_' || cursor, cursor, 'resync', 'waiting', clock_timestamp(), clock_timestamp()
     FROM endpoint`,
    [endpointId],
  );
