import { describe, expect, it } from "vitest";
import { lastPosition } from "../../lib/pets/attributes";
import { moved } from "../../lib/pets/moved";
import { byPosition, type Place, positionsFor } from "./order";

const placesAt = (...positions: readonly number[]): readonly Place[] =>
  positions.map((position, index) => ({ id: index + 1, position }));

const idsAfter = (all: readonly Place[], changes: readonly Place[]) =>
  all
    .map((one) => changes.find(({ id }) => id === one.id) ?? one)
    .toSorted(byPosition)
    .map(({ id }) => id);

describe("the order of fields", () => {
  it("moves a field before and after others, but not beyond the ends", () => {
    const all = placesAt(10, 20, 30);
    expect(moved(all, 2, 0).map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(moved(all, 0, 1).map(({ id }) => id)).toEqual([2, 1, 3]);
    expect([moved(all, 0, -1), moved(all, 2, 3), moved(all, 1, 1), moved(all, 9, 0)]).toEqual([all, all, all, all]);
  });

  it("changes one position if there is room between the neighbours", () => {
    for (const [from, to] of [
      [0, 2],
      [2, 0],
      [1, 2],
      [2, 1],
    ] as const) {
      const all = placesAt(10, 20, 30);
      const ordered = moved(all, from, to);
      const changes = positionsFor(ordered, to);
      expect(changes).toHaveLength(1);
      expect(idsAfter(all, changes)).toEqual(ordered.map(({ id }) => id));
    }
  });

  it("numbers all fields again if there is no room between two", () => {
    for (const all of [placesAt(0, 0, 0, 0), placesAt(0, 1, 2, 3)]) {
      const ordered = moved(all, 3, 1);
      expect(idsAfter(all, positionsFor(ordered, 1))).toEqual([1, 4, 2, 3]);
    }
  });

  it("puts a new field last", () => {
    expect([lastPosition([]), lastPosition(placesAt(0, 40, 7))]).toEqual([10, 50]);
  });
});
