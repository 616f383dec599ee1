import { OrderStatus } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { toFields } from "../pets/store/pet-table.js";
import { petUnder, transitionsFrom } from "./order-status.js";

describe("the transitions of an order", () => {
  it.each([
    ["placed", "placed", false],
    ["placed", "approved", true],
    ["placed", "delivered", false],
    ["placed", "cancelled", true],
    ["approved", "placed", false],
    ["approved", "approved", false],
    ["approved", "delivered", true],
    ["approved", "cancelled", true],
    ["delivered", "placed", false],
    ["delivered", "approved", false],
    ["delivered", "delivered", false],
    ["delivered", "cancelled", false],
    ["cancelled", "placed", false],
    ["cancelled", "approved", false],
    ["cancelled", "delivered", false],
    ["cancelled", "cancelled", false],
  ] as const)("from %s to %s: %s", (from, to, isAllowed) => {
    expect(transitionsFrom(from).includes(to)).toBe(isAllowed);
  });

  it("make the pet pending, sold or available again", () => {
    const pet = { id: 1, ...toFields({ name: "Rex", categoryId: 1 }) };
    expect(OrderStatus.options.map((status) => [status, petUnder(status, pet).status])).toEqual([
      ["placed", "pending"],
      ["approved", "available"],
      ["delivered", "sold"],
      ["cancelled", "available"],
    ]);
  });
});
