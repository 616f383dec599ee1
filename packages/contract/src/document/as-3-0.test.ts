import { describe, expect, it } from "vitest";
import { asOpenApi30 } from "./as-3-0.js";
import { generateDocument } from "./openapi.js";

const version = "1.0.0";

const convert = (schema: object, others: object = {}): unknown => {
  const document = asOpenApi30({ tags: [], paths: {}, components: { schemas: { It: schema, ...others } } });
  return (document["components"] as { schemas: { It: unknown } }).schemas.It;
};

describe("asOpenApi30", () => {
  it("writes null as nullable, with a type beside it", () => {
    const reference = { $ref: "#/components/schemas/Pet" };
    const pet = { Pet: { type: "object" } };
    expect(convert({ type: ["string", "null"], maxLength: 5 })).toEqual({
      type: "string",
      nullable: true,
      maxLength: 5,
    });
    expect(convert({ anyOf: [{ type: "integer" }, { type: "null" }] })).toEqual({ type: "integer", nullable: true });
    expect(convert({ anyOf: [reference, { type: "null" }] }, pet)).toEqual({
      type: "object",
      allOf: [reference],
      nullable: true,
    });
    expect(convert({ anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] })).toEqual({
      anyOf: [{ type: "string", nullable: true }, { type: "number" }],
    });
    expect(convert({ type: "null" })).toEqual({ type: "string", nullable: true, maxLength: 0 });
  });

  it("writes a constant as an enumeration, and examples as the first of them", () => {
    expect(convert({ const: true, examples: [true] })).toEqual({ type: "boolean", enum: [true], example: true });
  });

  it("leaves out keywords that OpenAPI 3.0 lacks, but no property of the same name", () => {
    const properties = { if: { type: "null" }, const: { type: "string" }, examples: { type: "array", items: {} } };
    expect(convert({ type: "object", properties, if: {}, else: {}, propertyNames: {} })).toEqual({
      type: "object",
      properties: {
        if: { type: "string", nullable: true, maxLength: 0 },
        const: { type: "string" },
        examples: { type: "array", items: {} },
      },
    });
  });

  it("has the operations of the document in OpenAPI 3.1, without its webhooks", async () => {
    const [old, usual] = await Promise.all([generateDocument(version, undefined, "3.0"), generateDocument(version)]);
    expect([old["openapi"], Object.keys(old.paths)]).toEqual(["3.0.3", Object.keys(usual.paths)]);
    expect(Object.keys(old)).not.toContain("webhooks");
    // The fields of an example are not keywords.
    const text = JSON.stringify(old, (key, value: unknown) => (["example", "value"].includes(key) ? null : value));
    expect(text).not.toMatch(/"type":(?:\[|"null")|"const":|"examples":\[|"propertyNames":/);
  });
});
