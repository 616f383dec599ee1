// Not the package's front door: that loads the limiters of every store it knows, and 9 MB of memory with them.
import RateLimiterMemory from "rate-limiter-flexible/lib/RateLimiterMemory.js";
import { countRequest, type RequestCount } from "./request-count.js";

/** Counts by key, in windows of so many seconds; `points` are allowed in each. `name` tells counters apart. */
export type CounterOptions = { readonly name: string; readonly points: number; readonly seconds: number };

export type Counter = {
  add(key: string): Promise<RequestCount>;
  /** Begins a new window at the key's next request. */
  clear(key: string): Promise<void>;
};

/** Counts in the memory of this process. */
export const openLocalCounter = ({ points, seconds }: CounterOptions): Counter => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    add: (key) => countRequest(limiter, key),
    clear: async (key) => {
      await limiter.delete(key);
    },
  };
};
