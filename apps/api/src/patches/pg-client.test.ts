import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { parametersOf, processIdOf } from "./pg-client.js";

describe("pg's client", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("stores the id of the server's process", async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    expect(processIdOf(client)).toBe(rows[0]?.pid);
    client.release();
  });

  it("stores the parameters of an address over those of the configuration", () => {
    const connectionString = "postgresql://user@host/name?options=-c%20jit%3Doff&statement_timeout=50";
    const { options, statement_timeout } = parametersOf({ connectionString, statement_timeout: 70 });
    expect([options, Number(statement_timeout)]).toEqual(["-c jit=off", 50]);
  });

  it("stores the configuration, and PGOPTIONS if that has none", () => {
    vi.stubEnv("PGOPTIONS", "-c jit=on");
    expect(parametersOf({ host: "host" })).toMatchObject({ options: "-c jit=on", statement_timeout: false });
    expect(parametersOf({ options: "-c jit=off", statement_timeout: 70 })).toMatchObject({
      options: "-c jit=off",
      statement_timeout: 70,
    });
    vi.unstubAllEnvs();
  });
});
