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

  it("keeps only JSON bodies, and no parameter of style deepObject", () => {
    const bodies = operations.flatMap(({ requestBody }) => (requestBody ? [Object.keys(requestBody.content)] : []));
    expect(new Set(bodies.map((types) => types.join()))).toEqual(new Set(["application/json"]));
    expect(Object.keys(paths["/pets/{petId}/photos"] ?? {})).toEqual(["get"]);
    expect(text).not.toMatch(/deepObject|parameters\/query\.attributes"/);
  });
});
