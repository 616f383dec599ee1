import { type RequestCount, requestCountOf } from "./request-count.js";
import { createWindows } from "./windows.js";

/** Counts by key, in windows of so many seconds; `points` are allowed in each. `name` tells counters apart. */
export type CounterOptions = { readonly name: string; readonly points: number; readonly seconds: number };

export type Counter = {
  add(key: string): RequestCount | Promise<RequestCount>;
  /** Begins a new window at the key's next request. */
  clear(key: string): Promise<void>;
};

/** Counts in the memory of this process. */
export const openLocalCounter = ({ points, seconds }: CounterOptions): Counter => {
  const windows = createWindows();
  return {
    add: (key) => {
      const { window, msBeforeNext } = windows.add(key, 1, seconds);
      // What is taken out of a window that is over is taken from nobody.
      const takeBack = () => void (window.count -= 1);
      return requestCountOf({ points, seconds }, { consumedPoints: window.count, msBeforeNext }, takeBack);
    },
    clear: async (key) => windows.clear(key),
  };
};
