import { describe, expect, it } from "vitest";
import { onlyStable } from "./openapi-stable.js";

/** Returns a document with one operation, which answers a `Pet` with these properties. */
const documentOf = (properties: Record<string, Record<string, unknown>>, required: string[]) => ({
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: { 200: { description: "", content: { json: { schema: { $ref: "#/components/schemas/Pet" } } } } },
      },
    },
  },
  components: { schemas: { Pet: { type: "object", properties, required } }, headers: {} },
});

const text = { type: "string" };
const beta = { ...text, "x-stability": "beta" };

describe("onlyStable", () => {
  it("leaves out a beta property that a schema does not require", () => {
    const { schemas } = onlyStable(documentOf({ name: text, chip: beta }, ["name"])).components;
    expect(schemas).toEqual({ Pet: { type: "object", properties: { name: text }, required: ["name"] } });
  });

  it("refuses a beta property that a published schema requires, and names both", () => {
    expect(() => onlyStable(documentOf({ name: text, chip: beta }, ["name", "chip"]))).toThrow(
      "the published schema Pet requires its beta property chip, which the stable document leaves out; make chip optional, or take its x-stability away to publish it",
    );
  });
});
