import { describe, expect, it } from "vitest";
import { barScale, valueScale } from "./scales";

describe("barScale", () => {
  it("divides the width into equal steps, with half a gap at both ends", () => {
    const { step, width, leftOf } = barScale(4, 100, 140);
    expect([step, width, leftOf(0), leftOf(3) + width]).toEqual([10, 7, 101.5, 138.5]);
  });
});

describe("valueScale", () => {
  it.each([
    [-1, 1, [-1, 0, 1]],
    [-3, 5, [-4, -2, 0, 2, 4, 6]],
    [-13, 4, [-15, -10, -5, 0, 5]],
    [-40, 400, [-100, 0, 100, 200, 300, 400]],
    [-1, 12_345, [-5_000, 0, 5_000, 10_000, 15_000]],
  ])("places %i to %i between round ticks", (low, high, ticks) => {
    const axis = valueScale({ low, high, count: 4 }, 300, 0);
    expect(axis.ticks).toEqual(ticks);
    expect(ticks.map(axis.yOf)).toEqual(ticks.map((_, at) => 300 - (300 * at) / (ticks.length - 1)));
  });
});
