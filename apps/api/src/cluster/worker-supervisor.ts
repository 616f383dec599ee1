import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import { OperatorError } from "../database/operator-error.js";
import { type WorkerHandle, startWorker } from "./worker-handle.js";
import type { WorkerMessage } from "./messages.js";
import { createSharedPort } from "./shared-port.js";
import { createMessageRouter } from "./message-router.js";

/** Who dies younger has died at its start. */
const YOUNG_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const MOST_FAILED_STARTS = 3;
/** Longer than requests under way are waited for, and what is pending takes to be written. */
const STOP_TIMEOUT_MS = 20_000;
const MS_PER_SECOND = 1_000;

/** The workers, as the primary sees them. */
export type WorkerSupervisor = {
  /** Fulfilled with the address when all of them listen; rejected when the first start fails. */
  readonly listening: Promise<string>;
  /** Tells all workers, later ones too, that the first start is done. */
  markReady(): void;
  /** Lets each end gracefully, and waits for that. */
  stop(): Promise<void>;
  kill(): void;
};

const pauseAfter = (failures: number) =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

const endedTooOften = (how: string) =>
  new OperatorError(
    `The workers do not start (${how}, ${MOST_FAILED_STARTS} times): see the log, or set WORKERS=1 to start without them.`,
  );

/** Starts as many workers as the configuration says, and another for each that ends. */
export const startWorkerSupervisor = (config: Config, log: Logger): WorkerSupervisor => {
  const place = createSharedPort(config);
  const answer = createMessageRouter(place.configOf);
  const crew = new Set<WorkerHandle>();
  const stopping = new AbortController();
  let isStarted = false;
  let isReady = false;
  let failures = 0;
  let resolveListening: (address: string) => void;
  let rejectListening: (error: Error) => void;
  const listening = new Promise<string>((resolve, reject) => {
    resolveListening = resolve;
    rejectListening = reject;
  });
  const noteListening = (link: WorkerHandle, address: string) => {
    if (!place.isTaken(link, address)) link.kill();
    else if (isReady) link.send({ kind: "ready" });
    if (place.count() < config.workers) return;
    isStarted = true;
    resolveListening(address);
  };
  const noteFailure = (message: string, isOperators: boolean) => {
    if (isStarted || !isOperators) log.error(`A worker cannot start: ${message}`);
    else rejectListening(new OperatorError(message));
  };
  const hear = (message: WorkerMessage, link: WorkerHandle) => {
    if (message.kind === "listening") noteListening(link, message.address);
    else if (message.kind === "failed") noteFailure(message.message, message.isOperators);
    else answer(message, link);
  };

  const replace = async (link: WorkerHandle, how: string) => {
    crew.delete(link);
    place.leave(link);
    if (stopping.signal.aborted) return;
    failures = performance.now() - link.startedAt < YOUNG_MS ? failures + 1 : 0;
    if (!isStarted && failures >= MOST_FAILED_STARTS) {
      rejectListening(endedTooOften(how));
      return;
    }
    log.error({ worker: link.pid, how }, "A worker has ended; another one takes its place.");
    await delay(pauseAfter(failures), undefined, { signal: stopping.signal }).catch(() => {});
    if (!stopping.signal.aborted) add();
  };
  const add = () => {
    const link = startWorker(hear);
    crew.add(link);
    void link.ended.then((how) => replace(link, how));
  };
  const kill = () => crew.forEach((link) => link.kill());
  for (let started = 0; started < config.workers; started += 1) add();
  return {
    listening,
    markReady: () => {
      isReady = true;
      for (const link of crew) link.send({ kind: "ready" });
    },
    stop: async () => {
      stopping.abort();
      const tooLate = setTimeout(kill, STOP_TIMEOUT_MS + config.shutdownGraceSeconds * MS_PER_SECOND);
      const leaving = [...crew];
      for (const link of leaving) link.send({ kind: "stop" });
      await Promise.all(leaving.map(({ ended }) => ended));
      clearTimeout(tooLate);
    },
    kill,
  };
};
