const SLICE_MS = 12;

/**
 * Returns a function that pauses when the current slice has taken long enough, so that a page can react in between, or a
 * service can answer others.
 */
export const createPause = (signal?: AbortSignal): (() => Promise<void>) => {
  let sliceStart = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - sliceStart < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    sliceStart = performance.now();
  };
};
