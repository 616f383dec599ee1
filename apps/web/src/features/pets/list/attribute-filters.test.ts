import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../../test/support/examples";
import { describeFilter, isFilterable, rangeOf, toRange } from "./attribute-filters";
import { exportAddress } from "./export-file";

const weight = attributeOf({ type: "number", label: "Weight", unit: "kg", decimals: 1 });
const options = [{ value: "small", label: "Small" }];

describe("a filter by a field", () => {
  it.each([
    ["", "", []],
    ["5", "", ["5.."]],
    ["", "10.5", ["..10.5"]],
    ["5", "10", ["5..10"]],
    [" 5 ", "5", ["5"]],
  ])("a filter from %j to %j is %j", (from, to, values) => {
    expect(toRange({ from, to })).toEqual(values);
    if (values.length > 0) expect(toRange(rangeOf(values))).toEqual(values);
  });

  it.each([
    [weight, ["5..10"], "Weight: 5\u00A0kg to 10\u00A0kg"],
    [weight, ["..10"], "Weight: up to 10\u00A0kg"],
    [weight, ["5.."], "Weight: from 5\u00A0kg"],
    [weight, ["5"], "Weight: 5\u00A0kg"],
    [attributeOf({ type: "boolean", label: "Tame" }), ["false"], "Tame: No"],
    [attributeOf({ type: "choice", label: "Size", options }), ["small", "huge"], "Size: Small, huge"],
    [attributeOf({ type: "choices", label: "Sizes", options }), ["small"], "Sizes: Small"],
    [attributeOf({ type: "labels", label: "Labels", options: [] }), ["shy"], "Labels: shy"],
    [attributeOf(), ["Collie"], "Breed: Collie"],
  ] as const)("is described in words (%#)", (one, values, text) => {
    expect(describeFilter(one, values)).toBe(text);
  });

  it("is offered only for fields in use whose values can be compared", () => {
    const fields = [
      attributeOf(),
      attributeOf({ isArchived: true }),
      attributeOf({ type: "longText" }),
      attributeOf({ type: "place" }),
    ];
    expect(fields.map(isFilterable)).toEqual([true, false, false, false]);
  });

  it("is part of the address of the export", () => {
    const address = exportAddress({ attributes: { size: ["small", "large"] } }, "backup");
    expect(new URLSearchParams(address.split("?")[1]).getAll("attributes[size]")).toEqual(["small", "large"]);
  });
});
