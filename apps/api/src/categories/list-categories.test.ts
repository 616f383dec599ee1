import type { Categories } from "@petstore/contract/routes";
import type { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { linksOf } from "../../test/support/links.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const named = [
  { id: 41, name: "birds", petCount: 0 },
  { id: 3, name: "Cats", petCount: 2 },
  { id: 2, name: "dogs", petCount: 1 },
];
const unnamed = [
  { id: 7, name: null, petCount: 1 },
  { id: 99, name: null, petCount: 0 },
  { id: 9_007_199_254_740_991, name: null, petCount: 1 },
];

describe("GET /categories", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    const data = [...named, ...unnamed].toReversed().map(({ id, name }) => ({ id, name }));
    await api.database.db.category.createMany({ data });
    await addPets(
      api,
      ...[{ categoryId: 2 }, { categoryId: 3 }, { categoryId: 7 }, { categoryId: 3 }],
      ...[{ categoryId: 9_007_199_254_740_991 }],
    );
  });
  afterAll(() => api.close());

  const list = async (query = "") => {
    const { status, body, headers } = await api.send(`GET /v1/categories${query}`);
    return { status, categories: body as z.infer<typeof Categories>, link: headers.get("link") };
  };
  it("returns 200 with all categories and their counts by name, unnamed ones last", async () => {
    expect(await list()).toMatchObject({ status: 200, categories: [...named, ...unnamed], link: null });
  });

  it("includes an unnamed category that a pet registered", async () => {
    await api.send("POST /v1/pets", { body: { name: "Luna", categoryId: 500 } });
    expect((await list()).categories).toContainEqual(expect.objectContaining({ id: 500, name: null, petCount: 1 }));
    await api.database.pool.query("DELETE FROM pet WHERE category_id = 500");
    await api.database.db.category.delete({ where: { id: 500 } });
  });

  it("pages through names whose lower case differs between JavaScript and PostgreSQL", async () => {
    const names = ["İzmir", "i̇zmir 2", "ΟΔΟΣ", "οδος 2", "ΣΑΣ", "Straße", "STRASSE"];
    await api.database.db.category.createMany({ data: names.map((name, at) => ({ id: 600 + at, name })) });
    const { categories: all } = await list("?limit=100");
    const seen: number[] = [];
    for (let query: string | undefined = "?limit=1"; query !== undefined && seen.length <= all.length; ) {
      const { categories, link } = await list(query);
      seen.push(...categories.map(({ id }) => id));
      query = linksOf(link)["next"]?.replace("/v1/categories", "");
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen.filter((id) => id >= 600 && id < 700)).toHaveLength(names.length);
    await api.database.db.category.deleteMany({ where: { id: { gte: 600, lt: 700 } } });
  });

  it("returns 304 until a count changes", async () => {
    const tag = (await api.send("GET /v1/categories")).headers.get("etag") ?? "";
    const again = () => api.send("GET /v1/categories", { headers: { "if-none-match": tag } });
    expect((await again()).status).toBe(304);
    const [id] = await addPets(api, { categoryId: 2 });
    expect((await again()).status).toBe(200);
    await api.database.db.pet.deleteMany({ where: { id: id ?? 0 } });
    expect((await again()).status).toBe(304);
  });

  it.each([
    ["limit=0", "query.limit must be an integer from 1 to 100"],
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["limit=", "query.limit must be an integer from 1 to 100"],
    ["limit=5&limit=5", "query.limit is given 2 times; send it once"],
    ["cursor=", "query.cursor must be a cursor from a Link header of this service"],
    ["name=Dogs", "query.name is not a recognised parameter"],
  ])("returns 400 for ?%s", async (query, message) => {
    expect((await api.send(`GET /v1/categories?${query}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 401 without a key and 406 for another media type", async () => {
    const answers = [
      await api.send("GET /v1/categories", { key: "" }),
      await api.send("GET /v1/categories", { headers: { accept: "text/html" } }),
    ];
    expect(answers.map(({ body }) => body)).toEqual([errorBody("unauthorized", 401), errorBody("not_acceptable", 406)]);
  });

  it("returns 200 for a read key", async () => {
    expect((await api.send("GET /v1/categories", { key: await api.makeKey("read") })).body).toMatchObject([
      ...named,
      ...unnamed,
    ]);
  });
});

describe("GET /categories in an empty store", () => {
  it("returns 200 with an empty array and no Link", async () => {
    const api = await createTestApi();
    const { status, body, headers } = await api.send("GET /v1/categories");
    expect({ status, body, link: headers.get("link") }).toEqual({ status: 200, body: [], link: null });
    await api.close();
  });
});
