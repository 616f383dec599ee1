/** The longest delay of a timer; a longer one would end at once. */
const MAX_DELAY_MS = 2_147_483_647;

export type Deadline = {
  /** Aborts at the deadline, and with the caller's signal. */
  readonly signal: AbortSignal;
  readonly isExpired: () => boolean;
  /** Settles as `work` does, or rejects as soon as `signal` aborts, whatever `work` does with it. */
  readonly race: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Leaves no timer, and no listener on the caller's signal. */
  readonly end: () => void;
};

/**
 * Starts the time of one attempt. A caller's signal often lives as long as the program: `AbortSignal.any` would hold
 * memory for each request until then, so this takes its listener off again.
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
