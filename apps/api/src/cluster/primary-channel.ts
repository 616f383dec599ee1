import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { createBatchedRpc } from "./batched-rpc.js";
import type { ChangeNote, Count, CountNote, PrimaryMessage, WorkerMessage } from "./messages.js";
import type { Snapshot } from "../metrics/metric.js";
import { createOpenCounter } from "./worker-counter.js";
import type { WorkerBus } from "../concurrency/worker-bus.js";

const COUNT_TIMEOUT_MS = 500;
/** How long to wait for the primary. After this time, a current change feed has delivered the change. */
const PUBLISH_TIMEOUT_MS = 1_000;

export type PrimaryChannel = {
  readonly started: Promise<{ readonly config: Config; readonly secret: Uint8Array }>;
  /** Resolves when the port is free for the workers. */
  readonly prepare: () => Promise<void>;
  readonly isReady: Promise<void>;
  readonly isToStop: Promise<void>;
  send(message: WorkerMessage): void;
  answerScrapes(collect: () => Promise<Snapshot>): void;
  createWorkerBus(secret: Uint8Array, log: Logger): WorkerBus;
};

/** The channel between this process and the process that started it. It is `process`, except in tests. */
export type Parent = Pick<NodeJS.Process, "connected" | "disconnect" | "on" | "once" | "send">;

export const openPrimaryChannel = (parent: Parent = process): PrimaryChannel => {
  const send = (message: WorkerMessage): void => {
    // Without the callback, sending to a primary that has just died would be an uncaught error.
    if (parent.connected) parent.send?.(message, undefined, {}, () => {});
  };
  const counting = createBatchedRpc<CountNote, Count>(
    (id, notes) => send({ kind: "count", id, notes }),
    COUNT_TIMEOUT_MS,
  );
  const publishing = createBatchedRpc<ChangeNote, true>(
    (id, notes) => send({ kind: "publish", id, notes }),
    PUBLISH_TIMEOUT_MS,
  );
  const listeners: { readonly channel: string; readonly listener: (payload?: string) => void }[] = [];
  const notify = ([channel, payload]: ChangeNote) => {
    for (const each of listeners) if (each.channel === channel) each.listener(payload);
  };
  const started = new Promise<Awaited<PrimaryChannel["started"]>>((resolve) => {
    parent.on("message", (message: PrimaryMessage) => {
      if (message.kind === "start") resolve({ ...message, secret: Buffer.from(message.secret, "base64") });
      if (message.kind === "counted") counting.receive(message.id, (at) => message.counts[at]);
      if (message.kind === "published") publishing.receive(message.id, () => true);
      if (message.kind === "changes") {
        message.notes.forEach(notify);
        send({ kind: "received", id: message.id });
      }
    });
  });
  const mayListen = new Promise<void>((resolve) => {
    parent.on("message", ({ kind }: PrimaryMessage) => kind === "listen" && resolve());
  });
  const prepare = () => {
    send({ kind: "prepared" });
    return mayListen;
  };
  const isReady = new Promise<void>((resolve) => {
    parent.on("message", ({ kind }: PrimaryMessage) => kind === "ready" && resolve());
  });
  const isToStop = new Promise<void>((resolve) => {
    parent.on("message", ({ kind }: PrimaryMessage) => kind === "stop" && resolve());
    parent.once("disconnect", resolve);
  });
  const answerScrapes = (collect: () => Promise<Snapshot>) => {
    parent.on("message", (message: PrimaryMessage) => {
      if (message.kind !== "scrape") return;
      // If this fails or takes too long, the primary reports the worker as missing.
      collect().then(
        (snapshot) => send({ kind: "metrics", id: message.id, snapshot }),
        () => {},
      );
    });
  };
  send({ kind: "here" });
  const createWorkerBus = (secret: Uint8Array, log: Logger): WorkerBus => ({
    publish: async (channel, payload) => {
      await publishing.ask(payload === undefined ? [channel] : [channel, payload]).catch(() => {});
    },
    subscribe: (channel, listener) => void listeners.push({ channel, listener }),
    openCounter: createOpenCounter(counting, log),
    secret,
  });
  return { started, prepare, isReady, isToStop, send, answerScrapes, createWorkerBus };
};
