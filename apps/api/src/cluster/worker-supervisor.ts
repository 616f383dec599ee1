import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { StartMustWait } from "../database/start-must-wait.js";
import { OperatorError } from "../config/operator-error.js";
import { createMessageRouter } from "./message-router.js";
import type { WorkerMessage } from "./messages.js";
import { createSharedPort } from "./shared-port.js";
import { type WorkerHandle, startWorker } from "./worker-handle.js";

/** Exits of workers count towards the limit if they happen this soon after a start. */
const EARLY_EXIT_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** This limit applies only until all workers have listened once. Afterwards the supervisor never gives up. */
const MAX_EARLY_EXITS = 3;
/** Requests in flight and pending writes take less time than this. */
const STOP_TIMEOUT_MS = 20_000;
const MS_PER_SECOND = 1_000;
/**
 * PostgreSQL takes some milliseconds to notice that a process was killed. Until then the private PostgreSQL seems to be
 * in use.
 */
const UNNOTICED_MS = 500;

export type WorkerSupervisor = {
  readonly listening: Promise<string>;
  readonly workers: ReadonlySet<WorkerHandle>;
  markReady(): void;
  stop(): Promise<void>;
  kill(): void;
};

const pauseAfter = (earlyExits: number) =>
  earlyExits === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (earlyExits - 1), MAX_PAUSE_MS);

const failedTooOften = (how: string) =>
  new OperatorError(
    "start_failed",
    `The workers do not start (${how}, ${MAX_EARLY_EXITS} times):`,
    "see the log, or set WORKERS=1 to start without them.",
    { isTemporary: true },
  );

type Failure = Extract<WorkerMessage, { kind: "failed" }>;

/** @param releasePort - Frees the port for the workers. It is called whenever a worker is about to listen. */
export const startWorkerSupervisor = (config: Config, log: Logger, releasePort = () => {}): WorkerSupervisor => {
  const sharedPort = createSharedPort(config);
  const route = createMessageRouter(sharedPort.configOf);
  const workers = new Set<WorkerHandle>();
  const stopping = new AbortController();
  let isStarted = false;
  let isReady = false;
  let earlyExits = 0;
  let resolveListening: (address: string) => void;
  let rejectListening: (error: Error) => void;
  const listening = new Promise<string>((resolve, reject) => {
    resolveListening = resolve;
    rejectListening = reject;
  });
  const noteListening = (worker: WorkerHandle, address: string) => {
    if (!sharedPort.add(worker, address)) worker.kill();
    else if (isReady) worker.send({ kind: "ready" });
    if (sharedPort.count() < config.workers) return;
    isStarted = true;
    resolveListening(address);
  };
  const letListen = (worker: WorkerHandle) => {
    releasePort();
    worker.send({ kind: "listen" });
  };
  const noteFailure = ({ problem, remedy, reason, isTemporary = false }: Failure) => {
    if (isStarted || remedy === undefined) log.error(`A worker cannot start: ${problem} ${remedy ?? ""}`.trimEnd());
    else if (reason !== undefined) rejectListening(new StartMustWait(problem, remedy, { reason }));
    else rejectListening(new OperatorError("start_failed", problem, remedy, { isTemporary }));
  };
  const receive = (message: WorkerMessage, worker: WorkerHandle) => {
    if (message.kind === "listening") noteListening(worker, message.address);
    else if (message.kind === "failed") noteFailure(message);
    else if (message.kind === "prepared") letListen(worker);
    // A message sent before the worker listened is lost, because Node's cluster has its own listener and nothing is
    // buffered.
    else if (message.kind === "here" && stopping.signal.aborted) worker.send({ kind: "stop" });
    else route(message, worker);
  };

  const replace = async (worker: WorkerHandle, how: string) => {
    workers.delete(worker);
    sharedPort.remove(worker);
    if (stopping.signal.aborted) return;
    earlyExits = performance.now() - worker.startedAt < EARLY_EXIT_MS ? earlyExits + 1 : 0;
    if (!isStarted && earlyExits >= MAX_EARLY_EXITS) {
      rejectListening(failedTooOften(how));
      return;
    }
    log.error({ worker: worker.pid, how }, "A worker has ended; another one is taking its place.");
    await delay(pauseAfter(earlyExits), undefined, { signal: stopping.signal }).catch(() => {});
    if (!stopping.signal.aborted) add();
  };
  const add = () => {
    const worker = startWorker(receive);
    workers.add(worker);
    void worker.ended.then(({ how }) => replace(worker, how));
  };
  const kill = () => workers.forEach((worker) => worker.kill());
  for (let started = 0; started < config.workers; started += 1) add();
  return {
    listening,
    workers,
    markReady: () => {
      isReady = true;
      for (const worker of workers) worker.send({ kind: "ready" });
    },
    stop: async () => {
      stopping.abort();
      const killAll = () => {
        log.error(
          { workers: [...workers].map(({ pid }) => pid) },
          "Workers have not stopped in time; the service is ending them now.",
        );
        kill();
      };
      const tooLate = setTimeout(killAll, STOP_TIMEOUT_MS + config.shutdownGraceSeconds * MS_PER_SECOND);
      const leaving = [...workers];
      for (const worker of leaving) worker.send({ kind: "stop" });
      const ends = await Promise.all(leaving.map(({ ended }) => ended));
      clearTimeout(tooLate);
      if (ends.some(({ wasKilled }) => wasKilled)) await delay(UNNOTICED_MS);
    },
    kill,
  };
};
