import { contract, listRoutes, routeMetadata, tellsOfPersons } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestExamples } from "../../test/support/requests.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const reads = listRoutes(contract).filter(({ route }) => 304 in route.responses);
const isUnstored = ({ route }: (typeof reads)[number]) =>
  tellsOfPersons(route) || routeMetadata(route).scope === "admin";

it("finds the marks of persons in responses of several shapes, and none in those of pets", () => {
  const marked = reads.filter(({ route }) => tellsOfPersons(route)).map(({ operationId }) => operationId);
  expect(marked).toEqual(
    expect.arrayContaining([
      "getCustomer",
      "listOrders",
      "getToday",
      "listNotes",
      "getAction",
      "listHistory",
      "listViews",
    ]),
  );
  for (const pets of ["listPets", "getPet", "getInventory", "listCategories"]) expect(marked).not.toContain(pets);
});

describe("Cache-Control of reads", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const get = async (operationId: string, headers: Record<string, string> = {}) => {
    const { line, options } = (await requestExamples[operationId]?.(api)) ?? expect.fail();
    return api.send(line, { ...options, headers: { ...options?.headers, ...headers } });
  };

  it.each(reads.filter(isUnstored))(
    "is no-store for $operationId, which tells of persons or needs scope admin",
    async ({ operationId }) => {
      const { status, headers } = await get(operationId);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      const again = await get(operationId, { "if-none-match": "*" });
      expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-store"]);
    },
  );

  it.each(reads.filter((read) => !isUnstored(read)))(
    "is private, no-cache for $operationId",
    async ({ operationId }) => {
      expect((await get(operationId)).headers.get("cache-control")).toBe("private, no-cache");
    },
  );
});
