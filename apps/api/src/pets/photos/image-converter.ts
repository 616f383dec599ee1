import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Flow } from "../../concurrency/fair-queue.js";
import { createLane } from "../../concurrency/lane.js";
import type { LaneLimits } from "../../config/connection-budget.js";
import { type AppError, damagedImage, imageNotProcessed, imagesUnsupported, imageTooCostly } from "../../errors.js";
import { killImageProcess, readImage, replyOf, startImageProcess } from "./image-process.js";
import type { Media } from "./media-store.js";
import { type ProcessLimits, usageOf } from "./process-limits.js";

/** `maxCpuMs` is the processor time for one image. `maxMs` is the total time, which is longer on a busy machine. */
type Settings = ProcessLimits & {
  readonly script: string;
  readonly maxMs: number;
  readonly startMs: number;
  readonly idleMs: number;
};

const usual: Settings = {
  script: fileURLToPath(new URL("convert-images.mjs", import.meta.url)),
  maxMs: 30_000,
  startMs: 20_000,
  idleMs: 30_000,
  maxMegabytes: 256,
  maxCpuMs: 10_000,
};

/** One image is read at a time, and accounts and keys take turns. */
const limits: LaneLimits = {
  connections: 1,
  perKey: 1,
  perAccount: 1,
  maxWaitingPerKey: 24,
  maxWaiting: 100,
  maxWaitMs: 30_000,
};

/** An image whose header has been checked. */
type Image = {
  /** The path of the image. Its folder also receives the files that are created from the image. */
  readonly path: string;
  /** The memory that the image takes in addition to the memory of an idle process: see `inspectImage`. */
  readonly mebibytes: number;
};

export type ImageConverter = {
  /** @throws AppError 400, 429, 503 */
  readonly convert: (flow: Flow, image: Image) => Promise<Media>;
  /** The id of the running process, for tests. */
  readonly pid: () => number | undefined;
  readonly close: () => Promise<void>;
};

/**
 * Reads images in a separate process, so that hostile bytes in an image cannot affect the service through a decoder.
 * The process starts with the first image. It ends when it is idle, when the service ends, or when an image takes too
 * long or too much memory.
 */
export const createImageConverter = (given: Partial<Settings> = {}): ImageConverter => {
  const settings = { ...usual, ...given };
  const lane = createLane(limits);
  let current: ChildProcess | undefined;
  let ending: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (child = current) => {
    if (child === current) current = undefined;
    if (child !== undefined) await killImageProcess(child);
  };
  const start = async (): Promise<ChildProcess> => {
    const child = startImageProcess(settings.script);
    current = child;
    child.on("exit", () => {
      if (child === current) current = undefined;
    });
    const reply = await replyOf(child, settings.startMs).catch(async (error: AppError) => {
      await end(child);
      throw error;
    });
    if (!("failure" in reply)) return child;
    await end(child);
    throw imagesUnsupported(new Error(reply.failure));
  };
  /**
   * Replaces a process that still holds too much memory from earlier images, so that no image is refused because of
   * them.
   */
  const processFor = async ({ mebibytes }: Image): Promise<ChildProcess> => {
    const kept = usageOf(current?.pid)?.megabytes ?? 0;
    if (kept + mebibytes > settings.maxMegabytes) await end();
    return current ?? start();
  };
  const convert = async (image: Image): Promise<Media> => {
    if (isClosed) throw imageNotProcessed();
    clearTimeout(ending);
    const child = await processFor(image);
    let isSound = false;
    try {
      const reply = await readImage(child, image.path, settings);
      isSound = true;
      if ("result" in reply) return reply.result;
      throw "excess" in reply ? imageTooCostly(reply.excess) : damagedImage("image");
    } finally {
      if (!isSound) await end(child);
      ending = setTimeout(() => void end(child), settings.idleMs).unref();
    }
  };
  return {
    convert: (flow, image) => lane.run(flow, () => convert(image)),
    pid: () => current?.pid,
    close: async () => {
      isClosed = true;
      clearTimeout(ending);
      await end();
    },
  };
};
