import { afterEach, expect, it, vi } from "vitest";
import { type PeriodicTask, startPeriodicTask } from "./periodic-task.js";

const INTERVAL_MS = 1_000;
let task: PeriodicTask | undefined;

afterEach(async () => {
  await task?.close();
  vi.useRealTimers();
});

it("runs a periodic task at each interval, until the task is closed", async () => {
  vi.useFakeTimers();
  const work = vi.fn<() => Promise<void>>(async () => {});
  task = startPeriodicTask("photos", INTERVAL_MS, work);
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(work).toHaveBeenCalledTimes(3);
  await task.close();
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(work).toHaveBeenCalledTimes(3);
});

it("runs a periodic task only once at a time, and lets concurrent calls share the run", async () => {
  let end = () => {};
  const work = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (end = resolve)));
  task = startPeriodicTask("photos", INTERVAL_MS, work);
  const first = task.run();
  expect(task.run()).toBe(first);
  end();
  await first;
  expect(task.run()).not.toBe(first);
  expect(work).toHaveBeenCalledTimes(2);
  end();
});

it("tells a run that its task is closing, and waits until the run has ended", async () => {
  let isEnded = false;
  task = startPeriodicTask("photos", INTERVAL_MS, async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.resolve();
    isEnded = true;
  });
  void task.run();
  await task.close();
  expect(isEnded).toBe(true);
});
