import { describe, expect, it } from "vitest";
import { timesOf } from "./order-times";

const none = { reference: null, customerId: null, price: null, payment: null } as const;
const order = { id: 9, petId: 7, status: "delivered", ...none, createdAt: "1", updatedAt: "3" } as const;
const event = (at: string, status: string, before: string | null) =>
  ({ at, after: { status }, before: before === null ? null : { status: before } }) as never;

describe("the times of an order", () => {
  it("lists each status of the past in the order of the steps", () => {
    const events = [event("3", "delivered", "approved"), event("2", "approved", "placed"), event("1", "placed", null)];
    expect(timesOf(order, events)).toEqual([
      { status: "placed", at: "1" },
      { status: "approved", at: "2" },
      { status: "delivered", at: "3" },
    ]);
  });

  it("lists the first and last status if the record between them was deleted", () => {
    const times = [
      { status: "placed", at: "1" },
      { status: "delivered", at: "3" },
    ];
    expect(timesOf(order, [])).toEqual(times);
    expect(timesOf(order, [event("4", "delivered", "delivered")])).toEqual(times);
  });
});
