import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { toOpenApi30 } from "../src/openapi-3-0.js";

const document = readFileSync(createRequire(import.meta.url).resolve("@petstore/contract/openapi.json"), "utf8");

const convertSchema = (schema: object): unknown => {
  const whole = { info: { license: {} }, paths: {}, components: { schemas: { It: schema } } };
  return (JSON.parse(toOpenApi30(JSON.stringify(whole))) as typeof whole).components.schemas.It;
};

describe("toOpenApi30", () => {
  it("writes null as nullable", () => {
    expect(convertSchema({ type: ["string", "null"], maxLength: 5 })).toEqual({
      type: "string",
      nullable: true,
      maxLength: 5,
    });
    expect(convertSchema({ anyOf: [{ type: "integer" }, { type: "null" }] })).toEqual({
      type: "integer",
      nullable: true,
    });
    expect(convertSchema({ anyOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] })).toEqual({
      allOf: [{ $ref: "#/components/schemas/Pet" }],
      nullable: true,
    });
  });

  it("leaves out `not`", () => {
    expect(convertSchema({ type: "object", not: { properties: { from: { type: "null" } } } })).toEqual({
      type: "object",
    });
  });

  it("leaves no keyword of OpenAPI 3.1 in the service's document", () => {
    const converted = toOpenApi30(document);
    expect(converted).not.toMatch(/"type": (?:\[|"null")|"const":|"identifier":|"examples": \[/);
    expect(converted).toContain('"openapi": "3.0.3"');
  });

  it("keeps one success of each operation", () => {
    const { paths } = JSON.parse(toOpenApi30(document)) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const successes = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map(({ responses }) => Object.keys(responses).filter((status) => status.startsWith("2")).length);
    expect(new Set(successes)).toEqual(new Set([1]));
  });

  it("keeps only JSON bodies, and no parameter of style deepObject", () => {
    const { paths } = JSON.parse(toOpenApi30(document)) as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>;
    };
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [Object.keys(requestBody.content)] : []));
    expect(new Set(bodies.flat())).toEqual(new Set(["application/json"]));
    expect(Math.max(...bodies.map(({ length }) => length))).toBe(1);
    expect(Object.keys(paths["/pets/{petId}/photos"] ?? {})).toEqual(["get"]);
    expect(toOpenApi30(document)).not.toMatch(/deepObject|parameters\/query\.attributes"/);
  });
});
