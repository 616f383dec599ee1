import { describe, expect, it } from "vitest";
import { countElsewhere, countSelected, everything, isSelected, nothing, rangeOf, withSelected } from "./selection.js";

describe("selection", () => {
  it("adds and removes rows", () => {
    const selection = withSelected(withSelected(nothing, [1, 2, 3], true), [2], false);
    expect([1, 2, 3].map((id) => isSelected(selection, id))).toEqual([true, false, true]);
    expect(countSelected(selection, 10)).toBe(2);
  });

  it("excludes rows from a selection of all matching rows, and includes them again", () => {
    const without = withSelected(everything, [1, 2], false);
    expect(countSelected(without, 10)).toBe(8);
    const selection = withSelected(without, [1], true);
    expect([1, 2, 3].map((id) => isSelected(selection, id))).toEqual([true, false, true]);
  });

  it("counts the selected rows that are not on the page", () => {
    const selection = withSelected(nothing, [1, 2, 3], true);
    expect([[1, 2, 3, 4], [3, 4], [], [9]].map((page) => countElsewhere(selection, page))).toEqual([0, 2, 3, 3]);
    expect(countElsewhere(everything, [1])).toBe(0);
  });

  it("selects a range in either direction", () => {
    expect(rangeOf([5, 6, 7, 8], 8, 6)).toEqual([6, 7, 8]);
    expect(rangeOf([5, 6, 7, 8], 5, 6)).toEqual([5, 6]);
  });

  it("selects one row if the range began on another page", () => {
    expect(rangeOf([5, 6], 99, 6)).toEqual([6]);
    expect(rangeOf([5, 6], undefined, 6)).toEqual([6]);
  });
});
