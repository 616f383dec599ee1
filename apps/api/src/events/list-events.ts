import type { contract } from "@petstore/contract/routes";
import type { ChargeReads } from "../concurrency/rate-limit/charge-reads.js";
import type { Input, Operation } from "../operation/operation.js";
import { RawJson } from "../operation/raw-json.js";
import { AppError } from "../errors.js";
import { type EventFeed, type FeedPage, type Place, writePlace } from "./event-feed.js";
import { matchOf } from "./event-filter.js";
import type { Follower } from "./followers.js";
import { EVENT_STREAM, streamEvents } from "./stream-events.js";

type Route = typeof contract.events.listEvents;
type Wait = Pick<Input<Route>, "signal" | "noteWait"> & { readonly waitMs: number };

const pageJson = ({ events, next, hasMore }: FeedPage) =>
  new RawJson(
    `{"data":[${events.map(({ json }) => json).join(",")}],"next":"${writePlace(next)}","hasMore":${hasMore}}`,
  );

const headers = { "Cache-Control": "private, no-store" };

/** Waits until there is a page with events, the time has passed, the client leaves or the feed stops. */
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
  // The key has lost its access in the meantime.
  if (signal.reason instanceof AppError) throw signal.reason;
  return found;
};

type Deps = { readonly eventFeed: EventFeed; readonly chargeReads: ChargeReads };

export const listEvents =
  ({ eventFeed, chargeReads }: Deps): Operation<Route> =>
  async ({ query: { after, limit, wait, ...filter }, headers: given, answerType, signal, noteWait }, flow, caller) => {
    const reader = { scope: caller?.scope ?? "read", filter: matchOf(filter), flow, signal } as const;
    const resumed = given["last-event-id"];
    const place = await eventFeed.open(
      resumed ?? after,
      resumed === undefined ? "query.after" : "header Last-Event-ID",
    );
    if (answerType === EVENT_STREAM) {
      const body = streamEvents({ eventFeed, chargeReads }, place, reader);
      return { status: 200, body, headers };
    }
    let looked = 0;
    const noteRead = (events: number) => void (looked += events);
    const page = await readPage(eventFeed, place, { ...reader, noteRead, noteWait, limit, waitMs: wait * 1_000 });
    await chargeReads(flow, looked);
    return { status: 200, body: pageJson(page), headers };
  };
