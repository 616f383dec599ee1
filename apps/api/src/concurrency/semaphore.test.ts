import { expect, it } from "vitest";
import { createSemaphore } from "./semaphore.js";

const gate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

it("a semaphore runs as many calls at a time as it has permits, in order of arrival", async () => {
  const withPermit = createSemaphore(2, 60_000);
  const gates = Array.from({ length: 4 }, gate);
  const started: number[] = [];
  const all = gates.map(({ opened }, at) =>
    withPermit(async () => {
      started.push(at);
      await opened;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await all[1];
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3]);
});

it("a semaphore rejects with the failure of the work, and gives the permit to the next call", async () => {
  const withPermit = createSemaphore(1, 60_000);
  const failure = new Error("of the work");
  const failed = withPermit(() => Promise.reject(failure));
  const next = withPermit(() => Promise.resolve("done"));
  await expect(failed).rejects.toBe(failure);
  expect(await next).toBe("done");
});

it("a semaphore refuses work with 503 after waitMs, and never runs that work", async () => {
  const withPermit = createSemaphore(1, 10);
  const { open, opened } = gate();
  const first = withPermit(() => opened);
  let isRun = false;
  const late = withPermit(async () => void (isRun = true)).catch((error: unknown) => error);
  expect(await late).toMatchObject({ code: "service_unavailable", status: 503 });
  open();
  await first;
  expect(await withPermit(() => Promise.resolve("free"))).toBe("free");
  expect(isRun).toBe(false);
});
