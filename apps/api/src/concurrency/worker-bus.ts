import { randomBytes } from "node:crypto";
import { type Counter, type CounterOptions, openMemoryCounter } from "./rate-limit/counter.js";

export type WorkerBus = {
  /**
   * Call it after the commit, and await it before the response. It never rejects.
   * @returns Undefined if there are no other workers.
   */
  publish(channel: string, payload?: string): Promise<void> | undefined;
  subscribe(channel: string, listener: (payload?: string) => void): void;
  openCounter(options: CounterOptions): Counter;
  /** The bytes are random at each start, and the same in all workers. */
  readonly secret: Uint8Array;
};

const SECRET_BYTES = 32;

export const createLocalBus = (): WorkerBus => ({
  publish: () => undefined,
  subscribe: () => {},
  openCounter: openMemoryCounter,
  secret: randomBytes(SECRET_BYTES),
});
