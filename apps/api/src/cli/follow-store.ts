import type { Event, Scope } from "@petstore/contract/routes";
import { createLanes, systemFlow } from "../concurrency/lanes.js";
import { OperatorError } from "../config/operator-error.js";
import type { Database } from "../database/open-database.js";
import { AppError } from "../errors.js";
import { createEventFeed } from "../events/event-feed.js";
import { type FeedFilter, matchOf } from "../events/event-filter.js";

const PAGE = 1_000;
/** The longest time between two looks for a signal that aborts. */
const WAIT_MS = 25_000;
const flow = systemFlow("command line");

export type Followed = FeedFilter & {
  readonly after: string | undefined;
  /** Whether to wait for what comes; else the end of the feed ends it. */
  readonly isFollowing: boolean;
  readonly signal: AbortSignal;
  /** Whose eyes see them. */
  readonly scope: Scope;
};

const explain = (error: unknown, after: string | undefined): unknown => {
  if (!(error instanceof AppError)) return error;
  const where = after === undefined ? "The events that come next" : `The events after ${after}`;
  if (error.code === "cursor_expired") {
    const problem = `${where} are no longer kept, or the store was restored or has failed over since:`;
    const remedy = "read the catalogue again (`petstore export`), then go on with --after now.";
    return new OperatorError("cursor_expired", problem, remedy);
  }
  const problem = `${after} is no event of this store that it has reached:`;
  return new OperatorError("not_found", problem, "use the id of an event, or --after now.");
};

/**
 * The events of a store, until its end or the signal. No notification is heard: it looks each second.
 * @throws OperatorError for a cursor that is not, or no longer, of this store
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
