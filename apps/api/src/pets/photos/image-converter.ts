import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Flow } from "../../concurrency/fair-queue.js";
import { createLane } from "../../concurrency/lane.js";
import type { LaneLimits } from "../../config/connection-budget.js";
import { AppError, damagedImage, imageNotProcessed, imagesUnsupported, imageTooCostly } from "../../errors.js";
import type { Media } from "./media-store.js";
import { type Cost, watchProcess } from "./process-limits.js";

type Settings = {
  readonly script: string;
  readonly maxMs: number;
  readonly startMs: number;
  readonly idleMs: number;
  readonly maxMegabytes: number;
  /** What one image may take of the processor; `maxMs` is the limit for all that a busy machine adds. */
  readonly maxCpuMs: number;
};

const usual: Settings = {
  script: fileURLToPath(new URL("convert-images.mjs", import.meta.url)),
  maxMs: 30_000,
  startMs: 20_000,
  idleMs: 30_000,
  maxMegabytes: 256,
  maxCpuMs: 10_000,
};

/** The script exits with them when it has taken too much, where the service cannot watch it: outside Linux. */
const costs: Readonly<Record<string, Cost>> = { 86: "memory", 87: "time" };

/** One image at a time; accounts and keys take turns. */
const limits: LaneLimits = {
  connections: 1,
  perKey: 1,
  perAccount: 1,
  maxWaitingPerKey: 24,
  maxWaiting: 100,
  maxWaitMs: 30_000,
};

export type ImageConverter = {
  /** @param path - Of an image whose header is checked; the files lie beside it. @throws AppError 400, 429, 503 */
  readonly convert: (flow: Flow, path: string) => Promise<Media>;
  /** The process that runs, for tests. */
  readonly pid: () => number | undefined;
  readonly close: () => Promise<void>;
};

type Reply =
  | { readonly result: Media }
  | { readonly damage: string }
  | { readonly failure: string }
  | { isReady: true };

/** The next message, or why there is none. @param excess - Tells which limit the process was killed for. */
const replyOf = async (child: ChildProcess, maxMs: number, excess: () => Cost | undefined): Promise<Reply> => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), maxMs);
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      const cost = excess() ?? costs[String(code)];
      throw cost === undefined
        ? imageNotProcessed(new Error(`The process that reads images ended with ${String(code)}.`))
        : imageTooCostly(cost);
    });
    const [reply] = await Promise.race([once(child, "message", { signal }), ended]);
    return reply as Reply;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw imageNotProcessed(signal.aborted ? new Error(`The process gave no answer within ${maxMs} ms.`) : error);
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
};

/**
 * Reads images in a process of its own, which starts with the first one and ends when idle, with the service, or when an
 * image takes too long or too much memory: nothing that a decoder does with hostile bytes reaches the service.
 */
export const createImageConverter = (given: Partial<Settings> = {}): ImageConverter => {
  const { script, maxMs, startMs, idleMs, maxMegabytes, maxCpuMs } = { ...usual, ...given };
  const lane = createLane(limits);
  let current: ChildProcess | undefined;
  let ending: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = (child = current) => {
    child?.kill("SIGKILL");
    if (child === current) current = undefined;
  };
  const start = async (): Promise<ChildProcess> => {
    const child = fork(script, [String(maxMegabytes), String(maxCpuMs)], {
      // It needs no variable, and they contain secrets. Arenas keep what libvips frees.
      env: { MALLOC_ARENA_MAX: "2" },
      execArgv: ["--max-old-space-size=64"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    current = child;
    child.on("error", () => {});
    child.on("exit", () => child === current && end());
    const reply = await replyOf(child, startMs, () => undefined).catch((error: AppError) => {
      end(child);
      throw error.status === 503
        ? error
        : imagesUnsupported(new Error("The process that reads images does not start."));
    });
    if (!("failure" in reply)) return child;
    end(child);
    throw imagesUnsupported(new Error(reply.failure));
  };
  const convert = async (path: string): Promise<Media> => {
    if (isClosed) throw imageNotProcessed();
    clearTimeout(ending);
    const child = current ?? (await start());
    let isSound = false;
    let excess: Cost | undefined;
    const unwatch = watchProcess(child.pid ?? 0, { maxMegabytes, maxCpuMs }, (cost) => {
      excess = cost;
      child.kill("SIGKILL");
    });
    try {
      child.send(path);
      const reply = await replyOf(child, maxMs, () => excess);
      isSound = true;
      if ("result" in reply) return reply.result;
      throw damagedImage("image");
    } finally {
      unwatch();
      if (!isSound) end(child);
      ending = setTimeout(() => end(child), idleMs).unref();
    }
  };
  return {
    convert: (flow, path) => lane.run(flow, () => convert(path)),
    pid: () => current?.pid,
    close: async () => {
      isClosed = true;
      clearTimeout(ending);
      end();
    },
  };
};
