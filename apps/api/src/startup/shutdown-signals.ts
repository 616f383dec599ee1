const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
type ShutdownSignal = (typeof signals)[number];

/** npm passes on what a terminal or systemd sends to each process of the group: the same request, received twice. */
const REPEAT_MS = 500;

/** Why a start or a command was abandoned: the process was asked to end. */
export class Interrupted extends Error {
  override name = "Interrupted";
  readonly signal: ShutdownSignal;

  constructor(signal: ShutdownSignal) {
    super(`${signal} was received`);
    this.signal = signal;
  }
}

/**
 * Catches the signals that ask a process to end. To be called before anything is started: a signal that is not caught ends
 * the process at once, and leaves its private PostgreSQL running.
 * @param exitCodeAtOnce - With which a second signal ends the process at once.
 * @returns Aborted with `Interrupted` by the first signal.
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

/** Calls back when the signal aborts, at once if it has. */
export const whenAborted = (signal: AbortSignal, callback: () => void): void => {
  if (signal.aborted) callback();
  else signal.addEventListener("abort", callback, { once: true });
};

/** Waits for work that cannot be cancelled no longer than until the signal aborts, and rejects with its reason then. */
export const untilAborted = async <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> => {
  let abandon = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    else signal.addEventListener("abort", abandon, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abandon));
};
