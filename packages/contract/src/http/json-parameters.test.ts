import { describe, expect, it } from "vitest";
import * as z from "zod";
import { pets } from "../pet/pets.js";
import { jsonParameters } from "./json-parameters.js";

const query = z.strictObject(jsonParameters(pets.listPets.query.shape));
const isValid = (value: unknown) => query.safeParse(value).success;

describe("jsonParameters", () => {
  it("has every parameter as an optional one without a default", () => {
    expect(Object.keys(query.shape)).toEqual(Object.keys(pets.listPets.query.shape));
    expect(query.parse({})).toEqual({});
  });

  it("accepts what the query parses to, unchanged", () => {
    const text = { limit: "5", status: "sold", categoryId: "3", q: "a", id: ["1", "2"], sort: "-id" };
    const parsed = pets.listPets.query.parse(text);
    expect(parsed).toMatchObject({ limit: 5, categoryId: 3, id: [1, 2] });
    expect(query.parse(parsed)).toEqual(parsed);
  });

  it("refuses text for a number, and one value for an array", () => {
    for (const value of [{ categoryId: "3" }, { limit: "5" }, { id: 1 }, { id: ["1"] }, { q: 1 }])
      expect([value, isValid(value)]).toEqual([value, false]);
  });

  it("keeps the rules of a parameter", () => {
    for (const value of [{ limit: 101 }, { limit: 0 }, { categoryId: 0 }, { q: "" }, { id: [] }, { sort: "age" }])
      expect([value, isValid(value)]).toEqual([value, false]);
    expect(isValid({ id: Array.from({ length: 100 }, () => 1) })).toBe(true);
    expect(isValid({ id: Array.from({ length: 101 }, () => 1) })).toBe(false);
  });

  it("keeps the descriptions of the parameters", () => {
    expect(query.shape.status.meta()?.description).toBe("Filters by availability status.");
  });
});
