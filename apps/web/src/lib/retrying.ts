import { isBrief, retryDelay } from "./query-client";

const MAX_TRIES = 4;

/** Resolves after `ms`, or at once when the work is stopped. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Runs again what failed for the moment, and may be repeated: a read, or a change that says what was there before. */
export const retrying = async <Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      if (failures + 1 >= MAX_TRIES || !isBrief(error) || signal?.aborted === true) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await pause(retryDelay(failures, error), signal);
    }
  }
};
