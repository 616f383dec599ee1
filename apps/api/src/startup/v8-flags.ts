import { setFlagsFromString } from "node:v8";

/**
 * Bounds the heap, and keeps objects of requests in the young generation (docs/benchmarks.md). `npm start` sets the
 * size of the young generation, which is fixed before any code runs.
 */
export const setV8Flags = (): void => {
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--no-allocation-site-pretenuring");
};
