import { UnexpectedResponseError } from "./errors.js";
import type { Event, EventPage, ListEventsRequest } from "./generated/types.js";
import { successOrThrow } from "./outcome.js";
import { pause } from "./pause.js";
import type { Route } from "./route.js";
import type { Send } from "./sender.js";
import type { RequestOptions } from "./types.js";

/** The parameters of `events.follow`: where it starts, which events it yields, and the options of its requests. */
export interface FollowRequest
  extends RequestOptions,
    Pick<NonNullable<ListEventsRequest["query"]>, "after" | "types" | "subject"> {
  /** How often the request of a page is sent again; by default without limit. */
  readonly maxRetries?: number | undefined;
  /**
   * Called with a cursor, and awaited, whenever all events up to this cursor have been yielded and processed, or were
   * left out by `types` and `subject`. The first call has the cursor that `now` stood for. Store the cursor, and pass
   * it as `after` the next time.
   */
  readonly onCursor?: ((cursor: string) => unknown) | undefined;
}

const PAGE = 1_000;
const WAIT_S = 25;
/**
 * If an empty page arrives sooner than this, nothing has waited for an event: a proxy may have answered, or a service
 * that is stopping.
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
    // A repeated request for `now` would mean a later moment, so the first one does not wait for an event.
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
      const message = "listEvents answered a page whose next page is itself";
      throw new UnexpectedResponseError({ code: "unexpected_response", message, status: page.status });
    } else if (performance.now() - askedAt < SOON_MS) await pause(SOON_MS, options.signal);
    after = next;
  }
};
