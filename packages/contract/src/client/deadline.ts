/** The longest delay that a timer supports; a longer one would fire at once. */
const MAX_DELAY_MS = 2_147_483_647;

export type Deadline = {
  /** Aborts at the deadline, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  readonly isExpired: () => boolean;
  /** Settles like `work`, but rejects as soon as `signal` aborts, even if `work` ignores the signal. */
  readonly race: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Removes the timer, and the listener from the caller's signal. */
  readonly end: () => void;
};

/**
 * Starts the time limit of one attempt. The signal of a caller often exists as long as the program, and
 * `AbortSignal.any` would keep memory for each request that long. So this function adds a listener, and removes it at
 * the end.
 */
export const startDeadline = (timeoutMs: number, outer: AbortSignal | undefined): Deadline => {
  const controller = new AbortController();
  const { signal } = controller;
  let isExpired = false;
  const timer = setTimeout(
    () => {
      isExpired = true;
      controller.abort(new DOMException(`no complete response within ${timeoutMs} ms`, "TimeoutError"));
    },
    Math.min(timeoutMs, MAX_DELAY_MS),
  );
  const onAbort = () => controller.abort(outer?.reason);
  outer?.addEventListener("abort", onAbort);
  return {
    signal,
    isExpired: () => isExpired,
    race: (work) => {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      return Promise.race([work, aborted]);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
};
