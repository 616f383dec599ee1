import { readFileSync } from "node:fs";
import { contract, listRoutes } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { readHttpFile } from "./support/http-file.js";

// first-start-examples.test.ts sends the requests.

const file = readFileSync(new URL("../../../docs/http/petstore.http", import.meta.url), "utf8");

describe("docs/http/petstore.http", () => {
  it("has exactly one request for every operation of the contract", () => {
    expect(
      readHttpFile(file)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      listRoutes(contract)
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
  });

  it("defines every variable that it uses, and contains no key", () => {
    expect(JSON.stringify(readHttpFile(file))).not.toContain("{{");
    expect(file).not.toMatch(/pets_(?:live|test)_/);
  });
});
