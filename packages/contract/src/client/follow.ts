import { UnexpectedResponseError } from "./errors.js";
import type { Event, EventPage, ListEventsRequest } from "./generated/types.js";
import { successOrThrow } from "./outcome.js";
import { pause } from "./pause.js";
import type { Route } from "./route.js";
import type { Send } from "./sender.js";
import type { RequestOptions } from "./types.js";

/** The parameters of `events.follow`: where to start, which events to yield, and the options of the requests. */
export interface FollowRequest
  extends RequestOptions,
    Pick<NonNullable<ListEventsRequest["query"]>, "after" | "types" | "subject"> {
  /** How often the client repeats the request of a page; without limit by default. */
  readonly maxRetries?: number | undefined;
  /**
   * Called with a cursor, and awaited, whenever all events up to this cursor have been yielded and processed, or
   * excluded by `types` and `subject`. With `after: "now"`, the first call passes the cursor of the moment at which
   * following began. Store the cursor, and pass it as `after` the next time.
   */
  readonly onCursor?: ((cursor: string) => unknown) | undefined;
}

const PAGE = 1_000;
const WAIT_S = 25;
/**
 * If an empty page arrives sooner than this, the service did not wait for an event. A proxy may have answered, or a
 * service that is stopping.
 */
const SOON_MS = 1_000;

/**
 * Yields every event, page by page; the service holds each request until there is an event. The request of a page is
 * repeated until it succeeds.
 */
export const follow = async function* (
  send: Send,
  route: Route,
  { after: start, types, subject, onCursor, maxRetries = Number.POSITIVE_INFINITY, ...options }: FollowRequest,
): AsyncGenerator<Event, void, undefined> {
  let after = start;
  for (;;) {
    // If a lost request for `now` were repeated, `now` would mean a later moment. So the first request does not wait
    // for an event.
    const wait = after === undefined || after === "now" ? 0 : WAIT_S;
    const query = { after, types, subject, limit: PAGE, wait };
    const askedAt = performance.now();
    const page = await send(route, { ...options, maxRetries, query });
    const { data, next } = successOrThrow(route, page).body as EventPage;
    for (const event of data) {
      options.signal?.throwIfAborted();
      yield event;
    }
    if (next !== after) await onCursor?.(next);
    else if (data.length > 0) {
      const message = "listEvents returned a page that names itself as its next page";
      throw new UnexpectedResponseError({
        code: "unexpected_response",
        message,
        status: page.status,
        operation: route.operation,
        path: page.path,
      });
    } else if (performance.now() - askedAt < SOON_MS) await pause(SOON_MS, options.signal);
    after = next;
  }
};
