import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { WorkerBus } from "./worker-bus.js";
import { createBatchedRpc } from "./batched-rpc.js";
import type { ChangeNote, Count, CountNote, PrimaryMessage, WorkerMessage } from "./messages.js";
import { createOpenCounter } from "./shared-counter.js";

/** As long as a request waits for Redis. */
const COUNT_TIMEOUT_MS = 500;
/** After that, a feed of changes that is current has brought the change to every process by itself. */
const TELL_TIMEOUT_MS = 1_000;

/** A worker's channel to the primary. */
export type PrimaryChannel = {
  /** What to begin with, once the primary sees to it that this worker hears of every change. */
  readonly begun: Promise<{ readonly config: Config; readonly secret: Uint8Array }>;
  /** Fulfilled when the primary has made the first start. */
  readonly isReady: Promise<void>;
  /** Fulfilled when the primary says so, or is gone. */
  readonly isToStop: Promise<void>;
  send(message: WorkerMessage): void;
  createWorkerBus(secret: Uint8Array, log: Logger): WorkerBus;
};

const send = (message: WorkerMessage): void => {
  // A primary that has just gone is noticed otherwise; without the callback that would be an uncaught error.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

/** Opens it: to be called first of all. */
export const openPrimaryChannel = (): PrimaryChannel => {
  const counting = createBatchedRpc<CountNote, Count>(
    (id, notes) => send({ kind: "count", id, notes }),
    COUNT_TIMEOUT_MS,
  );
  const telling = createBatchedRpc<ChangeNote, true>((id, notes) => send({ kind: "tell", id, notes }), TELL_TIMEOUT_MS);
  const listeners: { readonly channel: string; readonly listener: (payload?: string) => void }[] = [];
  const hear = ([channel, payload]: ChangeNote) => {
    for (const each of listeners) if (each.channel === channel) each.listener(payload);
  };
  const begun = new Promise<Awaited<PrimaryChannel["begun"]>>((resolve) => {
    process.on("message", (message: PrimaryMessage) => {
      if (message.kind === "begin") resolve({ ...message, secret: Buffer.from(message.secret, "base64") });
      if (message.kind === "counted") counting.receive(message.id, (at) => message.counts[at]);
      if (message.kind === "told") telling.receive(message.id, () => true);
      if (message.kind === "hear") {
        message.notes.forEach(hear);
        send({ kind: "heard", id: message.id });
      }
    });
  });
  const isReady = new Promise<void>((resolve) => {
    process.on("message", ({ kind }: PrimaryMessage) => kind === "ready" && resolve());
  });
  const isToStop = new Promise<void>((resolve) => {
    process.on("message", ({ kind }: PrimaryMessage) => kind === "stop" && resolve());
    process.once("disconnect", resolve);
  });
  send({ kind: "here" });
  const createWorkerBus = (secret: Uint8Array, log: Logger): WorkerBus => ({
    // Answered or not: after that time the feed vouches for it.
    tell: async (channel, payload) => {
      await telling.ask(payload === undefined ? [channel] : [channel, payload]).catch(() => {});
    },
    subscribe: (channel, listener) => void listeners.push({ channel, listener }),
    openCounter: createOpenCounter(counting, log),
    secret,
  });
  return { begun, isReady, isToStop, send, createWorkerBus };
};
