import { serviceUnavailable } from "../errors.js";

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @throws AppError 503 after `waitMs` in the queue. */
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
