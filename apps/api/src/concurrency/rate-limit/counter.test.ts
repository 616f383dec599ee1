import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMemoryCounter } from "./counter.js";

let now: number;
beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = () => {
  const counter = openMemoryCounter({ name: "requests", points: 3, seconds: 60 });
  return async (key = "7", more?: number) => counter.add(key, more);
};

describe("a counter in memory", () => {
  it("counts each key separately until its own window ends", async () => {
    const add = open();
    expect(await add()).toMatchObject({ isOver: false, remaining: 2, resetSeconds: 60 });
    now += 30_000;
    expect([await add("7", 2), await add("8")]).toMatchObject([
      { isOver: false, remaining: 0, resetSeconds: 30 },
      { isOver: false, remaining: 2, resetSeconds: 60 },
    ]);
    now += 29_999;
    expect(await add()).toMatchObject({ isOver: true, remaining: 0, resetSeconds: 1 });
    now += 1;
    expect([await add(), await add("8")]).toMatchObject([{ remaining: 2 }, { remaining: 1 }]);
  });

  it("opens a new window after a pause of the process, and keeps it when an old timer fires", async () => {
    const add = open();
    await add();
    // Time passes during the pause, but the timers fire only after it.
    now += 90_000;
    vi.advanceTimersByTime(30_000);
    expect(await add()).toMatchObject({ remaining: 2, resetSeconds: 60 });
    vi.advanceTimersByTime(30_000);
    expect(await add()).toMatchObject({ remaining: 1 });
  });

  it("refunds a request only in the window in which it was counted", async () => {
    const add = open();
    const [early, other] = [await add(), await add()];
    early.refund();
    expect(await add()).toMatchObject({ remaining: 1 });
    now += 60_000;
    expect(await add()).toMatchObject({ remaining: 2 });
    other.refund();
    expect(await add()).toMatchObject({ remaining: 1 });
  });
});
