import { describe, expect, it } from "vitest";
import { compareWithHistory, HEAD, parseHistory, type Ratio, toLine } from "./history.js";

const entry = (p25: number, median: number, p75: number, more: Partial<Ratio> = {}): Ratio => ({
  ...{ date: "2026-11-23", commit: "abc1234", scenario: "get", server: "fastify", median, p25, p75 },
  ...more,
});

describe("the history of ratios", () => {
  it("reads what it wrote", () => {
    const entries = [entry(1.1, 1.2, 1.3), entry(0.9, 1, 1.1, { server: "go" })];
    expect(parseHistory(`${HEAD}\n${entries.map(toLine).join("\n")}\n`)).toEqual(entries);
  });

  it("refuses a line that is no entry", () => {
    expect(() => parseHistory(`${HEAD}\n2026-11-23,abc1234,get,fastify,1.2\n`)).toThrow("is no entry; delete it");
  });

  it("calls a ratio a possible regression if both middle halves are apart", () => {
    expect(compareWithHistory([entry(1.4, 1.5, 1.6)], [entry(1.1, 1.2, 1.3)])).toEqual([
      "get against fastify: 1.50 (abc1234) to 1.20: regression?",
    ]);
  });

  it("calls a ratio better if it rose beyond both middle halves", () => {
    expect(compareWithHistory([entry(1.1, 1.2, 1.3)], [entry(1.4, 1.5, 1.6)])).toEqual([
      "get against fastify: 1.20 (abc1234) to 1.50: better",
    ]);
  });

  it("says nothing while the middle halves touch", () => {
    expect(compareWithHistory([entry(1.1, 1.4, 1.5)], [entry(1, 1.05, 1.1)])).toEqual([]);
  });

  it("compares with the last entry of the same scenario and server alone", () => {
    const history = [entry(2, 2.1, 2.2), entry(1, 1.1, 1.2), entry(5, 5, 5, { server: "go" })];
    expect(compareWithHistory(history, [entry(1.1, 1.15, 1.2)])).toEqual([]);
  });
});
