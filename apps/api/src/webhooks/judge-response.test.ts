import { describe, expect, it } from "vitest";
import type { Response } from "./attempt.js";
import { type Health, judgeResponse } from "./judge-response.js";
import { nextProbeAt, retryAfterMs } from "./retry-schedule.js";

const HOUR = 3_600_000;
const at = new Date("2026-11-28T09:00:00.000Z");
const after = (ms: number) => new Date(at.getTime() + ms);
const well: Health = {
  status: "active",
  statusReason: null,
  failures: 0,
  failingSince: null,
  nextProbeAt: null,
  lastSuccessAt: null,
};
const failed = (retryAfter?: string): Response => ({
  at,
  status: 503,
  problem: "status",
  durationMs: 1,
  requestBytes: 1,
  responseBytes: 0,
  retryAfter,
});

describe("Retry-After", () => {
  it.each([
    [undefined, 0],
    ["900", 900_000],
    ["0", 0],
    ["-5", 0],
    ["soon", 0],
    ["999999999", 24 * HOUR],
    [after(HOUR).toUTCString(), HOUR],
    [after(-HOUR).toUTCString(), 0],
    [after(48 * HOUR).toUTCString(), 24 * HOUR],
  ])("requests a pause with the value %s: %i ms, at most a day", (field, ms) => {
    expect(retryAfterMs(field, at)).toBe(ms);
  });

  it("pauses the endpoint for an hour and the delivery for a day if it asks for a day", () => {
    const { holdUntil, progress } = judgeResponse(well, 0, failed("86400"));
    expect([holdUntil, progress.nextAttemptAt]).toEqual([after(HOUR), after(24 * HOUR)]);
  });

  it("is observed by a paused endpoint for at most an hour", () => {
    expect(nextProbeAt(10, at, 600_000)).toEqual(after(600_000));
    expect(nextProbeAt(10, at, 24 * HOUR)).toEqual(after(HOUR));
    expect(nextProbeAt(10, at)).toEqual(after(60_000));
    for (const [field, ms] of [[undefined, 60_000] as const, ["600", 600_000] as const, ["86400", HOUR] as const])
      expect(judgeResponse({ ...well, failures: 9 }, 0, failed(field)).health).toMatchObject({
        status: "paused",
        nextProbeAt: after(ms),
      });
  });
});

describe("the outcome of an attempt", () => {
  it("uses up an attempt of the delivery, except at a paused endpoint", () => {
    expect(judgeResponse(well, 2, failed()).progress).toMatchObject({ status: "waiting", attempts: 3 });
    const paused: Health = { ...well, status: "paused", statusReason: "failures", failures: 10, failingSince: at };
    expect(judgeResponse(paused, 2, failed()).progress).toEqual({ status: "waiting", attempts: 2, nextAttemptAt: at });
  });

  it("ends a delivery after its last attempt", () => {
    expect(judgeResponse(well, 9, failed()).progress).toEqual({ status: "failed", attempts: 10, nextAttemptAt: null });
  });

  it("resets the number of failures and their start after a success", () => {
    const failing: Health = { ...well, failures: 7, failingSince: after(-HOUR) };
    const { health, holdUntil } = judgeResponse(failing, 3, { ...failed("900"), status: 204, problem: null });
    expect([health, holdUntil]).toEqual([{ ...well, lastSuccessAt: at }, undefined]);
    expect(judgeResponse(failing, 3, failed()).health).toMatchObject({ failures: 8, failingSince: after(-HOUR) });
  });
});
