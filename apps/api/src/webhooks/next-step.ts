import { MAX_DELIVERIES } from "@petstore/contract/routes";
import type { FeedEvent } from "../events/event-feed.js";
import type { Endpoint, Source } from "./endpoint.js";
import { judgeResponse } from "./judge-response.js";
import { bodyOfEvent } from "./message.js";
import type { Delivery, NoteAttempt, Outcome, Step } from "./step.js";

type Next = { readonly endpoint: Endpoint; readonly step: Step };

const deliveryOf = ({ id }: Endpoint, { event }: FeedEvent): Delivery => ({
  deliveryId: undefined,
  messageId: `evt_${id}_${event.id}`,
  eventId: event.id,
  type: event.type,
  attempts: 0,
  cursor: event.id,
  body: bodyOfEvent(event),
});

/** Looks at the next source of this turn. */
const look = (endpoint: Endpoint, now: Date): Next => {
  const [source, ...sources] = endpoint.sources;
  const left = { ...endpoint, sources };
  if (source === undefined) return { endpoint, step: { do: "wait" } };
  if (source === "retries") {
    const dueBy = endpoint.status === "paused" ? undefined : now;
    return { endpoint: left, step: { do: "find retry", dueBy } };
  }
  const [event] = endpoint.events;
  if (event === undefined) return { endpoint: left, step: { do: "read feed" } };
  return { endpoint: left, step: { do: "send", delivery: deliveryOf(endpoint, event) } };
};

/**
 * Starts a turn. The feed and the retries alternate, so that neither waits for the other. A paused endpoint gets one
 * message when it is time to try it. While an endpoint has as many retries as it may keep, its events wait in the feed.
 */
const takeTurn = (endpoint: Endpoint, now: Date): Next => {
  const { status, holdUntil, nextProbeAt, waiting, dueAt } = endpoint;
  const isTooEarly = (time: Date | null | undefined) => time !== null && time !== undefined && time > now;
  if (status === "disabled" || isTooEarly(holdUntil)) return { endpoint, step: { do: "wait" } };
  if (status === "paused")
    return look({ ...endpoint, sources: isTooEarly(nextProbeAt) ? [] : ["retries", "feed"] }, now);
  const isRetryNext = !endpoint.isRetryNext;
  const feed: readonly Source[] = waiting >= MAX_DELIVERIES ? [] : ["feed"];
  const retries: readonly Source[] = dueAt === null || dueAt > now ? [] : ["retries"];
  const sources = isRetryNext ? [...retries, ...feed] : [...feed, ...retries];
  return look({ ...endpoint, isRetryNext, sources }, now);
};

/** Stops serving the endpoint until it has been read again. */
const stop = (endpoint: Endpoint): Next => ({ endpoint: { ...endpoint, isStale: true }, step: { do: "wait" } });

/** Returns the endpoint as PostgreSQL has it after an attempt was noted. */
const afterAttempt = (
  endpoint: Endpoint,
  { delivery, judged: { health, progress, holdUntil }, isResumed }: NoteAttempt,
  now: Date,
): Endpoint => {
  const { deliveryId, cursor = endpoint.cursor } = delivery;
  const { nextAttemptAt } = progress;
  const dueAt = isResumed && endpoint.waiting > 0 ? now : endpoint.dueAt;
  return {
    ...endpoint,
    ...health,
    cursor,
    waiting: endpoint.waiting - Number(deliveryId !== undefined) + Number(nextAttemptAt !== null),
    dueAt: nextAttemptAt !== null && (dueAt === null || nextAttemptAt < dueAt) ? nextAttemptAt : dueAt,
    events: delivery.cursor === undefined ? endpoint.events : endpoint.events.slice(1),
    holdUntil,
  };
};

type Of<What extends Outcome["of"]> = Extract<Outcome, { of: What }>;

const afterRetry = (endpoint: Endpoint, { found }: Of<"find retry">, now: Date): Next => {
  if (found === undefined) return look(endpoint, now);
  if ("expiredId" in found) return { endpoint, step: { do: "expire", deliveryId: found.expiredId } };
  return { endpoint, step: { do: "send", delivery: found } };
};

const afterFeed = (endpoint: Endpoint, { page }: Of<"read feed">, now: Date): Next => {
  if (page === undefined) return { endpoint, step: { do: "tell to read again" } };
  const { events, cursor } = page;
  const [event] = events;
  if (event !== undefined)
    return { endpoint: { ...endpoint, events }, step: { do: "send", delivery: deliveryOf(endpoint, event) } };
  return cursor === endpoint.cursor ? look(endpoint, now) : { endpoint, step: { do: "move cursor", cursor } };
};

const afterResponse = (endpoint: Endpoint, { delivery, response }: Of<"send">, random?: () => number): Next => {
  const judged = judgeResponse(endpoint, delivery.attempts, response, random);
  const isResumed = endpoint.status === "paused" && judged.health.status === "active";
  return { endpoint, step: { do: "note attempt", delivery, response, judged, isResumed } };
};

/** Returns the endpoint as PostgreSQL has it after a write. */
const afterWrite = (
  endpoint: Endpoint,
  outcome: Of<"note attempt" | "expire" | "move cursor" | "tell to read again">,
  now: Date,
): Endpoint => {
  if (outcome.of === "note attempt") return afterAttempt(endpoint, outcome.step, now);
  if (outcome.of === "expire") return { ...endpoint, waiting: endpoint.waiting - 1 };
  const { cursor } = outcome;
  if (outcome.of === "move cursor") return { ...endpoint, cursor };
  return { ...endpoint, cursor, dueAt: now, waiting: endpoint.waiting + 1 };
};

/**
 * Decides the next step of an endpoint from the outcome of the last one.
 * @param revision - The endpoint's revision when the last step began. If a client has changed the endpoint since, the
 *   outcome is of no use: PostgreSQL refuses to note it, or the client has overwritten it.
 */
export const nextStep = (
  endpoint: Endpoint,
  outcome: Outcome,
  { revision, now, random }: { readonly revision: number; readonly now: Date; readonly random?: () => number },
): Next => {
  if (outcome.of === "cut") return stop(endpoint);
  if (outcome.of === "wait" || endpoint.revision !== revision) return takeTurn(endpoint, now);
  if (outcome.of === "find retry") return afterRetry(endpoint, outcome, now);
  if (outcome.of === "read feed") return afterFeed(endpoint, outcome, now);
  if (outcome.of === "send") return afterResponse(endpoint, outcome, random);
  if (outcome.of !== "expire" && !outcome.isWritten) return stop(endpoint);
  return takeTurn(afterWrite(endpoint, outcome, now), now);
};
