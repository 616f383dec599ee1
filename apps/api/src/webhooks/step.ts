import type { FeedEvent } from "../events/event-feed.js";
import type { Response } from "./attempt.js";
import type { judgeResponse } from "./judge-response.js";

/** A message to an endpoint. */
export type Delivery = {
  /** Undefined for the next event after the cursor, which has no row yet. */
  readonly deliveryId: number | undefined;
  readonly messageId: string;
  readonly eventId: string | null;
  readonly type: string;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** The endpoint's cursor after the delivery; undefined for a retry, which does not move it. */
  readonly cursor: string | undefined;
  readonly body: string;
};

/** @param isResumed - True if the attempt was a trial of a paused endpoint that works again. */
export type NoteAttempt = {
  readonly do: "note attempt";
  readonly delivery: Delivery;
  readonly response: Response;
  readonly judged: ReturnType<typeof judgeResponse>;
  readonly isResumed: boolean;
};

/** The next thing to do for an endpoint. */
export type Step =
  /** There is nothing to do until the feed has new events or the next tick comes. */
  | { readonly do: "wait" }
  /** @param dueBy - If undefined, the first retry is found whenever it is due. */
  | { readonly do: "find retry"; readonly dueBy: Date | undefined }
  | { readonly do: "read feed" }
  | { readonly do: "send"; readonly delivery: Delivery }
  | NoteAttempt
  | { readonly do: "expire"; readonly deliveryId: number }
  | { readonly do: "move cursor"; readonly cursor: string }
  | { readonly do: "tell to read again" };

/** The outcome of a step. */
export type Outcome =
  /** The worker has to decide the next step again. */
  | { readonly of: "wait" }
  /** An expired retry is one whose event the feed no longer has. */
  | { readonly of: "find retry"; readonly found: Delivery | { readonly expiredId: number } | undefined }
  /** @param page - Undefined if the feed no longer has the events after the cursor. */
  | {
      readonly of: "read feed";
      readonly page: { readonly events: readonly FeedEvent[]; readonly cursor: string } | undefined;
    }
  | { readonly of: "send"; readonly delivery: Delivery; readonly response: Response }
  /** Nothing was sent, or the stop of the service aborted the request. */
  | { readonly of: "cut" }
  /** @param isWritten - False if another process has become the sender, or if a client has changed the endpoint. */
  | { readonly of: "note attempt"; readonly step: NoteAttempt; readonly isWritten: boolean }
  | { readonly of: "expire" }
  | { readonly of: "move cursor"; readonly cursor: string; readonly isWritten: boolean }
  | { readonly of: "tell to read again"; readonly cursor: string; readonly isWritten: boolean };

/** Runs work in its lane, taking turns with other work. */
export type InLane = <Result>(work: () => Promise<Result>) => Promise<Result>;
