export type PeriodicTask = {
  /** Calls during a run return the same promise. */
  run(): Promise<void>;
  /** Waits for the run in progress. */
  close(): Promise<void>;
};

/** One run at a time; it keeps no process alive. @param work - Logs its own errors. Ends early once the signal aborts. */
export const startPeriodicTask = (intervalMs: number, work: (signal: AbortSignal) => Promise<void>): PeriodicTask => {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  const run = () =>
    (running ??= work(closing.signal).finally(() => {
      running = undefined;
    }));
  const timer = setInterval(run, intervalMs).unref();
  return {
    run,
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
};
