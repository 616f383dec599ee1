import { contract } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { assertMatchesContract } from "./response-validation.js";

const order = {
  id: 5,
  petId: 123,
  status: "placed",
  reference: null,
  customerId: null,
  price: null,
  payment: null,
  createdAt: "2026-11-21T09:30:00Z",
  updatedAt: "2026-11-21T09:30:00Z",
};
const { getOrder } = contract.orders;

describe("the validation of responses in tests", () => {
  it("refuses a field that the contract does not declare, although clients must accept it", () => {
    expect(() => assertMatchesContract(getOrder, { status: 200, body: order })).not.toThrow();
    expect(() => assertMatchesContract(getOrder, { status: 200, body: { ...order, cost: 1 } })).toThrow(
      "Response validation failed",
    );
  });

  it("refuses a value that the contract does not list, although the list may grow", () => {
    const { getCategoryMerge } = contract.categories;
    const job = { id: 3, categoryId: 2, into: 1, moved: 0, total: 1, startedAt: order.createdAt, finishedAt: null };
    expect(() =>
      assertMatchesContract(getCategoryMerge, { status: 200, body: { ...job, status: "done" } }),
    ).not.toThrow();
    expect(() => assertMatchesContract(getCategoryMerge, { status: 200, body: { ...job, status: "lost" } })).toThrow(
      "Response validation failed",
    );
  });
});
