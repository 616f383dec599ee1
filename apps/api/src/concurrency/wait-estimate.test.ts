import { describe, expect, it } from "vitest";
import { estimateWait } from "./wait-estimate.js";

describe("the estimate of a wait", () => {
  const estimateAt = (intervalMs: number, luck: number) => {
    let time = 0;
    const estimate = estimateWait(
      () => time,
      () => luck,
    );
    for (let start = 0; start < 100; start += 1) {
      time += intervalMs;
      estimate.countStart();
    }
    return estimate;
  };

  it("is one second before anything has started", () => {
    expect(estimateWait().retrySeconds(50)).toBe(1);
  });

  it("is the number ahead times the mean interval between starts", () => {
    expect(estimateAt(150, 0).retrySeconds(50)).toBe(8);
    expect(estimateAt(1, 0).retrySeconds(2_000)).toBe(2);
  });

  it("is up to twice as long at random", () => {
    expect(estimateAt(150, 0.999).retrySeconds(50)).toBe(15);
  });

  it("is at most 30 seconds, and counts an idle hour as one second", () => {
    expect(estimateAt(1_000, 0.5).retrySeconds(500)).toBe(30);
    expect(estimateAt(3_600_000, 0).retrySeconds(10)).toBe(10);
  });
});
