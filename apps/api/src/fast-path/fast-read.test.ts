import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import type { ResponseCache } from "./response-cache/response-cache.js";

let api: TestApi;
let find: MockInstance<ResponseCache["find"]>;
beforeAll(async () => {
  api = await createTestApi();
  find = vi.spyOn(api.deps.responseCache, "find");
  await addPets(api, { status: "sold" });
});
afterAll(() => api.close());

const get = async (query: string) => {
  find.mockClear();
  const answer = await api.send(`GET /v1/pets?${query}`);
  const isHit = find.mock.results.some(({ value }) => value !== undefined && !(value instanceof Promise));
  return { ...answer, isHit };
};
/**
 * Waits until the response is cached: the cache needs a current change feed, and admits a target on its second request.
 */
const untilCached = (query: string) => expect.poll(async () => (await get(query)).isHit).toBe(true);

describe("GET /pets from the response cache", () => {
  it("also answers the same parameters in another order", async () => {
    await untilCached("status=sold&limit=3");
    expect(await get("limit=3&status=sold")).toMatchObject({ status: 200, isHit: true });
  });

  it.each([
    ["status=sold&status=sold", "status=sold"],
    ["limit=1&status=sold&limit=1", "limit=1&status=sold"],
  ])("answers %s with 400 although %s is cached", async (repeated, cached) => {
    await untilCached(cached);
    expect((await get(repeated)).body).toEqual(errorBody("invalid_request", 400));
  });
});
