import { expect, it } from "vitest";
import { createSemaphore } from "./semaphore.js";

const gate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

it("lets so many run at a time, first come, first served", async () => {
  const withPermit = createSemaphore(2, 60_000);
  const gates = Array.from({ length: 4 }, gate);
  const begun: number[] = [];
  const all = gates.map(({ opened }, at) =>
    withPermit(async () => {
      begun.push(at);
      await opened;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  await all[1];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it("gives the permit of one that fails to the next, and answers the failure", async () => {
  const withPermit = createSemaphore(1, 60_000);
  const failure = new Error("of the work");
  const failed = withPermit(() => Promise.reject(failure));
  const next = withPermit(() => Promise.resolve("done"));
  await expect(failed).rejects.toBe(failure);
  expect(await next).toBe("done");
});

it("refuses one whose turn does not come in time, with 503; it is never run", async () => {
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
