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

  const chars = { sql: `SELECT 1 AS one, 'r'::"char" AS kind`, args: [], argTypes: [] };
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "no error",
      (error: { cause?: { kind?: string } }) => error.cause?.kind,
    );

  it('reads columns of type "char"', async () => {
    expect((await patched.queryRaw(chars)).rows).toEqual([[1, "r"]]);
  });

  it('cannot read columns of type "char" without the patch', async () => {
    expect(await codeOf(original.queryRaw(chars))).toBe("UnsupportedNativeDataType");
  });
});
