import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /categories/{categoryId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await api.database.db.category.createMany({ data: [{ id: 2, name: "Dogs 🐕" }, { id: 9_007_199_254_740_991 }] });
    await addPets(api, { categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 }, { categoryId: 4 });
  });
  afterAll(() => api.close());

  const get = (id: number | string, options = {}) => api.send(`GET /v1/categories/${id}`, options);

  it("returns 200 with the category and the number of its pets", async () => {
    const { status, body } = await get(2);
    expect({ status, body }).toMatchObject({ status: 200, body: { id: 2, name: "Dogs 🐕", petCount: 2 } });
  });

  it("returns 200 for an unnamed category and for the largest id", async () => {
    expect((await get(3)).body).toMatchObject({ id: 3, name: null, petCount: 1 });
    expect((await get(9_007_199_254_740_991)).body).toMatchObject({
      id: 9_007_199_254_740_991,
      name: null,
      petCount: 0,
    });
  });

  it("returns 200 for a read key", async () => {
    expect((await get(2, { key: await api.makeKey("read") })).status).toBe(200);
  });

  it("returns 304 until the number of pets changes", async () => {
    const headers = { "if-none-match": (await get(4)).headers.get("etag") ?? "" };
    expect((await get(4, { headers })).status).toBe(304);
    await addPets(api, { categoryId: 4 });
    expect((await get(4, { headers })).body).toMatchObject({ id: 4, name: null, petCount: 2 });
  });

  it("returns 404 for an unknown category", async () => {
    expect((await get(77)).body).toEqual(errorBody("not_found", 404, "there is no category with id 77"));
  });

  it.each(["0", "-1", "1.5", "x", "9007199254740992"])("returns 404 for %s, which is not a valid id", async (id) => {
    expect((await get(id)).body).toEqual(errorBody("not_found", 404));
  });

  it("returns 400 for any query parameter", async () => {
    const message = "query.fields is not a recognised parameter";
    expect((await get("2?fields=name")).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 401 without a key", async () => {
    expect((await get(2, { key: "" })).body).toEqual(errorBody("unauthorized", 401));
  });
});
