import type { FeedEvent } from "../events/event-feed.js";
import type { Receiver } from "./attempt.js";
import type { Health } from "./judge-response.js";

/**
 * An endpoint in the state that PostgreSQL has. The sender reads it with each tick, and writes each change that it
 * makes.
 */
export type StoredEndpoint = Receiver &
  Health & {
    readonly cursor: string;
    /** The number of changes by clients, which identifies the present version. */
    readonly revision: number;
    readonly types: readonly string[];
    /** The number of deliveries that wait for a retry, and when the first of them is due. */
    readonly waiting: number;
    readonly dueAt: Date | null;
  };

export type Source = "feed" | "retries";

/** An endpoint, with the facts that only the sender knows. */
export type Endpoint = StoredEndpoint & {
  /** The events after the cursor that have been read already. */
  readonly events: readonly FeedEvent[];
  /** The sources in which the sender still looks for a delivery in this turn. */
  readonly sources: readonly Source[];
  /** Whether the next turn looks for retries first. */
  readonly isRetryNext: boolean;
  /** The receiver asked the service to send no request before this time. */
  readonly holdUntil: Date | undefined;
  /** True if the endpoint may differ from what PostgreSQL has. The endpoint is served again once it has been read. */
  readonly isStale: boolean;
};

/**
 * Merges an endpoint with its row that was just read.
 * @param isServed - Whether a step is in progress. Then the sender is ahead of the row, unless a client has changed the
 *   endpoint. Only a client makes deliveries due.
 */
export const reloaded = (before: Endpoint | undefined, stored: StoredEndpoint, isServed: boolean): Endpoint => {
  if (before === undefined)
    return { ...stored, events: [], sources: [], isRetryNext: false, holdUntil: undefined, isStale: false };
  const isChanged = before.revision !== stored.revision;
  if (isServed && !before.isStale && !isChanged) return { ...before, waiting: stored.waiting, dueAt: stored.dueAt };
  return {
    ...before,
    ...stored,
    events: isChanged || before.cursor !== stored.cursor ? [] : before.events,
    holdUntil: isChanged ? undefined : before.holdUntil,
    isStale: false,
  };
};
