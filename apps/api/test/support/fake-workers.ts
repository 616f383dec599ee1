import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { vi } from "vitest";
import type { PrimaryMessage, WorkerMessage } from "../../src/cluster/messages.js";
import type { Snapshot } from "../../src/metrics/metric.js";

/**
 * Replaces a process that Node's cluster would have forked. It records the messages that it receives, and a test
 * decides which messages it sends.
 */
export class FakeWorker extends EventEmitter {
  readonly sent: PrimaryMessage[] = [];
  readonly signals: string[] = [];
  readonly process;
  /** The worker's answer to a scrape. If it is undefined, the worker does not answer. */
  snapshot: Snapshot | undefined;
  #isConnected = true;

  constructor(pid: number | undefined) {
    super();
    const send = (message: PrimaryMessage) => {
      this.sent.push(message);
      if (message.kind === "scrape" && this.snapshot !== undefined) {
        this.tell({ kind: "metrics", id: message.id, snapshot: this.snapshot });
      }
      return true;
    };
    this.process = { pid, send, kill: (signal: string) => this.signals.push(signal) > 0 };
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  tell(message: WorkerMessage): void {
    this.emit("message", message);
  }

  /** Sends the primary all messages that a worker sends until it listens at this address. */
  listenAt(address: string): void {
    this.tell({ kind: "here" });
    this.tell({ kind: "prepared" });
    this.tell({ kind: "listening", address });
  }

  exit(code: number | null, signal: string | null = null): void {
    this.#isConnected = false;
    this.emit("exit", code, signal);
  }

  /** The kinds of all messages that the worker has received, except heartbeats. */
  get kinds(): PrimaryMessage["kind"][] {
    return this.sent.flatMap(({ kind }) => (kind === "changes" ? [] : [kind]));
  }
}

/** Forks fake workers until all mocks are restored. @returns All fake workers that were forked. */
export const forkFakeWorkers = (): FakeWorker[] => {
  const forked: FakeWorker[] = [];
  vi.spyOn(cluster, "fork").mockImplementation(() => {
    const worker = new FakeWorker(1_000 + forked.length);
    forked.push(worker);
    return worker as unknown as Worker;
  });
  return forked;
};

/**
 * Makes each pause of `node:timers/promises` end at once.
 * @returns The lengths of the pauses, and a function that restores the timers.
 */
export const skipPauses = (): { readonly pauses: number[]; readonly restore: () => void } => {
  const pauses: number[] = [];
  const spy = vi.spyOn(timers, "setTimeout").mockImplementation(async (ms, value) => {
    pauses.push(ms ?? 0);
    return value;
  });
  syncBuiltinESMExports();
  const restore = () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
  return { pauses, restore };
};

/** Resolves when the callbacks of all settled promises have run. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
