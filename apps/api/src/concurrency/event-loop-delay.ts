const SAMPLE_INTERVAL_MS = 50;
const SAMPLES = 5;
const OVERLOAD_DELAY_MS = 250;

export type EventLoopDelay = { readonly isOverloaded: boolean; close(): void };

/**
 * Uses the minimum of the last samples, as CoDel does (RFC 8289 §3.1), so that one long pause does not count as an
 * overload.
 */
export const watchEventLoopDelay = (): EventLoopDelay => {
  const samples = Array<number>(SAMPLES).fill(0);
  let at = 0;
  let expectedAt = performance.now() + SAMPLE_INTERVAL_MS;
  const state = { isOverloaded: false, close: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const now = performance.now();
    samples[(at += 1) % SAMPLES] = now - expectedAt;
    state.isOverloaded = Math.min(...samples) > OVERLOAD_DELAY_MS;
    expectedAt = now + SAMPLE_INTERVAL_MS;
  }, SAMPLE_INTERVAL_MS).unref();
  return state;
};
