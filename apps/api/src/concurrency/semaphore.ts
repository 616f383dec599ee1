import { serviceUnavailable } from "../errors.js";

/** Runs work as soon as it has a permit. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how much work runs at a time; the rest waits in order of arrival.
 * @param waitMs - The longest wait. @throws AppError 503 after it.
 */
export const createSemaphore = (permits: number, waitMs: number): Semaphore => {
  let free = permits;
  const waiting = new Set<() => void>();
  const acquire = () =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      const enter = () => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(serviceUnavailable());
      }, waitMs);
      waiting.add(enter);
    });
  const release = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
};
