import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { asOpenApi30 } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { forProgenitor } from "../src/for-progenitor.js";

const file = createRequire(import.meta.url).resolve("@petstore/contract/openapi.json");
const text = forProgenitor(JSON.stringify(asOpenApi30(JSON.parse(readFileSync(file, "utf8")) as object)));
type Operation = { responses: object; requestBody?: { content: object } };
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((item) => Object.values(item));

describe("forProgenitor", () => {
  it("keeps one success of each operation", () => {
    const successes = operations.map(
      ({ responses }) => Object.keys(responses).filter((status) => status.startsWith("2")).length,
    );
    expect(new Set(successes)).toEqual(new Set([1]));
  });

  it("takes every success for the same if all have the same content", () => {
    const statusesOf = (path: string) =>
      Object.keys(paths[path]?.["post"]?.responses ?? {}).filter((status) => status.startsWith("2"));
    expect([statusesOf("/pets/{petId}/notes"), statusesOf("/pets/batch")]).toEqual([["2XX"], ["201"]]);
  });

  it("keeps only JSON bodies, except that of a photo, and no parameter of style deepObject", () => {
    const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [Object.keys(requestBody.content)] : []));
    expect(new Set(bodies.map((types) => types.join()))).toEqual(
      new Set(["application/json", "application/octet-stream"]),
    );
    expect(paths["/pets/{petId}/photos"]?.["post"]?.requestBody?.content).toEqual({
      "application/octet-stream": { schema: { type: "string", format: "binary" } },
    });
    expect(text).not.toMatch(/deepObject|parameters\/query\.attributes"/);
  });

  it("keeps no enumeration of signs, whose variants progenitor cannot name", () => {
    const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, { properties?: object }> } })
      .components;
    expect(schemas["PetImportOfCsv"]?.properties).toMatchObject({ decimal: { type: "string" } });
    expect(schemas["PetImportOfCsv"]?.properties).not.toHaveProperty("decimal.enum");
    expect(schemas["PetStatus"]).toHaveProperty("enum");
  });
});
