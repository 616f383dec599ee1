import { describe, expect, it } from "vitest";
import { bySecond, countOutcomes, longestGap } from "./summary.js";

const seen = [
  { sentAt: 900, at: 950, outcome: "201" },
  { sentAt: 1_000, at: 1_100, outcome: "201" },
  { sentAt: 2_000, at: 2_100, outcome: "503" },
  { sentAt: 2_200, at: 3_900, outcome: "503" },
  { sentAt: 4_000, at: 4_050, outcome: "201" },
];

describe("the summary of a trial", () => {
  it("counts the responses that clients saw", () => {
    expect(countOutcomes(seen)).toBe("3 201, 2 503");
    expect(countOutcomes([])).toBe("none");
  });

  it("names the statuses of each second after the fault, and merges equal neighbours", () => {
    expect(bySecond(seen, 1_000)).toBe("0 s: 201, 1-2 s: 503, 3 s: 201");
  });

  it("finds the longest time without a success, up to the end", () => {
    expect(longestGap([950, 1_100, 4_050], 1_000, 4_100)).toBe(2_950);
    expect(longestGap([950, 1_100], 1_000, 9_000)).toBe(7_900);
  });
});
