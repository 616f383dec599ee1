import { UnexpectedResponseError } from "./errors.js";
import type { Event, EventPage, ListEventsRequest } from "./generated/types.js";
import { successOrThrow } from "./outcome.js";
import { pause } from "./pause.js";
import type { Route } from "./route.js";
import type { Send } from "./sender.js";
import type { RequestOptions } from "./types.js";

/** What `events.follow` takes: where it starts, what it hands out, and the options of its requests. */
export interface FollowRequest
  extends RequestOptions,
    Pick<NonNullable<ListEventsRequest["query"]>, "after" | "types" | "subject"> {
  /** How often the request of a page is sent again; without end by default. */
  readonly maxRetries?: number | undefined;
  /**
   * Called with a cursor, and awaited, whenever all events up to it have been handed out and dealt with, those that
   * `types` and `subject` leave out included; first with the place that `now` was. Stored, it is the next `after`.
   */
  readonly onCursor?: ((cursor: string) => unknown) | undefined;
}

const PAGE = 1_000;
const WAIT_S = 25;
/** Who gets an empty page sooner than this has not been waited for: a proxy may have answered, or a service that stops. */
const SOON_MS = 1_000;

/** Every event, page after page; the service waits for the next one. A page is asked for again until it is here. */
export const follow = async function* (
  send: Send,
  route: Route,
  { after: start, types, subject, onCursor, maxRetries = Number.POSITIVE_INFINITY, ...options }: FollowRequest,
): AsyncGenerator<Event, void, undefined> {
  let after = start;
  for (;;) {
    // A repeat of `now` would be a later moment, so that the first answer must be soon.
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
