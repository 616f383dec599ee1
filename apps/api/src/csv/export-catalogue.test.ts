import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { csv, exportCatalogue } from "./export-catalogue.js";

describe("exportCatalogue", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("exports one snapshot: changes committed between its batches are not in it", async () => {
    const { pool } = database;
    await pool.query("INSERT INTO category (id, name) VALUES (1, 'Dog')");
    await pool.query("INSERT INTO pet (name, category_id) SELECT 'Rex', 1 FROM generate_series(1, 5003)");
    const change = async () => {
      await pool.query("UPDATE pet SET name = 'Renamed' WHERE id = 5001");
      await pool.query("DELETE FROM pet WHERE id = 5002");
      await pool.query("INSERT INTO pet (name, category_id) VALUES ('Added', 1)");
      await pool.query("UPDATE category SET name = 'Cat' WHERE id = 1");
    };
    const written: string[] = [];
    const write = async (text: string) => {
      written.push(text);
      if (text.startsWith("id,")) await change();
    };
    const { signal } = new AbortController();
    expect(await exportCatalogue(pool, write, { signal, format: csv() })).toBe(5_003);
    const expected = Array.from({ length: 5_003 }, (_, at) => `${at + 1},Rex,1,Dog,available`);
    expect(written.join("").trimEnd().split("\n").slice(1)).toEqual(expected);
    expect(await database.db.pet.count({ where: { name: "Renamed" } })).toBe(1);
  });
});
