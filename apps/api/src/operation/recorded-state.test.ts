import { expect, it } from "vitest";
import { readRecordedState } from "./recorded-state.js";

it.each([
  [
    "the state of an endpoint as its status",
    "webhook_endpoint",
    { id: 1, url: "https://shop.example", state: "paused", stateReason: "failures" },
    { id: 1, url: "https://shop.example", status: "paused", statusReason: "failures" },
  ],
  [
    "the status of a response to a test beside the status of the delivery",
    "webhook_endpoint",
    { deliveryId: 2, state: "failed", status: 503, problem: "status" },
    { deliveryId: 2, status: "failed", responseStatus: 503, problem: "status" },
  ],
  [
    "the number of rows that an import left out",
    "catalogue",
    { source: "pets.csv", imported: 1, leftOut: 2 },
    { source: "pets.csv", imported: 1, leftCount: 2 },
  ],
  [
    "an order without a reference, a customer and a price",
    "order",
    { id: 1, status: "placed" },
    { reference: null, customerId: null, price: null, payment: null, id: 1, status: "placed" },
  ],
  [
    "a store that had only names of statuses",
    "store",
    { statusNames: {} },
    { name: null, address: null, logo: null, timeZone: null, currency: null, contractText: null, statusNames: {} },
  ],
  ["an attribute as one that is asked at intake", "attribute", { id: 1 }, { isAskedAtIntake: true, id: 1 }],
])("reads %s, which an older version recorded", (_what, kind, recorded, now) => {
  expect(readRecordedState(kind, recorded)).toEqual(now);
  expect(readRecordedState(kind, now)).toEqual(now);
});

it("returns any other state unchanged", () => {
  const pet = { id: 1, name: "Frank", status: "sold" };
  expect([readRecordedState("pet", pet), readRecordedState("pet", null)]).toEqual([pet, null]);
});
