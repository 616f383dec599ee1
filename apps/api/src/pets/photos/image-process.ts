import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { AppError, imageNotProcessed, imageTooCostly } from "../../errors.js";
import type { Media } from "./media-store.js";
import { type Cost, type ProcessLimits, watchProcess } from "./process-limits.js";

type Reply =
  | { readonly result: Media }
  | { readonly damage: string }
  | { readonly excess: Cost }
  | { readonly failure: string }
  | { readonly isReady: true };

/** Waits for the next message. @throws AppError 503 if the process ends or sends no message in time */
export const replyOf = async (child: ChildProcess, maxMs: number): Promise<Reply> => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), maxMs);
  try {
    const ended = once(child, "exit", { signal }).then(([code, killedBy]) => {
      throw imageNotProcessed(new Error(`The process that reads images ended with ${String(code ?? killedBy)}.`));
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
 * Lets the process read an image, and kills the process if that takes too much memory or time.
 * @throws AppError 400 if it took too much; 503 if the process ended for another reason, or did not answer in time
 */
export const readImage = async (
  child: ChildProcess,
  path: string,
  limits: ProcessLimits & { readonly maxMs: number },
): Promise<Reply> => {
  let excess: Cost | undefined;
  const unwatch = watchProcess(child.pid ?? 0, limits, (cost) => {
    excess = cost;
    child.kill("SIGKILL");
  });
  try {
    child.send(path);
    return await replyOf(child, limits.maxMs);
  } catch (error) {
    throw excess === undefined ? error : imageTooCostly(excess);
  } finally {
    unwatch();
  }
};

export const startImageProcess = (script: string): ChildProcess => {
  const child = fork(script, [], {
    // The process gets none of the service's variables, because they contain secrets. These two make malloc return the
    // memory that libvips frees.
    env: { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" },
    execArgv: ["--max-old-space-size=64"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("error", () => {});
  // If memory runs out, the kernel should kill this process first. Only Linux has this file.
  void writeFile(`/proc/${child.pid}/oom_score_adj`, "1000").catch(() => {});
  return child;
};

/**
 * Kills the process and waits until it has ended. Otherwise this process and the next one would use memory at the same
 * time.
 */
export const killImageProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
};
