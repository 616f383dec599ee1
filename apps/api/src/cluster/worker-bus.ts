import { randomBytes } from "node:crypto";
import { type Counter, type CounterOptions, openMemoryCounter } from "../rate-limit/memory-counter.js";

/** What the workers of one service share, so that a client cannot tell which of them answers. */
export type WorkerBus = {
  /**
   * Tells every other worker of a change. Await it after the commit and before the response: the client's next request
   * may go to another worker. Never rejects; takes a second at most, after which the change feed has delivered the same.
   * @returns undefined if there is no other worker.
   */
  tell(channel: string, payload?: string): Promise<void> | undefined;
  /** Calls the listener with what other workers tell, never with what this one does. */
  subscribe(channel: string, listener: (payload?: string) => void): void;
  /** Counts for all of them together. */
  openCounter(options: CounterOptions): Counter;
  /** Random, the same in all of them, and another one at each start. */
  readonly secret: Uint8Array;
};

const SECRET_BYTES = 32;

/** For a service that is one process. */
export const createLocalBus = (): WorkerBus => ({
  tell: () => undefined,
  subscribe: () => {},
  openCounter: openMemoryCounter,
  secret: randomBytes(SECRET_BYTES),
});
