import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createNamedCategories, createNamedCategory } from "./named-categories.js";
import { type Query, queryOf } from "./query.js";

let database: TestDatabase;
let query: Query;
beforeAll(async () => {
  database = await createTestDatabase();
  query = async <Row>(sql: string, values: unknown[]) => (await database.pool.query(sql, values)).rows as Row[];
});
beforeEach(() => database.pool.query("TRUNCATE category RESTART IDENTITY CASCADE"));
afterAll(() => database.drop());

describe("createNamedCategory", () => {
  it("uses the next id that no client has registered", async () => {
    await query("INSERT INTO category (id) SELECT generate_series(1, 3)", []);
    expect(await createNamedCategory(query, "Dog")).toBe(4);
    expect(await createNamedCategory(query, "Cat")).toBeGreaterThan(4);
  });

  it("finds a free id behind 100,000 registered ids in a few queries", async () => {
    await query("INSERT INTO category (id) SELECT generate_series(1, 100000)", []);
    let queries = 0;
    const counting: Query = (sql, values) => {
      queries += 1;
      return query(sql, values);
    };
    expect(await createNamedCategory(counting, "Dog")).toBeGreaterThan(100_000);
    expect(queries).toBeLessThan(60);
  });

  it("creates no category if the name is taken, ignoring case", async () => {
    await createNamedCategory(query, "Éclair");
    expect(await createNamedCategory(query, "éCLAIR")).toBeUndefined();
  });

  it("creates one category for two encodings of a name", async () => {
    const made = await createNamedCategories(query, [{ name: "Café" }, { name: "Cafe\u0301" }, { name: "CAFÉ\u200b" }]);
    expect([...made.keys()]).toEqual(["Café"]);
    expect(await query("SELECT name FROM category", [])).toEqual([{ name: "Café" }]);
  });

  it("works in Prisma's transaction", async () => {
    const id = await database.db.$transaction((tx) => createNamedCategory(queryOf(tx), "Dog"));
    expect(await database.db.category.findMany()).toMatchObject([{ id: Number(id), name: "Dog" }]);
  });

  it("creates one category for two spellings that differ in case", async () => {
    const made = await createNamedCategories(query, [{ name: "Dog" }, { name: "DOG" }]);
    expect([...made.keys()]).toEqual(["Dog"]);
  });

  it("uses a given id if it is free", async () => {
    await query("INSERT INTO category (id) VALUES (7)", []);
    const made = await createNamedCategories(query, [
      { name: "Dog", id: 42 },
      { name: "Cat", id: 7 },
    ]);
    expect([made.get("Dog"), made.get("Cat")]).toEqual(["42", "1"]);
  });

  it("creates one category for concurrent calls with one name", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => createNamedCategory(query, "Dog")));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await query("SELECT name FROM category", [])).toEqual([{ name: "Dog" }]);
  });
});
