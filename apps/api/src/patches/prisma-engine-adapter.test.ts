import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapter } from "@prisma/driver-adapter-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createEngineAdapter } from "./prisma-engine-adapter.js";

describe("Prisma's adapter for the schema engine", () => {
  let database: TestDatabase;
  let patched: SqlDriverAdapter;
  let original: SqlDriverAdapter;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
    patched = await createEngineAdapter(database.pool, "public").connect();
    original = await new PrismaPg(database.pool, { schema: "public" }).connect();
  });
  afterAll(() => database.drop());

  const script = "CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM 1; RETURN 'a;b'; END$$;";
  const chars = { sql: `SELECT 1 AS one, 'r'::"char" AS kind`, args: [], argTypes: [] };
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "no error",
      (error: { cause?: { kind?: string; code?: string } }) => error.cause?.code ?? error.cause?.kind,
    );

  it("runs a script with semicolons in strings and function bodies", async () => {
    await patched.executeScript(script);
    expect((await database.pool.query("SELECT f()")).rows).toEqual([{ f: "a;b" }]);
  });

  it("runs a script in one transaction, and reports PostgreSQL's code", async () => {
    expect(await codeOf(patched.executeScript("CREATE TABLE half (id int); SELECT 1 / 0"))).toBe("22012");
    expect((await database.pool.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
  });

  it("leaves no listener on its pool once the next one connects", async () => {
    const before = database.reads.pool.listenerCount("error");
    for (let opened = 0; opened < 3; opened += 1) await createEngineAdapter(database.reads.pool, "public").connect();
    expect(database.reads.pool.listenerCount("error")).toBe(before + 1);
  });

  it('reads columns of type "char"', async () => {
    expect((await patched.queryRaw(chars)).rows).toEqual([[1, "r"]]);
  });

  it("does neither without the patch", async () => {
    expect(await codeOf(original.executeScript(script))).toBe("42601");
    expect(await codeOf(original.queryRaw(chars))).toBe("UnsupportedNativeDataType");
  });
});
