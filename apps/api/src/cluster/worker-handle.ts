import cluster, { type Worker } from "node:cluster";
import { closeUntakenConnections } from "../patches/close-untaken-connections.js";
import type { Snapshot } from "../metrics/metric.js";
import type { ChangeNote, PrimaryMessage, WorkerMessage } from "./messages.js";

const BEAT_MS = 1_000;
/**
 * A garbage collection is far shorter than this. During this time, each change waits a second for the worker, and the
 * connections of the worker wait too.
 */
const MAX_MISSED_BEATS = 10;

/** `how` describes the end for the log. */
type WorkerEnd = { readonly how: string; readonly wasKilled: boolean };

export type WorkerHandle = {
  readonly pid: number | undefined;
  readonly startedAt: number;
  readonly ended: Promise<WorkerEnd>;
  send(message: PrimaryMessage): void;
  sendChanges(notes: readonly ChangeNote[]): Promise<void>;
  /** Resolves to undefined if the worker does not answer in time. */
  scrape(): Promise<Snapshot | undefined>;
  kill(): void;
};

const SCRAPE_TIMEOUT_MS = 1_000;

const sendTo = (worker: Worker, message: PrimaryMessage) => {
  // Without the callback, sending to a worker that has just died would be an uncaught error.
  if (worker.isConnected()) worker.process.send(message, undefined, {}, () => {});
};

const createConfirmations = (worker: Worker) => {
  const open = new Map<number, () => void>();
  let lastId = 0;
  return {
    sendChanges: (notes: readonly ChangeNote[]) =>
      new Promise<void>((resolve) => {
        const id = (lastId += 1);
        open.set(id, () => {
          open.delete(id);
          resolve();
        });
        sendTo(worker, { kind: "changes", id, notes });
      }),
    confirm: (id: number) => open.get(id)?.(),
    confirmAll: () => open.forEach((confirm) => confirm()),
  };
};

/**
 * Counts missed heartbeats instead of measuring time. So a pause of this process or of the machine costs only one
 * heartbeat, and does not kill a worker.
 */
const startHeartbeat = (beat: () => Promise<void>, onHung: () => void): NodeJS.Timeout => {
  let missed = 0;
  return setInterval(() => {
    if (missed >= MAX_MISSED_BEATS) return onHung();
    missed += 1;
    void beat().then(() => (missed = 0));
  }, BEAT_MS);
};

const createScrapes = (worker: Worker) => {
  const open = new Map<number, (snapshot?: Snapshot) => void>();
  let lastId = 0;
  return {
    scrape: () =>
      new Promise<Snapshot | undefined>((resolve) => {
        const id = (lastId += 1);
        const end = (snapshot?: Snapshot) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(snapshot);
        };
        const timer = setTimeout(() => setImmediate(end), SCRAPE_TIMEOUT_MS);
        open.set(id, end);
        sendTo(worker, { kind: "scrape", id });
      }),
    receive: (id: number, snapshot: Snapshot) => open.get(id)?.(snapshot),
    endAll: () => open.forEach((end) => end()),
  };
};

export const startWorker = (onMessage: (message: WorkerMessage, handle: WorkerHandle) => void): WorkerHandle => {
  const worker = cluster.fork();
  closeUntakenConnections(worker);
  let isHung = false;
  let heartbeat: NodeJS.Timeout | undefined;
  const kill = () => void worker.process.kill("SIGKILL");
  const killHung = () => {
    isHung = true;
    kill();
  };
  const { sendChanges, confirm, confirmAll } = createConfirmations(worker);
  const scrapes = createScrapes(worker);
  const ended = new Promise<WorkerEnd>((resolve) => {
    const end = (workerEnd: WorkerEnd) => {
      clearInterval(heartbeat);
      confirmAll();
      scrapes.endAll();
      resolve(workerEnd);
    };
    worker.once("exit", (code: number | null, signal: string | null) =>
      end({ how: isHung ? "no answer for ten seconds" : (signal ?? `exit code ${code}`), wasKilled: signal !== null }),
    );
    worker.on("error", ({ message }) => worker.process.pid === undefined && end({ how: message, wasKilled: false }));
  });
  const handle = {
    pid: worker.process.pid,
    startedAt: performance.now(),
    ended,
    send: (message: PrimaryMessage) => sendTo(worker, message),
    sendChanges,
    scrape: scrapes.scrape,
    kill,
  };
  worker.on("message", (message: WorkerMessage) => {
    if (message.kind === "here") heartbeat ??= startHeartbeat(() => sendChanges([]), killHung);
    if (message.kind === "received") confirm(message.id);
    else if (message.kind === "metrics") scrapes.receive(message.id, message.snapshot);
    else onMessage(message, handle);
  });
  return handle;
};
