import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createOldEvents } from "./old-events.js";

const flow = (key: string) => ({ account: key, key });

describe("readers of old events", () => {
  let now: number;
  beforeEach(() => {
    now = 1_000;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
  });
  const clock = () => now;

  it("are at most two at a time and one per key, and the next starts when one ends", async () => {
    const old = createOldEvents(clock);
    const entered: string[] = [];
    const leaves: (() => void)[] = [];
    const enter = (key: string) =>
      old.run(flow(key), () => {
        entered.push(key);
        return new Promise<void>((resolve) => leaves.push(resolve));
      });
    const all = ["a", "a", "b", "c"].map(enter);
    await Promise.resolve();
    expect(entered).toEqual(["a", "b"]);
    leaves[1]?.();
    await all[2];
    expect(entered).toEqual(["a", "b", "c"]);
    leaves[0]?.();
    await all[0];
    expect(entered).toEqual(["a", "b", "c", "a"]);
    leaves.forEach((leave) => leave());
    await Promise.all(all);
  });

  it("pause together for twice as long as they have worked, by time and by bytes", async () => {
    const old = createOldEvents(clock);
    const [one, other] = [old.takeShare(), old.takeShare()];
    now += 3;
    expect(one(0)).toBeUndefined();
    now += 1;
    const resting = one(0);
    // The other reader has used no time since then, and still has to rest.
    const restingToo = other(0);
    expect([resting, restingToo]).toEqual([expect.any(Promise), expect.any(Promise)]);
    now += 100;
    await vi.runAllTimersAsync();
    await Promise.all([resting, restingToo]);
    expect(one(60_000)).toBeUndefined();
    expect(one(20_000)).toEqual(expect.any(Promise));
    await vi.advanceTimersByTimeAsync(0);
  });
});
