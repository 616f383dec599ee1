import { MAX_DELIVERIES } from "@petstore/contract/routes";
import { systemFlow } from "../concurrency/lanes.js";
import type { Query } from "../database/query.js";
import { AppError } from "../errors.js";
import { type EventFeed, type FeedEvent, readPlace, writePlace } from "../events/event-feed.js";
import { matchOf } from "../events/event-filter.js";
import type { Receiver } from "./attempt.js";
import { bodyOfEvent, bodyOfResync } from "./message.js";
import type { Job } from "./note-attempt.js";
import type { Health } from "./outcome.js";

/** An endpoint as the sender has read it. */
export type Loaded = Receiver &
  Health & {
    readonly cursor: string;
    readonly revision: number;
    readonly types: readonly string[];
    /** The deliveries that are tried again, and when the first is due. */
    readonly waiting: number;
    readonly dueAt: Date | null;
  };

/** An endpoint and the events that are next in its line. */
export type Line = { row: Loaded; buffer: readonly FeedEvent[]; isRetryNext: boolean };

export type Message = { readonly job: Job; readonly body: string };

/** What there is to do for an endpoint. */
export type Step =
  | { readonly what: "send"; readonly message: Message }
  /** The feed no longer has the event of a delivery. */
  | { readonly what: "expire"; readonly deliveryId: number }
  /** The feed no longer has what comes next. */
  | { readonly what: "resync" }
  /** Events that it does not want. */
  | { readonly what: "pass"; readonly cursor: string }
  | { readonly what: "nothing" };

type Waiting = {
  readonly id: string;
  readonly messageId: string;
  readonly eventId: string | null;
  readonly type: string;
  readonly attempts: number;
  readonly createdAt: Date;
};

const PAGE = 50;
const nothing: Step = { what: "nothing" };

const flow = systemFlow("webhooks");

/** The feed does not have it: its time is over, or a restore began a new one. */
const isGone = (error: unknown) =>
  error instanceof AppError && (error.code === "cursor_expired" || error.code === "invalid_request");

/** @param before - Deliveries that are due then; undefined for the next one, whenever it is due. */
const findWaiting = async (
  query: Query,
  endpointId: number,
  before: Date | undefined,
): Promise<Waiting | undefined> => {
  const [row] = await query<Waiting>(
    `SELECT id, message_id AS "messageId", event_id AS "eventId", type, attempts, created_at AS "createdAt"
     FROM webhook_delivery WHERE endpoint_id = $1::bigint AND next_attempt_at <= coalesce($2::timestamptz, 'infinity')
     ORDER BY next_attempt_at, id LIMIT 1`,
    [endpointId, before ?? null],
    "next_webhook_retry",
  );
  return row;
};

type Deps = { readonly query: Query; readonly eventFeed: Pick<EventFeed, "read">; readonly clock: () => Date };

const bodyOfWaiting = async (
  { eventFeed }: Deps,
  { type, eventId, createdAt }: Waiting,
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

const retry = async (deps: Deps, line: Line, before: Date | undefined): Promise<Step> => {
  const waiting = await findWaiting(deps.query, line.row.id, before);
  if (waiting === undefined) return nothing;
  const { id, messageId, eventId, type, attempts } = waiting;
  const body = await bodyOfWaiting(deps, waiting);
  if (body === undefined) return { what: "expire", deliveryId: Number(id) };
  return {
    what: "send",
    message: { body, job: { deliveryId: Number(id), messageId, eventId, type, attempts, cursor: undefined } },
  };
};

const first = async ({ eventFeed }: Deps, line: Line): Promise<Step> => {
  const { id, cursor, types } = line.row;
  if (line.buffer.length === 0) {
    try {
      const page = await eventFeed.read({
        after: readPlace(cursor),
        scope: "write",
        limit: PAGE,
        flow,
        filter: matchOf({ types: types.length === 0 ? undefined : types }),
      });
      line.buffer = page.events;
      const next = writePlace(page.next);
      if (page.events.length === 0) return next === cursor ? nothing : { what: "pass", cursor: next };
    } catch (error) {
      if (isGone(error)) return { what: "resync" };
      throw error;
    }
  }
  const [next] = line.buffer;
  if (next === undefined) return nothing;
  const { event } = next;
  const job = {
    deliveryId: undefined,
    messageId: `evt_${id}_${event.id}`,
    eventId: event.id,
    type: event.type,
    attempts: 0,
    cursor: event.id,
  };
  return { what: "send", message: { body: bodyOfEvent(event), job } };
};

/**
 * What is next for an endpoint. Events of the line and what is tried again take turns; a paused endpoint gets one message
 * when its time has come. As long as too much is tried again, the line waits in the feed.
 */
export const nextStep = async (deps: Deps, line: Line): Promise<Step> => {
  const { row } = line;
  const now = deps.clock();
  if (row.state === "disabled") return nothing;
  if (row.state === "paused") {
    if (row.nextProbeAt !== null && row.nextProbeAt > now) return nothing;
    const found = await retry(deps, line, undefined);
    return found.what === "nothing" ? first(deps, line) : found;
  }
  const isDue = row.dueAt !== null && row.dueAt <= now;
  const inLine = () => (row.waiting >= MAX_DELIVERIES ? Promise.resolve(nothing) : first(deps, line));
  line.isRetryNext = !line.isRetryNext;
  if (!isDue) return inLine();
  const [one, other] = line.isRetryNext
    ? [() => retry(deps, line, now), inLine]
    : [inLine, () => retry(deps, line, now)];
  const found = await one();
  return found.what === "nothing" ? other() : found;
};
