import type { contract, Event } from "@petstore/contract/routes";
import type { Input, Operation } from "../operation/operation.js";
import { RawJson } from "../operation/raw-json.js";
import { AppError } from "../errors.js";
import { type EventFeed, type EventMatch, type FeedPage, type Place, writePlace } from "./event-feed.js";
import type { Follower } from "./followers.js";
import { EVENT_STREAM, streamEvents } from "./stream-events.js";

type Route = typeof contract.events.listEvents;
/** What selects events. */
export type FeedFilter = {
  readonly types?: readonly string[] | undefined;
  readonly subject?: string | undefined;
};

type Wait = Pick<Input<Route>, "signal" | "noteWait"> & { readonly waitMs: number };

/** @returns undefined if every event matches */
export const matchOf = ({ types, subject }: FeedFilter): EventMatch | undefined => {
  if (types === undefined && subject === undefined) return undefined;
  const [kind, id] = subject?.split(":") ?? [];
  const matches = (event: Event) =>
    (types === undefined || types.includes(event.type)) &&
    (kind === undefined || event.subject.kind === kind) &&
    (id === undefined || event.subject.id === Number(id));
  return { name: JSON.stringify([types, subject]), matches };
};

const pageJson = ({ events, next, hasMore }: FeedPage) =>
  new RawJson(
    `{"data":[${events.map(({ json }) => json).join(",")}],"next":"${writePlace(next)}","hasMore":${hasMore}}`,
  );

const headers = { "Cache-Control": "private, no-store" };

/** Waits for a page that has events, until the time is over, the client leaves or the feed stops. */
const readPage = async (
  eventFeed: EventFeed,
  start: Place,
  { signal, noteWait, waitMs, ...page }: Omit<Parameters<EventFeed["read"]>[0], "after"> & Wait,
): Promise<FeedPage> => {
  const startedAt = performance.now();
  const endsAt = startedAt + waitMs;
  let found = await eventFeed.read({ after: start, ...page });
  const isAnswer = () => found.events.length > 0 || found.hasMore || signal.aborted || eventFeed.isStopped();
  if (isAnswer() || waitMs === 0) return found;
  const follower: Follower = { kind: "wait", flow: page.flow, position: found.next.position };
  eventFeed.enter(follower);
  try {
    while (!isAnswer() && performance.now() < endsAt) {
      await eventFeed.changed(found.next, signal, endsAt - performance.now());
      found = await eventFeed.read({ after: found.next, ...page });
      follower.position = found.next.position;
    }
  } finally {
    eventFeed.leave(follower);
    noteWait(performance.now() - startedAt);
  }
  // Its key lost its access meanwhile.
  if (signal.reason instanceof AppError) throw signal.reason;
  return found;
};

export const listEvents =
  ({ eventFeed }: { readonly eventFeed: EventFeed }): Operation<Route> =>
  async ({ query: { after, limit, wait, ...filter }, headers: given, answerType, signal, noteWait }, flow, caller) => {
    const reader = { scope: caller?.scope ?? "read", filter: matchOf(filter), flow, signal } as const;
    const resumed = given["last-event-id"];
    const place = await eventFeed.open(
      resumed ?? after,
      resumed === undefined ? "query.after" : "header Last-Event-ID",
    );
    if (answerType === EVENT_STREAM) return { status: 200, body: streamEvents(eventFeed, place, reader), headers };
    const page = await readPage(eventFeed, place, { ...reader, noteWait, limit, waitMs: wait * 1_000 });
    return { status: 200, body: pageJson(page), headers };
  };
