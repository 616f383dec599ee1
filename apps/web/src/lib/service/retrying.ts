import { isBrief, retryDelay } from "./query-client";

const MAX_TRIES = 4;

/** Resolves after `ms`, or immediately when the work is stopped. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

type RetryOptions = {
  readonly maxTries?: number;
  /**
   * Returns whether a failure is temporary. By default, a failure is temporary if it passes so quickly that nobody
   * needs to be told.
   */
  readonly mayPass?: (error: unknown) => boolean;
  /** Runs before each pause. */
  readonly onFailure?: (error: unknown) => void;
};

/**
 * Repeats work that failed temporarily. Use it only for work that may be repeated: a read, or a change that names the
 * values before it.
 */
export const retrying = async <Result>(
  run: () => Promise<Result>,
  signal?: AbortSignal,
  { maxTries = MAX_TRIES, mayPass = isBrief, onFailure }: RetryOptions = {},
): Promise<Result> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      if (failures + 1 >= maxTries || !mayPass(error) || signal?.aborted === true) throw error;
      onFailure?.(error);
      // oxlint-disable-next-line no-await-in-loop
      await pause(retryDelay(failures, error), signal);
    }
  }
};
