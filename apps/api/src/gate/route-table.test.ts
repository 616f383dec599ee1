import { describe, expect, it } from "vitest";
import { findPath } from "./route-table.js";

describe("findPath", () => {
  const operationsOf = (path: string) =>
    Object.fromEntries([...(findPath(path)?.routes ?? [])].map(([method, { operationId }]) => [method, operationId]));

  it.each([
    ["/v1/pets", { GET: "listPets", POST: "createPet" }, "GET, HEAD, OPTIONS, POST"],
    ["/v1/pets/batch", { POST: "createPetBatch" }, "OPTIONS, POST"],
    ["/v1/pets/1", { GET: "getPet", PATCH: "updatePet", DELETE: "deletePet" }, "DELETE, GET, HEAD, OPTIONS, PATCH"],
    ["/v1/pets/any%20text", { GET: "getPet", PATCH: "updatePet", DELETE: "deletePet" }, expect.any(String)],
    ["/v1/categories/1/merge", { POST: "mergeCategory" }, "OPTIONS, POST"],
    ["/v1/inventory", { GET: "getInventory" }, "GET, HEAD, OPTIONS"],
  ])("finds the operations of %s", (path, operations, allow) => {
    expect(operationsOf(path)).toEqual(operations);
    expect(findPath(path)?.allow).toEqual(allow);
  });

  it.each([
    ...[
      "",
      "/",
      "/v1",
      "/v1/",
      "/v1/pets/",
      "/v1/PETS",
      "/v1/p%65ts",
      "/pets",
      "/v1/pets/1/2",
      "/v1/pets/1/",
      "//v1/pets",
    ],
    ...["/v1/pets/%zz", "/v1/pets/%", "/v1/categories//merge", "/v1/categories/1/merge/2", "/v2/pets", "/v1/:petId"],
  ])("finds nothing at %j", (path) => {
    expect(findPath(path)).toBeUndefined();
  });
});
