import { describe, expect, it } from "vitest";
import { jsonSlices } from "../database/json-slices.js";
import { byteGroups } from "./byte-groups.js";

describe("byteGroups", () => {
  it("ends a group before two megabytes, and puts a larger item into its own group", () => {
    const bytes = [1_200_000, 800_000, 1, 5_000_000, 1, 1];
    const groups = [...byteGroups(bytes.map((one, id) => ({ id, bytes: one })))];
    expect(groups).toEqual([[0, 1], [2], [3], [4, 5]]);
    expect([...byteGroups([])]).toEqual([]);
  });
});

describe("jsonSlices", () => {
  it("yields the start of each slice, and contains every item once and in order", () => {
    const items = Array.from({ length: 25 }, (_, at) => ({ at, text: "x".repeat(100_000) }));
    const slices = [...jsonSlices(items)];
    expect(slices.map(({ from }) => from)).toEqual([0, 10, 20]);
    expect(slices.flatMap(({ json }) => JSON.parse(json) as unknown[])).toEqual(items);
    expect([...jsonSlices([])]).toEqual([]);
    expect([...jsonSlices([{ a: 1 }])]).toEqual([{ json: '[{"a":1}]', from: 0 }]);
  });
});
