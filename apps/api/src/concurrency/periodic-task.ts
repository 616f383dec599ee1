import type { PeriodicTaskName } from "./periodic-tasks.js";

export type PeriodicTask = {
  /** Runs the work. Calls during a run return the same promise. */
  run(): Promise<void>;
  /** Waits for the run in progress. */
  close(): Promise<void>;
};

/**
 * Runs the work periodically, one run at a time, without keeping the process alive.
 * @param _name - The name of the task in the table of tasks, which says why the task cannot crash the process again and
 * again.
 * @param work - Logs its own errors, and ends early once the signal aborts.
 */
export const startPeriodicTask = (
  _name: PeriodicTaskName,
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): PeriodicTask => {
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
