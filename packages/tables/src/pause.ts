const SLICE_MS = 12;

/**
 * Returns a function that pauses when the current slice of work has taken long enough. In the pause a page can react to
 * the person, and a service can answer other requests.
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
