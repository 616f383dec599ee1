import { createFixedWindows } from "../concurrency/rate-limit/counter.js";
import type { Count, CountNote } from "./messages.js";

export const createPrimaryCounters = () => {
  const windows = createFixedWindows();
  const count = ([key, seconds, by]: CountNote): Count => {
    if (by === 0) {
      windows.clear(key);
      return [0, 0];
    }
    const { window, msBeforeNext } = windows.add(key, by, seconds);
    return [window.count, msBeforeNext];
  };
  return (notes: readonly CountNote[]): Count[] => notes.map(count);
};
