import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AppError } from "../../errors.js";
import type { BodyRoom } from "./body-budget.js";
import { keylessBodies, openKeylessRoom } from "./keyless-bodies.js";

const MIB = 1_048_576;

const open = (network: string) => {
  const refusals: AppError[] = [];
  const room: BodyRoom = openKeylessRoom(network)((refusal) => {
    refusals.push(refusal);
    room.release();
  });
  return { ...room, statuses: () => refusals.map(({ status }) => status) };
};

describe("openKeylessRoom", () => {
  it("frees the memory of the oldest body that has not arrived completely, of any network", () => {
    const oldest = open("a");
    oldest.hold(4 * MIB, 1);
    const complete = open("b");
    complete.hold(2 * MIB, 1);
    complete.finish?.();
    const newer = open("c");
    newer.hold(2 * MIB, 1);
    const newest = open("d");
    newest.hold(5 * MIB, 1);
    expect([oldest, complete, newer, newest].map(({ statuses }) => statuses())).toEqual([[503], [], [503], []]);
    expect(keylessBodies.total).toBe(7 * MIB);
    for (const { release } of [complete, newest]) release();
    expect(keylessBodies.total).toBe(0);
  });

  it("refuses a body with 503 if bodies that have arrived completely take all the memory", () => {
    const complete = open("a");
    complete.hold(8 * MIB, 1);
    complete.finish?.();
    const late = open("b");
    expect(() => late.hold(1, 1)).toThrow("the service is temporarily unavailable");
    late.release();
    expect(complete.statuses()).toEqual([]);
    complete.release();
    expect(keylessBodies.total).toBe(0);
  });

  it("refuses a body that takes over 5 seconds to arrive, but ends no work on a complete body", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [complete, late] = [open("a"), open("b")];
    complete.finish?.();
    vi.advanceTimersByTime(4_999);
    expect(late.statuses()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect([complete.statuses(), late.statuses()]).toEqual([[], [408]]);
    complete.release();
  });

  it("counts only incomplete bodies towards the eight of a network", () => {
    const complete = Array.from({ length: 8 }, () => open("a"));
    for (const { finish } of complete) finish?.();
    const arriving = Array.from({ length: 8 }, () => open("a"));
    expect([...complete, ...arriving].flatMap(({ statuses }) => statuses())).toEqual([]);
    const ninth = open("a");
    expect(arriving.map(({ statuses }) => statuses())).toEqual([[429], ...arriving.slice(1).map(() => [])]);
    for (const { release } of [...complete, ...arriving, ninth]) release();
  });
});
