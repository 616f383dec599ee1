import { randomBytes } from "node:crypto";
import { type Counter, type CounterOptions, openMemoryCounter } from "../rate-limit/memory-counter.js";

/** What the processes of one service on one machine (`WORKERS`) share, so that no client can tell which of them answers. */
export type WorkerBus = {
  /**
   * Has every other process hear of a change. To be awaited after its commit and before its answer: the client's next request
   * may reach another process. Never rejects, and takes a second at most: by then the feed of changes vouches for the same.
   * @returns undefined where there is no other process.
   */
  tell(channel: string, payload?: string): Promise<void> | undefined;
  /** Calls the listener with what another process tells, never with what this one does. */
  subscribe(channel: string, listener: (payload?: string) => void): void;
  /** Counts for all of them together. */
  openCounter(options: CounterOptions): Counter;
  /** Random, the same in all of them, and another one at each start. */
  readonly secret: Uint8Array;
};

const SECRET_BYTES = 32;

/** The peers of a process that is the whole service: none. */
export const createLocalBus = (): WorkerBus => ({
  tell: () => undefined,
  subscribe: () => {},
  openCounter: openMemoryCounter,
  secret: randomBytes(SECRET_BYTES),
});
