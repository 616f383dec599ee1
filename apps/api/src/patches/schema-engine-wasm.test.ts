import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { applyMigrations } from "../database/schema-engine.js";
import { loadSchemaEngine } from "./schema-engine-wasm.js";

describe("Prisma's schema engine", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
  });
  afterAll(() => database.drop());

  it("starts timers that keep no process alive", async () => {
    // A pool without timers of its own.
    const pool = new Pool({ ...database.connection, max: 1, idleTimeoutMillis: 0 });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const migration = { name: "1_first", script: "CREATE TABLE first (id int)", checksum: "" };
    expect(await applyMigrations(pool, "public", [migration])).toEqual(["1_first"]);
    const started = timers.mock.results.map(({ value }) => value as NodeJS.Timeout);
    timers.mockRestore();
    await pool.end();
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter((timer) => timer.hasRef())).toEqual([]);
  });

  it("is loaded once", async () => {
    expect(await loadSchemaEngine()).toBe(await loadSchemaEngine());
  });
});
