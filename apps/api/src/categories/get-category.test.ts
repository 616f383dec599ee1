import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /categories/{categoryId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await api.database.db.category.createMany({ data: [{ id: 2, name: "Dogs 🐕" }, { id: 9_007_199_254_740_991 }] });
    await addPets(api, { categoryId: 2 }, { categoryId: 2 }, { categoryId: 3 });
  });
  afterAll(() => api.close());

  const get = (id: number | string, options = {}) => api.send(`GET /v1/categories/${id}`, options);

  it("200 answers the category with the number of its animals", async () => {
    const { status, body } = await get(2);
    expect({ status, body }).toEqual({ status: 200, body: { id: 2, name: "Dogs 🐕", petCount: 2 } });
  });

  it("200 answers one that nobody has named, and the largest id there can be", async () => {
    expect((await get(3)).body).toEqual({ id: 3, name: null, petCount: 1 });
    expect((await get(9_007_199_254_740_991)).body).toEqual({ id: 9_007_199_254_740_991, name: null, petCount: 0 });
  });

  it("200 for a key that may only read", async () => {
    expect((await get(2, { key: await api.makeKey("read") })).status).toBe(200);
  });

  it("304 for the tag it gave, until it has another animal", async () => {
    const headers = { "if-none-match": (await get(3)).headers.get("etag") ?? "" };
    expect((await get(3, { headers })).status).toBe(304);
    await addPets(api, { categoryId: 3 });
    expect((await get(3, { headers })).body).toEqual({ id: 3, name: null, petCount: 2 });
  });

  it("404 for a category that does not exist", async () => {
    expect((await get(77)).body).toEqual(errorBody("not_found", 404, "there is no category with id 77"));
  });

  it.each(["0", "-1", "1.5", "x", "9007199254740992"])("404 for %s, which no category can have", async (id) => {
    expect((await get(id)).body).toEqual(errorBody("not_found", 404));
  });

  it("400 for a query parameter", async () => {
    const message = "query.fields is not a recognised parameter";
    expect((await get("2?fields=name")).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("401 without a key", async () => {
    expect((await get(2, { key: "" })).body).toEqual(errorBody("unauthorized", 401));
  });
});
