import { describe, expect, it } from "vitest";
import { createHistogram } from "./histogram.js";

describe("createHistogram", () => {
  it("reports the smallest latency that a share of the responses does not exceed", () => {
    const histogram = createHistogram();
    for (let ms = 1; ms <= 1000; ms += 1) histogram.record(ms);
    expect(histogram.summary()).toEqual({ p50Ms: 500, p99Ms: 990, p999Ms: 999 });
  });

  it("counts one slow response of a hundred in p99.9 and not in p99", () => {
    const histogram = createHistogram();
    for (let at = 0; at < 99; at += 1) histogram.record(1);
    histogram.record(80);
    expect(histogram.summary()).toEqual({ p50Ms: 1, p99Ms: 1, p999Ms: 80 });
  });

  it("returns 0 without a response", () => {
    expect(createHistogram().summary()).toEqual({ p50Ms: 0, p99Ms: 0, p999Ms: 0 });
  });
});
