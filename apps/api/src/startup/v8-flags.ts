import { setFlagsFromString } from "node:v8";

/** Keeps requests in the young generation, whose size only `npm start` can set (docs/performance-notes.md). */
export const setV8Flags = (): void => {
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--no-allocation-site-pretenuring");
};
