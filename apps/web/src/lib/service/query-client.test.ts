import { describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { isBrief, polled, queryClient, refreshEvery, retryDelay } from "./query-client";

const busy = (retryAfterMs: number | null) => new ApiError("unavailable", "Busy.", 503, null, retryAfterMs);
const { retry } = queryClient.getDefaultOptions().queries ?? {};
const mayRetry = (failures: number, error: unknown) => typeof retry === "function" && retry(failures, error as Error);

describe("a read", () => {
  it("is retried twice after failures that may pass within 10 s, and never after others", () => {
    expect([0, 1, 2].map((failures) => mayRetry(failures, busy(10_000)))).toEqual([true, true, false]);
    expect([busy(10_001), new ApiError("not_found", "None.", 404), new TypeError()].map(isBrief)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("waits as long as the service says, or else doubles the delay", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    expect([0, 1, 2].map((failures) => retryDelay(failures, busy(null)))).toEqual([500, 1_000, 2_000]);
    expect(retryDelay(2, busy(3_000))).toBe(3_000);
    vi.restoreAllMocks();
  });

  it("is polled while it is observed, later after a failure, and not after a refusal", () => {
    const after = (error: Error | null, { refetchInterval } = polled) => refetchInterval({ state: { error } });
    expect([after(null), after(busy(60_000)), after(new ApiError("gone", "Gone.", 404))]).toEqual([
      15_000, 60_000, 15_000,
    ]);
    expect([after(null, refreshEvery(false) as never), after(busy(null), refreshEvery(false) as never)]).toEqual([
      false,
      15_000,
    ]);
  });
});
