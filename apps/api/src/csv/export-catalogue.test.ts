import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Prisma } from "../generated/client.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { csv, exportCatalogue } from "./export-catalogue.js";

describe("exportCatalogue", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("exports one snapshot, without changes that are committed between its batches", async () => {
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
    const select = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns} FROM pet ORDER BY id`;
    expect(await exportCatalogue(pool, write, { signal, select, format: csv() })).toBe(5_003);
    const expected = Array.from({ length: 5_003 }, (_, at) => `${at + 1},Rex,1,Dog,available`);
    expect(written.join("").trimEnd().split("\n").slice(1)).toEqual(expected);
    expect(await database.db.pet.count({ where: { name: "Renamed" } })).toBe(1);
  });

  it("reads profiles in batches of a megabyte, and a larger one by itself", async () => {
    const { pool } = database;
    await pool.query(
      "INSERT INTO attribute (id, name, label, type, category_ids) VALUES (1, 'story', 'Story', 'longText', NULL)",
    );
    const lengths = [...Array.from({ length: 60 }, () => 48_000), 2_500_000, 10, 10];
    await pool.query("INSERT INTO category (id) VALUES (2) ON CONFLICT DO NOTHING");
    await pool.query(
      `WITH added AS (
         INSERT INTO pet (name, category_id) SELECT 'Heavy', 2 FROM generate_series(1, $1) RETURNING id
       )
       INSERT INTO pet_profile (pet_id, attributes)
       SELECT id, jsonb_build_object('1', repeat('x', ($2::int[])[(row_number() OVER (ORDER BY id))::int])) FROM added`,
      [lengths.length, lengths],
    );
    const written: string[] = [];
    const { signal } = new AbortController();
    const select = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns} FROM pet WHERE category_id = 2 ORDER BY id`;
    const write = async (text: string) => void written.push(text);
    expect(await exportCatalogue(pool, write, { signal, select, profiles: "all", format: csv() })).toBe(63);
    const stories = written
      .join("")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").at(-1)?.length);
    expect(stories).toEqual(lengths);
    expect(written.map(({ length }) => Math.round(length / 100_000))).toEqual(
      [10, 10, 10, 25, 0].slice(0, written.length),
    );
    expect(written.length).toBeGreaterThan(3);
  });
});
