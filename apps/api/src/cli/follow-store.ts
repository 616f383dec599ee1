import type { Event, Scope } from "@petstore/contract/routes";
import { createLanes, systemFlow } from "../concurrency/lanes.js";
import { OperatorError } from "../config/operator-error.js";
import type { Database } from "../database/open-database.js";
import { AppError } from "../errors.js";
import { createEventFeed } from "../events/event-feed.js";
import { type FeedFilter, matchOf } from "../events/event-filter.js";

const PAGE = 1_000;
/** The longest time between two checks of the abort signal. */
const WAIT_MS = 25_000;
const flow = systemFlow("command line");

export type Followed = FeedFilter & {
  readonly after: string | undefined;
  /** True to wait for further events. Otherwise the stream ends at the end of the feed. */
  readonly isFollowing: boolean;
  readonly signal: AbortSignal;
  /** The scope decides which events are visible. */
  readonly scope: Scope;
};

const explain = (error: unknown, after: string | undefined): unknown => {
  if (!(error instanceof AppError)) return error;
  const where = after === undefined ? "The next events" : `The events after ${after}`;
  if (error.code === "cursor_expired") {
    const problem = `${where} are no longer kept, or the store was restored or has failed over since:`;
    const remedy = "read the catalogue again (`petstore export`), then continue with --after now.";
    return new OperatorError("cursor_expired", problem, remedy);
  }
  const problem = `this store has not issued an event with id ${after}:`;
  return new OperatorError("not_found", problem, "use the id of an event, or --after now.");
};

/**
 * Yields the events of a store until the end of the feed, or until the signal aborts. It does not use notifications but
 * looks for events once per second.
 * @throws OperatorError if the cursor does not belong to this store, or if its events are no longer available.
 */
export const followStore = async function* (
  database: Pick<Database, "pool">,
  { after, isFollowing, signal, scope, ...selected }: Followed,
): AsyncGenerator<Event, void, undefined> {
  const feed = createEventFeed({ database, lanes: createLanes(), changeFeed: { subscribe: () => {} } });
  const filter = matchOf(selected);
  try {
    let place = await feed.open(after);
    while (!signal.aborted) {
      const page = await feed.read({ after: place, scope, limit: PAGE, filter, flow });
      for (const { event } of page.events) yield event;
      place = page.next;
      if (page.hasMore) continue;
      if (!isFollowing) return;
      await feed.changed(place, signal, WAIT_MS);
    }
  } catch (error) {
    throw explain(error, after);
  } finally {
    feed.stop();
  }
};
