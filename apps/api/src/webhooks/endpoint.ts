import type { FeedEvent } from "../events/event-feed.js";
import type { Receiver } from "./attempt.js";
import type { Health } from "./judge-response.js";

/** An endpoint as PostgreSQL has it: the sender reads it with each tick, and notes each change that it makes. */
export type StoredEndpoint = Receiver &
  Health & {
    readonly cursor: string;
    /** Each change by a client counts one up. */
    readonly revision: number;
    readonly types: readonly string[];
    /** The number of deliveries that are retried, and when the first of them is due. */
    readonly waiting: number;
    readonly dueAt: Date | null;
  };

export type Source = "feed" | "retries";

/** An endpoint, and what the sender alone knows of it. */
export type Endpoint = StoredEndpoint & {
  /** The events after the cursor that have been read already. */
  readonly events: readonly FeedEvent[];
  /** Where the sender still looks for a delivery in this turn. */
  readonly sources: readonly Source[];
  /** Whether the next turn looks at retries first. */
  readonly isRetryNext: boolean;
  /** The receiver asked for no request before this time. */
  readonly holdUntil: Date | undefined;
  /** The endpoint may differ from what PostgreSQL has, so it is served again once it has been read. */
  readonly isStale: boolean;
};

/**
 * An endpoint as it was just read.
 * @param isServed - Whether a step is in progress. The sender is then ahead of what was read, unless a client has changed
 *   the endpoint; only a client makes deliveries due.
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
