import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { applyMigrations } from "../database/schema-engine.js";
import { loadSchemaEngine } from "./schema-engine-wasm.js";

/** The engine's own. */
const STEP_TIMEOUT_MS = 10_000;

describe("Prisma's schema engine", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
  });
  afterAll(() => database.drop());

  it("starts timers that keep no process alive", async () => {
    const pool = new Pool({ ...database.connection, max: 1, idleTimeoutMillis: 0 });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const migration = { name: "1_first", script: "CREATE TABLE first (id int)", checksum: "" };
    expect(await applyMigrations(pool, "public", [migration])).toEqual(["1_first"]);
    const ofEngine = timers.mock.results.filter((_, at) => timers.mock.calls[at]?.[1] === STEP_TIMEOUT_MS);
    timers.mockRestore();
    await pool.end();
    expect(ofEngine.length).toBeGreaterThan(0);
    expect(ofEngine.filter(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([]);
  });

  it("is loaded once", async () => {
    expect(await loadSchemaEngine()).toBe(await loadSchemaEngine());
  });
});
