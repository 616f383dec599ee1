import { describe, expect, it } from "vitest";
import type { Edges } from "../operation/listing/paging.js";
import { dependencyOf } from "./list-pets.js";

const edges = (rest: Partial<Edges>): Edges => ({
  position: undefined,
  hasMore: false,
  hasOtherSide: false,
  first: [20],
  last: [40],
  ...rest,
});
const after = { side: "after", key: [15] } as const;
const before = { side: "before", key: [45] } as const;

describe("dependencyOf", () => {
  it.each<[string, "id" | "-id", Partial<Edges>, [from: number, to: number]]>([
    ["the only page", "id", {}, [0, Infinity]],
    ["the first page", "id", { hasMore: true }, [0, 40]],
    ["a middle page", "id", { position: after, hasMore: true, hasOtherSide: true }, [15, 40]],
    ["the last page", "id", { position: after, hasOtherSide: true }, [15, Infinity]],
    ["a page whose earlier rows are deleted", "id", { position: after, hasMore: true }, [0, 40]],
    ["a middle page, backwards", "id", { position: before, hasMore: true, hasOtherSide: true }, [20, 45]],
    ["the first page, backwards", "id", { position: before, hasOtherSide: true }, [0, 45]],
    ["an empty page", "id", { position: after, hasOtherSide: true, first: undefined, last: undefined }, [15, Infinity]],
    ["the first page, descending", "-id", { hasMore: true, first: [40], last: [20] }, [20, Infinity]],
    [
      "a middle page, descending",
      "-id",
      { position: { side: "after", key: [45] }, hasMore: true, hasOtherSide: true, first: [40], last: [20] },
      [20, 45],
    ],
    [
      "a middle page, descending and backwards",
      "-id",
      { position: { side: "before", key: [15] }, hasMore: true, hasOtherSide: true, first: [40], last: [20] },
      [15, 40],
    ],
  ])("bounds the ids of %s", (_what, sort, rest, [from, to]) => {
    expect(dependencyOf({ sort }, edges(rest))).toEqual({ from, to });
  });

  it("includes the status and the category", () => {
    const filters = { sort: "id", status: "sold", categoryId: 3 } as const;
    const dependency = { status: "sold", categoryId: 3, from: 0, to: 40 };
    expect(dependencyOf(filters, edges({ hasMore: true }))).toEqual(dependency);
  });

  it.each([{ sort: "name" }, { sort: "-name" }, { sort: "id", name: "a" }] as const)(
    "has no bounds for %o",
    (filters) => {
      const page = edges({ position: { side: "after", key: ["a", 15] }, hasMore: true, hasOtherSide: true });
      expect(dependencyOf(filters, page)).toEqual({ from: 0, to: Infinity });
    },
  );

  it("has no bounds for a page after skipped pets", () => {
    const page = edges({ position: after, hasMore: true, hasOtherSide: true });
    expect(dependencyOf({ sort: "id" }, page, 5)).toEqual({ from: 0, to: Infinity });
  });

  it.each<[string, Partial<Parameters<typeof dependencyOf>[0]>]>([
    ["expand", { expand: ["profile"] }],
    ["externalId", { externalId: ["A-1"] }],
    ["an attribute", { attributes: { size: ["large"] } }],
    ["an order by an attribute", { sort: "-attributes.size" }],
  ])("includes the profiles with %s", (_what, given) => {
    expect(dependencyOf({ sort: "id", ...given }, edges({}))).toMatchObject({ hasProfiles: true });
  });

  it("includes the requested ids, without bounds", () => {
    const page = edges({ position: after, hasMore: true, hasOtherSide: true });
    expect(dependencyOf({ sort: "id", id: [20, 40], status: "sold" }, page)).toEqual({
      ids: new Set([20, 40]),
      status: "sold",
      from: 0,
      to: Infinity,
    });
  });
});
