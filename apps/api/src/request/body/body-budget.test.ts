import { describe, expect, it } from "vitest";
import { createByteBudget } from "../../concurrency/byte-budget.js";
import { keyedBodies, openRoom } from "./body-budget.js";

const QUARTER = 8_388_608;

describe("the budget of bodies with a key", () => {
  it("limits each holder to a quarter, and has room again once memory is released", () => {
    const [first, ...others] = ["a", "b", "c", "d"].map((holder) => openRoom(keyedBodies, holder));
    first?.hold(QUARTER, 1);
    expect(() => openRoom(keyedBodies, "a").hold(1, 1)).toThrow("the service is temporarily unavailable");
    for (const room of others) room.hold(QUARTER, 1);
    const late = openRoom(keyedBodies, "e");
    expect(() => late.hold(1, 1)).toThrow("the service is temporarily unavailable");
    first?.release();
    late.hold(QUARTER, 1);
    for (const room of [...others, late]) room.release();
    expect(keyedBodies.total).toBe(0);
  });
});

describe("openRoom", () => {
  it("holds the last size that was accepted, and releases it once", () => {
    const budget = createByteBudget(100);
    const [room, other] = [openRoom(budget, "a"), openRoom(budget, "b")];
    room.hold(10, 1);
    room.hold(40, 2);
    other.hold(50, 1);
    expect(() => room.hold(60, 3)).toThrow("the service is temporarily unavailable");
    expect(budget.total).toBe(90);
    room.release();
    room.release();
    expect(budget.total).toBe(50);
    other.release();
    expect(budget.total).toBe(0);
  });
});
