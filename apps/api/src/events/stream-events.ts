import type { Scope } from "@petstore/contract/routes";
import type { ChargeReads } from "../concurrency/rate-limit/charge-reads.js";
import type { Flow } from "../concurrency/fair-queue.js";
import { AppError } from "../errors.js";
import { BodyStream, type WriteBody } from "../operation/body-stream.js";
import { type EventFeed, type FeedPage, type Place, writePlace } from "./event-feed.js";
import type { EventMatch } from "./event-filter.js";
import type { Follower } from "./followers.js";

/** The media type of Server-Sent Events. */
export const EVENT_STREAM = "text/event-stream";

/**
 * Comments show that the connection works. Without them, a quiet connection would look dead to proxies, and a dead
 * connection would look quiet to the service.
 */
const COMMENT_MS = 15_000;
/** This is shorter than the time limit for a text stream, because reaching that limit is an error. */
const MAX_STREAM_MS = 3_540_000;
const PAGE = 100;
/** The limit is low, because a client that reads slowly keeps its page in memory. */
const MAX_PAGE_BYTES = 262_144;
/** The text is written in pieces of this size, so that only one piece is kept for a client that reads slowly. */
const MAX_TEXT = 65_536;
const RETRY = "retry: 3000\n";
/** Ends a stream in the normal way. The client may open the next one at once. */
const END = "retry: 1000\n\n";

type Streamed = {
  readonly scope: Scope;
  readonly filter: EventMatch | undefined;
  readonly flow: Flow;
  /** Aborts when the client leaves, or when its key loses its access. */
  readonly signal: AbortSignal;
};

const textOf = ({ event, json }: FeedPage["events"][number]) =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${json}\n\n`;

const toTexts = ({ events }: FeedPage): readonly string[] => {
  const texts: string[] = [];
  let text = "";
  for (const one of events) {
    text += textOf(one);
    if (text.length < MAX_TEXT) continue;
    texts.push(text);
    text = "";
  }
  return text === "" ? texts : [...texts, text];
};

/** The texts of a page, which are created once for all readers of the page. */
const textsOfPages = new WeakMap<FeedPage, readonly string[]>();

const writePage = async (page: FeedPage, write: WriteBody): Promise<void> => {
  const texts = textsOfPages.get(page) ?? toTexts(page);
  textsOfPages.set(page, texts);
  for (const text of texts) await write(text);
};

/** Sends the events after a place as Server-Sent Events for at most an hour. Clients then resume with a new request. */
export const streamEvents = (
  { eventFeed, chargeReads }: { readonly eventFeed: EventFeed; readonly chargeReads: ChargeReads },
  start: Place,
  { signal, flow, ...reader }: Streamed,
): BodyStream => {
  const follow = async (write: WriteBody, follower: Follower) => {
    const endsAt = performance.now() + MAX_STREAM_MS;
    let place = start;
    let commentAt = 0;
    let looked = 0;
    let restsUntil = 0;
    /**
     * Counts the events of the previous page against the rate limit of the key. If the limit is exceeded, the stream
     * continues in the next window.
     */
    const charge = async () => {
      const seconds = await chargeReads(flow, looked);
      looked = 0;
      if (seconds > 0) restsUntil = performance.now() + seconds * 1_000;
    };
    const noteRead = (events: number) => void (looked += events);
    const tellPlace = async (line: string) => {
      await write(`${line}id: ${writePlace(place)}\n\n`);
      commentAt = performance.now() + COMMENT_MS;
    };
    await tellPlace(RETRY);
    while (!signal.aborted && !eventFeed.isStopped() && performance.now() < endsAt) {
      const restMs = restsUntil - performance.now();
      if (restMs > 0) {
        await eventFeed.pause(signal, Math.min(restMs, commentAt - performance.now()));
        if (performance.now() >= commentAt) await tellPlace(":\n");
        continue;
      }
      const page = await eventFeed.read({
        after: place,
        limit: PAGE,
        maxBytes: MAX_PAGE_BYTES,
        flow,
        noteRead,
        ...reader,
      });
      if (looked >= PAGE) await charge();
      place = page.next;
      follower.position = place.position;
      if (page.events.length > 0) commentAt = performance.now() + COMMENT_MS;
      await writePage(page, write);
      if (performance.now() >= commentAt) await tellPlace(":\n");
      if (!page.hasMore) await eventFeed.changed(place, signal, commentAt - performance.now());
    }
  };
  return new BodyStream(
    async (write) => {
      const follower: Follower = { kind: "stream", flow, position: start.position };
      eventFeed.enter(follower);
      try {
        await follow(write, follower).catch((error: unknown) => {
          // The positions belong to an earlier epoch, or the client was too slow. The client gets the 410 with its next
          // request.
          if (!(error instanceof AppError && error.code === "cursor_expired")) throw error;
        });
        await write(END);
      } finally {
        eventFeed.leave(follower);
      }
    },
    { type: EVENT_STREAM, isLive: true },
  );
};
