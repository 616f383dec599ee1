import { randomBytes } from "node:crypto";
import { type Counter, type CounterOptions, openMemoryCounter } from "../rate-limit/memory-counter.js";

/** What the workers of one service share, so that a client sees no difference between them. */
export type WorkerBus = {
  /**
   * Publishes a change to every other worker. Await it after the commit and before the response: the client's next request may reach
   * another worker. Never rejects; takes a second at most, after which the change feed has delivered the change.
   * @returns undefined if there is no other worker.
   */
  publish(channel: string, payload?: string): Promise<void> | undefined;
  /** Calls the listener with the changes that other workers publish. */
  subscribe(channel: string, listener: (payload?: string) => void): void;
  /** Opens a counter for all workers together. */
  openCounter(options: CounterOptions): Counter;
  /** Random at each start, and the same in all workers. */
  readonly secret: Uint8Array;
};

const SECRET_BYTES = 32;

/** For a service of one process. */
export const createLocalBus = (): WorkerBus => ({
  publish: () => undefined,
  subscribe: () => {},
  openCounter: openMemoryCounter,
  secret: randomBytes(SECRET_BYTES),
});
