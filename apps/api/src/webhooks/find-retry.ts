import { systemFlow } from "../concurrency/lanes.js";
import type { Query } from "../database/query.js";
import { AppError } from "../errors.js";
import { type EventFeed, readPlace } from "../events/event-feed.js";
import { bodyOfEvent, bodyOfResync } from "./message.js";
import type { Outcome } from "./step.js";

type Row = {
  readonly id: string;
  readonly messageId: string;
  readonly eventId: string | null;
  readonly type: string;
  readonly attempts: number;
  readonly createdAt: Date;
};

const flow = systemFlow("webhooks");

/** The feed does not have it: its time is over, or a restore began a new one. */
export const isGone = (error: unknown) =>
  error instanceof AppError && (error.code === "cursor_expired" || error.code === "invalid_request");

const bodyOf = async (
  eventFeed: Pick<EventFeed, "read">,
  { type, eventId, createdAt }: Row,
): Promise<string | undefined> => {
  if (eventId === null) return undefined;
  if (type === "resync") return bodyOfResync(eventId, createdAt);
  const { epoch, position } = readPlace(eventId);
  try {
    const after = { epoch, position: position - 1 };
    const { events } = await eventFeed.read({ after, scope: "write", limit: 1, flow });
    return events[0]?.event.id === eventId ? bodyOfEvent(events[0].event) : undefined;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
};

/** Finds the delivery of an endpoint that is retried next. @param dueBy - As the step has it. */
export const findRetry = async (
  { query, eventFeed }: { readonly query: Query; readonly eventFeed: Pick<EventFeed, "read"> },
  endpointId: number,
  dueBy: Date | undefined,
): Promise<Extract<Outcome, { of: "find retry" }>["found"]> => {
  const [row] = await query<Row>(
    `SELECT id, message_id AS "messageId", event_id AS "eventId", type, attempts, created_at AS "createdAt"
     FROM webhook_delivery WHERE endpoint_id = $1::bigint AND next_attempt_at <= coalesce($2::timestamptz, 'infinity')
     ORDER BY next_attempt_at, id LIMIT 1`,
    [endpointId, dueBy ?? null],
    "next_webhook_retry",
  );
  if (row === undefined) return undefined;
  const { id, messageId, eventId, type, attempts } = row;
  const body = await bodyOf(eventFeed, row);
  if (body === undefined) return { expiredId: Number(id) };
  return { deliveryId: Number(id), messageId, eventId, type, attempts, cursor: undefined, body };
};
