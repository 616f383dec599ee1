import { type RateLimitResult, toRateLimitResult } from "./rate-limit-result.js";
import { createFixedWindows } from "./fixed-window.js";

/** `points` are allowed in a window of `seconds`. `name` distinguishes counters. */
export type CounterOptions = { readonly name: string; readonly points: number; readonly seconds: number };

export type Counter = {
  add(key: string): RateLimitResult | Promise<RateLimitResult>;
  /** The key's next request starts a new window. */
  clear(key: string): Promise<void>;
};

/** Counts in the memory of this process. */
export const openMemoryCounter = ({ points, seconds }: CounterOptions): Counter => {
  const windows = createFixedWindows();
  return {
    add: (key) => {
      const { window, msBeforeNext } = windows.add(key, 1, seconds);
      // After the window has ended, this changes a count that nobody reads.
      const refund = () => void (window.count -= 1);
      return toRateLimitResult({ points, seconds }, { consumedPoints: window.count, msBeforeNext }, refund);
    },
    clear: async (key) => windows.clear(key),
  };
};
