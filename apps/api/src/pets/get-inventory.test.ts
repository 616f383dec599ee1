import type { Inventory } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const none = { available: 0, pending: 0, sold: 0 };

describe("GET /inventory", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const read = async (on = api) => (await on.send("GET /v1/inventory")).body as Inventory;

  it("returns 200 with zeros for an empty store", async () => {
    const { status, body } = await (await ownApi()).send("GET /v1/inventory");
    expect({ status, body }).toEqual({ status: 200, body: { byStatus: none, byCategory: [] } });
  });

  it("counts by status and category, with empty categories, and unnamed ones last", async () => {
    const own = await ownApi();
    await own.database.pool.query(`INSERT INTO category (id, name) VALUES
      (1, NULL), (2, 'dogs'), (3, 'Cats'), (4, 'émus'), (5, NULL), (6, 'Zebras'), (9007199254740991, 'Ants')`);
    const petsOf = (categoryId: number, status: "available" | "pending" | "sold", count: number) =>
      Array.from({ length: count }, () => ({ categoryId, status }));
    await addPets(own, ...petsOf(2, "available", 3), ...petsOf(2, "sold", 2), ...petsOf(1, "pending", 1));
    await addPets(own, ...petsOf(9007199254740991, "pending", 2), ...petsOf(3, "sold", 1));
    const { byStatus, byCategory } = await read(own);
    expect(byStatus).toEqual({ available: 3, pending: 3, sold: 3 });
    const { rows } = await own.database.pool.query<{ id: string }>(
      `SELECT id FROM category ORDER BY name IS NULL, lower(name), id`,
    );
    expect(byCategory.map(({ categoryId }) => categoryId)).toEqual(rows.map(({ id }) => Number(id)));
    expect(byCategory.slice(0, 3)).toEqual([
      { categoryId: 9007199254740991, name: "Ants", ...none, pending: 2 },
      { categoryId: 3, name: "Cats", ...none, sold: 1 },
      { categoryId: 2, name: "dogs", available: 3, pending: 0, sold: 2 },
    ]);
    expect(byCategory.slice(-2)).toEqual([
      { categoryId: 1, name: null, ...none, pending: 1 },
      { categoryId: 5, name: null, ...none },
    ]);
  });

  it("returns 304 until an order changes a pet", async () => {
    const [petId] = await addPets(api, { categoryId: 6 });
    const tag = (await api.send("GET /v1/inventory")).headers.get("etag") ?? "";
    const request = () => api.send("GET /v1/inventory", { headers: { "if-none-match": tag } });
    const before = await read();
    expect([(await request()).status, (await request()).text]).toEqual([304, ""]);
    await api.send("POST /v1/orders", { body: { petId } });
    expect(await request()).toMatchObject({
      status: 200,
      body: { byStatus: { available: before.byStatus.available - 1, pending: before.byStatus.pending + 1 } },
    });
  });

  it("returns consistent counts during concurrent changes", async () => {
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, index) => addPets(api, { categoryId: 1 + (index % 6), status: "available" })),
    );
    for (let count = 0; count < 20; count++) {
      const { byStatus, byCategory } = await read();
      for (const status of ["available", "pending", "sold"] as const)
        expect(byCategory.reduce((sum, amounts) => sum + amounts[status], 0)).toBe(byStatus[status]);
    }
    await writing;
  });

  it("returns 200 for a read key and 401 without a key", async () => {
    expect((await api.send("GET /v1/inventory", { key: await api.makeKey("read") })).status).toBe(200);
    expect((await api.send("GET /v1/inventory", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
  });

  it("returns 400 for any query parameter", async () => {
    expect((await api.send("GET /v1/inventory?status=sold")).body).toEqual(
      errorBody("invalid_request", 400, "query.status is not a recognised parameter"),
    );
  });
});
