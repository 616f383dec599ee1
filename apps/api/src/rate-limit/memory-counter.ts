import { type RateLimitResult, toRateLimitResult } from "./rate-limit-result.js";
import { createFixedWindows } from "./fixed-window.js";

/** Counts by key, in windows of so many seconds; `points` are allowed in each. `name` tells counters apart. */
export type CounterOptions = { readonly name: string; readonly points: number; readonly seconds: number };

export type Counter = {
  add(key: string): RateLimitResult | Promise<RateLimitResult>;
  /** Begins a new window at the key's next request. */
  clear(key: string): Promise<void>;
};

/** Counts in the memory of this process. */
export const openMemoryCounter = ({ points, seconds }: CounterOptions): Counter => {
  const windows = createFixedWindows();
  return {
    add: (key) => {
      const { window, msBeforeNext } = windows.add(key, 1, seconds);
      // What is taken out of a window that is over is taken from nobody.
      const takeBack = () => void (window.count -= 1);
      return toRateLimitResult({ points, seconds }, { consumedPoints: window.count, msBeforeNext }, takeBack);
    },
    clear: async (key) => windows.clear(key),
  };
};
