import { readFileSync } from "node:fs";
import { BASE_PATH, contract, listRoutes } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readHttpFile } from "./support/http-file.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const file = readFileSync(new URL("../../../docs/http/petstore.http", import.meta.url), "utf8");
const routes = listRoutes(contract);

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  // Beyond the ids of the examples.
  await api.database.pool.query("SELECT setval(pg_get_serial_sequence('api_key', 'id'), 1000)");
});
afterAll(() => api.close());

// What the examples speak of. Pet 123 can be ordered, and order 5, of another pet, can be approved.
const rows = `
  TRUNCATE pet, category, category_merge, store_order, saved_view;
  DELETE FROM api_key WHERE name = 'example';
  INSERT INTO category (id, name) VALUES (1, 'Puppies'), (2, NULL);
  INSERT INTO pet (id, name, category_id, status)
    VALUES (123, 'Frank', 1, 'available'), (124, 'Luna', 2, 'available'), (125, 'Rex', 1, 'available');
  INSERT INTO store_order (id, pet_id, status) VALUES (5, 125, 'placed');
  INSERT INTO category_merge (id, category_id, into_id, actor, total, finished_at) VALUES (3, 9, 1, '{}', 0, now())`;

/** What an operation needs beyond that. */
const particular: Readonly<Record<string, () => Promise<unknown>>> = {
  deleteCategory: () => api.database.pool.query("DELETE FROM pet WHERE category_id = 2"),
  deleteView: () => api.send("PUT /v1/views/Sold%20dogs", { key, body: { query: {} } }),
};

beforeEach(async () => {
  await api.database.pool.query(rows);
  await api.makeKey("read", { name: "example" });
  await api.database.pool.query("UPDATE api_key SET id = 5 WHERE name = 'example'");
  await api.heard();
});

describe("docs/http/petstore.http", () => {
  const requests = () => readHttpFile(file, { baseUrl: BASE_PATH, apiKey: key });

  it("has every operation of the contract once", () => {
    expect(
      readHttpFile(file)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(routes.map(({ operationId }) => operationId).toSorted());
  });

  it("defines every variable that it uses, and contains no key", () => {
    expect(JSON.stringify(readHttpFile(file))).not.toContain("{{");
    expect(file).not.toMatch(/pets_(?:live|test)_/);
  });

  it.each(routes)("has a request of $operationId that succeeds", async ({ operationId, route }) => {
    await particular[operationId]?.();
    const { method, url, headers, body } = requests().find(({ name }) => name === operationId) ?? expect.fail();
    const { status, text } = await api.send(`${method} ${url}`, {
      ...{ key: "", headers },
      ...(body !== undefined && { raw: body }),
    });
    const successes = Object.keys(route.responses)
      .map(Number)
      .filter((one) => one < 300);
    expect(status < 300 ? "" : text).toBe("");
    expect(successes).toContain(status);
  });
});
