import { setTimeout as sleep } from "node:timers/promises";

/** @throws Error if `work` takes longer. */
export const within = async <Value>(work: Promise<Value>, ms: number, what: string): Promise<Value> => {
  const ending = new AbortController();
  const overdue = sleep(ms, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`${what} did not finish within ${ms / 1_000} s`);
  });
  overdue.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, overdue]).finally(() => ending.abort());
};
