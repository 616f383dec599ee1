const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
type ShutdownSignal = (typeof signals)[number];

/**
 * npm forwards a signal that the terminal has already sent to each process of the group. So the signal arrives twice.
 */
const REPEAT_MS = 500;

export class Interrupted extends Error {
  override name = "Interrupted";
  readonly signal: ShutdownSignal;

  constructor(signal: ShutdownSignal) {
    super(`${signal} was received`);
    this.signal = signal;
  }
}

/**
 * Call this first. A signal that is not handled exits the process at once, and leaves the private PostgreSQL running.
 */
export const catchShutdownSignals = (exitCodeAtOnce: number): AbortSignal => {
  const interruption = new AbortController();
  let receivedAt = 0;
  for (const signal of signals) {
    process.on(signal, () => {
      if (!interruption.signal.aborted) {
        receivedAt = performance.now();
        interruption.abort(new Interrupted(signal));
      } else if (performance.now() - receivedAt > REPEAT_MS) process.exit(exitCodeAtOnce);
    });
  }
  return interruption.signal;
};

export const whenAborted = (signal: AbortSignal, callback: () => void): void => {
  if (signal.aborted) callback();
  else signal.addEventListener("abort", callback, { once: true });
};
