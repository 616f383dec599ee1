import { describe, expect, it } from "vitest";
import { estimateWait } from "./wait-estimate.js";

describe("Retry-After of a full queue", () => {
  const estimateAt = (intervalMs: number, luck: number) => {
    let time = 0;
    const estimate = estimateWait(
      () => time,
      () => luck,
    );
    for (let left = 0; left < 100; left += 1) {
      time += intervalMs;
      estimate.countLeft();
    }
    return estimate;
  };

  it("is a second where nothing has left yet", () => {
    expect(estimateWait().retrySeconds(50)).toBe(1);
  });

  it("is as long as those ahead take at the pace of the last ones", () => {
    expect(estimateAt(150, 0).retrySeconds(50)).toBe(8);
    expect(estimateAt(1, 0).retrySeconds(2_000)).toBe(2);
  });

  it("is up to twice as long by chance", () => {
    expect(estimateAt(150, 0.999).retrySeconds(50)).toBe(15);
  });

  it("is at most 30 seconds, and an idle hour counts as one second", () => {
    expect(estimateAt(1_000, 0.5).retrySeconds(500)).toBe(30);
    expect(estimateAt(3_600_000, 0).retrySeconds(10)).toBe(10);
  });
});
