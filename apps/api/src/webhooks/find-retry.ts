import { systemFlow } from "../concurrency/lanes.js";
import type { Db } from "../database/prisma-client.js";
import { AppError } from "../errors.js";
import { type EventFeed, readPlace } from "../events/event-feed.js";
import { bodyOfEvent, bodyOfResync } from "./message.js";
import type { InLane, Outcome } from "./step.js";

const read = { id: true, messageId: true, eventId: true, type: true, attempts: true, createdAt: true } as const;

type Row = { readonly eventId: string | null; readonly type: string; readonly createdAt: string };

const flow = systemFlow("webhooks");

/** Whether the feed no longer has the event, because it has expired or a restore began a new feed. */
export const isGone = (error: unknown) =>
  error instanceof AppError && (error.code === "cursor_expired" || error.code === "invalid_request");

const bodyOf = async (
  eventFeed: Pick<EventFeed, "read">,
  { type, eventId, createdAt }: Row,
): Promise<string | undefined> => {
  if (eventId === null) return undefined;
  if (type === "resync") return bodyOfResync(eventId, new Date(createdAt));
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

type RetryDeps = {
  readonly db: Pick<Db, "webhookDelivery">;
  readonly inLane: InLane;
  readonly eventFeed: Pick<EventFeed, "read">;
};

/** Finds the next delivery that an endpoint retries. @param dueBy - The value of the step. */
export const findRetry = async (
  { db, inLane, eventFeed }: RetryDeps,
  endpointId: number,
  dueBy: Date | undefined,
): Promise<Extract<Outcome, { of: "find retry" }>["found"]> => {
  const row = await inLane(() =>
    db.webhookDelivery.findFirst({
      where: { endpointId, nextAttemptAt: dueBy === undefined ? { not: null } : { lte: dueBy } },
      orderBy: [{ nextAttemptAt: "asc" }, { id: "asc" }],
      select: read,
    }),
  );
  if (row === null) return undefined;
  const { id, messageId, eventId, type, attempts } = row;
  const body = await bodyOf(eventFeed, row);
  if (body === undefined) return { expiredId: id };
  return { deliveryId: id, messageId, eventId, type, attempts, cursor: undefined, body };
};
