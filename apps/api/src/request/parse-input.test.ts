import { contract } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { parseInput } from "./parse-input.js";

const { pets, orders } = contract;

const refusalOf = (...given: Parameters<typeof parseInput>) => {
  const refusal = parseInput(...given).refusal?.();
  return refusal && { status: refusal.status, problems: refusal.body.message };
};

describe("the input of a request", () => {
  it("has the values that the route's schemas give", () => {
    const { input } = parseInput(pets.listPets, { target: "/v1/pets?limit=5" });
    expect(input).toMatchObject({ params: {}, query: { limit: 5 }, body: undefined });
  });

  it("is refused with the problems of all parts together", () => {
    const refused = refusalOf(pets.createPet, {
      target: "/v1/pets?colour=red",
      headers: { "if-match": '"1"', "idempotency-key": "" },
      readBody: () => ({ name: "Rex", category: 1 }),
    });
    expect(refused?.status).toBe(400);
    const parts = ["header If-Match", "header Idempotency-Key", "query.colour", "body.category"];
    for (const part of parts) expect(refused?.problems).toContain(part);
  });

  it("is refused with 404 for an invalid path parameter, and with 400 if the method is PUT", () => {
    expect(refusalOf(orders.getOrder, { target: "/v1/orders/x" })?.status).toBe(404);
    const target = `/v1/pets/by-external-id/${"x".repeat(500)}`;
    expect(refusalOf(pets.putPetByExternalId, { target, readBody: () => ({}) })?.status).toBe(400);
  });

  it("is refused for a badly percent-encoded query, without naming other problems", () => {
    const refused = refusalOf(pets.listPets, { target: "/v1/pets?limit=x&q=%E0%A4%A" });
    expect(refused).toEqual({ status: 400, problems: "query must be percent-encoded UTF-8" });
  });
});
