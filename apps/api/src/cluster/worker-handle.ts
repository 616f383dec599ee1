import cluster, { type Worker } from "node:cluster";
import type { ChangeNote, PrimaryMessage, WorkerMessage } from "./messages.js";

/** Far longer than a garbage collection or a busy machine takes. Until then each change waits for this worker, a second at most. */
const HUNG_MS = 10_000;

/** One worker, as the primary sees it. */
export type WorkerHandle = {
  readonly pid: number | undefined;
  readonly startedAt: number;
  /** Resolves with its exit code or signal. */
  readonly ended: Promise<string>;
  send(message: PrimaryMessage): void;
  /** Resolves when the worker has confirmed the changes or has ended. One that takes 10 s is killed. */
  hear(notes: readonly ChangeNote[]): Promise<void>;
  kill(): void;
};

type Closable = { close(): void };
const isClosable = (value: unknown): value is Closable =>
  typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";

const sendTo = (worker: Worker, message: PrimaryMessage) => {
  // One that has just ended is noticed otherwise; without the callback that would be an uncaught error.
  if (worker.isConnected()) worker.process.send(message, undefined, {}, () => {});
};

/** The changes that the worker has not confirmed yet. */
const createHearing = (worker: Worker, onHung: () => void) => {
  const open = new Map<number, () => void>();
  let lastId = 0;
  return {
    hear: (notes: readonly ChangeNote[]) =>
      new Promise<void>((resolve) => {
        const id = (lastId += 1);
        // A primary that stood still reads first what came meanwhile.
        const timer = setTimeout(() => setImmediate(() => open.has(id) && onHung()), HUNG_MS);
        open.set(id, () => {
          clearTimeout(timer);
          open.delete(id);
          resolve();
        });
        sendTo(worker, { kind: "hear", id, notes });
      }),
    confirm: (id: number) => open.get(id)?.(),
    confirmAll: () => open.forEach((confirm) => confirm()),
  };
};

/**
 * Node's cluster hands connections to a worker one at a time, and keeps each until the worker has taken it. When the worker dies
 * in between, nobody closes it, and its client waits for ever: so it is closed here.
 */
const closeUntaken = (worker: Worker) => {
  const send = worker.process.send.bind(worker.process);
  let handed: Closable | undefined;
  worker.process.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (isClosable(handle)) handed = handle;
    return Reflect.apply(send, undefined, args);
  };
  // Where it was taken, it is closed already, which changes nothing.
  worker.once("exit", () => handed?.close());
};

/** Starts a worker. `onMessage` gets all but its confirmations. */
export const startWorker = (onMessage: (message: WorkerMessage, handle: WorkerHandle) => void): WorkerHandle => {
  const worker = cluster.fork();
  closeUntaken(worker);
  const kill = () => void worker.process.kill("SIGKILL");
  const { hear, confirm, confirmAll } = createHearing(worker, kill);
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      confirmAll();
      resolve(how);
    };
    worker.once("exit", (code: number | null, signal: string | null) => end(signal ?? `exit code ${code}`));
    worker.on("error", ({ message }) => worker.process.pid === undefined && end(message));
  });
  const handle = {
    pid: worker.process.pid,
    startedAt: performance.now(),
    ended,
    send: (message: PrimaryMessage) => sendTo(worker, message),
    hear,
    kill,
  };
  worker.on("message", (message: WorkerMessage) => {
    if (message.kind === "heard") confirm(message.id);
    else onMessage(message, handle);
  });
  return handle;
};
