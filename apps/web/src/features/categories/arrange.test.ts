import { describe, expect, it } from "vitest";
import { arrange } from "./arrange";
import type { CategoryCounts } from "../../lib/pets/category-counts";

const category = (categoryId: number, name: string | null, available = 0): CategoryCounts => ({
  categoryId,
  name,
  available,
  pending: 0,
  sold: 0,
});
const all = [category(1, "Cats", 2), category(2, "Dogs", 9), category(99, null, 1)];
const idsOf = (categories: readonly CategoryCounts[]) => categories.map(({ categoryId }) => categoryId);

describe("arrange", () => {
  it("puts categories without a name first", () => {
    expect(idsOf(arrange(all, {}))).toEqual([99, 1, 2]);
  });

  it("sorts by the number of animals, after those without a name", () => {
    expect(idsOf(arrange(all, { sort: "count" }))).toEqual([99, 2, 1]);
  });

  it("finds a category by a part of its name, ignoring case, or by its number", () => {
    expect(idsOf(arrange(all, { q: " oG" }))).toEqual([2]);
    expect(idsOf(arrange(all, { q: "99" }))).toEqual([99]);
    expect(idsOf(arrange(all, { q: "9" }))).toEqual([]);
  });

  it("keeps showing a category that is being renamed, although the text does not match", () => {
    expect(idsOf(arrange(all, { q: "cat" }, new Set([2])))).toEqual([1, 2]);
  });
});
