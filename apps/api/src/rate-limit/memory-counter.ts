import { type RateLimitResult, toRateLimitResult } from "./rate-limit-result.js";
import { createFixedWindows } from "./fixed-window.js";

/** `points` are allowed in a window of `seconds`. */
export type CounterOptions = { readonly name: string; readonly points: number; readonly seconds: number };

export type Counter = {
  add(key: string): RateLimitResult | Promise<RateLimitResult>;
  clear(key: string): Promise<void>;
};

export const openMemoryCounter = ({ points, seconds }: CounterOptions): Counter => {
  const windows = createFixedWindows();
  return {
    add: (key) => {
      const { window, msBeforeNext } = windows.add(key, 1, seconds);
      const refund = () => void (window.count -= 1);
      return toRateLimitResult({ points, seconds }, { consumedPoints: window.count, msBeforeNext }, refund);
    },
    clear: async (key) => windows.clear(key),
  };
};
