import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EventLoopDelay, watchEventLoopDelay } from "./event-loop-delay.js";

let now: number;
let watch: EventLoopDelay;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  watch = watchEventLoopDelay();
});
afterEach(() => {
  watch.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Takes samples, each of which is late by this many milliseconds.
 * @returns Whether the loop counts as overloaded after each sample.
 */
const sample = (...delays: number[]) =>
  delays.map((delay) => {
    now += 50 + delay;
    vi.advanceTimersByTime(50);
    return watch.isOverloaded;
  });

describe("the delay of the event loop", () => {
  it("is an overload while each of the last five samples is over 250 ms", () => {
    expect(sample(251, 300, 900, 251, 251)).toEqual([false, false, false, false, true]);
    expect(sample(260, 250, 900, 900, 900, 900, 900)).toEqual([true, false, false, false, false, false, true]);
  });

  it("is not an overload after one long pause", () => {
    expect(sample(60_000, 0, 0, 0, 0, 0)).toEqual(Array(6).fill(false));
  });

  it("is measured until the watch is closed", () => {
    watch.close();
    expect([sample(900, 900, 900, 900, 900).at(-1), vi.getTimerCount()]).toEqual([false, 0]);
  });
});
