import { availableParallelism, totalmem } from "node:os";
import type { Logger } from "pino";
import { OperatorError } from "../config/operator-error.js";

/** A worker that has just started takes about this much. */
const BYTES_PER_PROCESS = 128 * 1024 * 1024;
const GIBIBYTE = 1024 ** 3;

export type Machine = { readonly cores: number; readonly memoryBytes: number };

/** Reads how many cores and how much memory this process may use. A container may have less memory than its machine. */
export const readMachine = (): Machine => ({
  cores: availableParallelism(),
  // Without a limit this is 0 or larger than the memory.
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
});

export const gibibytes = (bytes: number): string => `${(bytes / GIBIBYTE).toFixed(1)} GiB`;

/** Returns a sentence about workers that no core is left for; undefined if there are enough cores. */
export const findIdleWorkers = (workers: number, { cores }: Machine): string | undefined =>
  workers <= Math.max(cores, 1)
    ? undefined
    : `WORKERS is ${workers}, and this machine has ${cores === 1 ? "1 core" : `${cores} cores`}; more workers than cores take memory and connections, and serve no more: lower WORKERS to ${cores}.`;

/** @throws OperatorError if the workers need more memory than there is, because the kernel would kill them one by one. */
export const requireMemory = (workers: number, { memoryBytes }: Machine): void => {
  if (workers === 1) return;
  const needed = (workers + 1) * BYTES_PER_PROCESS;
  if (needed <= memoryBytes) return;
  const most = Math.max(1, Math.floor(memoryBytes / BYTES_PER_PROCESS) - 1);
  throw new OperatorError(
    "invalid_environment",
    `WORKERS is ${workers}, for which ${gibibytes(needed)} of memory are needed, and this process may use ${gibibytes(memoryBytes)}:`,
    `lower WORKERS to ${most} or less, or give it more memory.`,
  );
};

/** @throws OperatorError as {@link requireMemory} does; too few cores are only a warning. */
export const checkWorkers = (workers: number, log: Pick<Logger, "warn">, machine: Machine = readMachine()): void => {
  requireMemory(workers, machine);
  const sentence = findIdleWorkers(workers, machine);
  if (sentence !== undefined) log.warn(sentence);
};
