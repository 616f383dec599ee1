import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { retrying } from "./retrying";

const busy = () => new ApiError("unavailable", "Busy.", 503, null, 2_000);

describe("retrying", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("repeats after the time that the service names, and returns the result", async () => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy()).mockResolvedValue("done");
    const result = retrying(run);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe("done");
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("gives up after four attempts with the last failure", async () => {
    const run = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(busy()));
    const result = retrying(run).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await result).toMatchObject({ code: "unavailable" });
    expect(run).toHaveBeenCalledTimes(4);
  });

  it("does not repeat a permanent failure", async () => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError("conflict", "No.", 409));
    await expect(retrying(run)).rejects.toMatchObject({ code: "conflict" });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("stops waiting and repeating when it is stopped", async () => {
    const stop = new AbortController();
    const run = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(busy())
      .mockImplementation(() => Promise.reject(busy()));
    const result = retrying(run, stop.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    expect(await result).toMatchObject({ code: "unavailable" });
    // Other files of this worker may have timers, so their number says nothing.
    await vi.advanceTimersByTimeAsync(600_000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
