import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "../../test/support/pgbouncer-process.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { openChangeFeed } from "./change-feed.js";
import { migrate } from "./migrate.js";
import { type Database, openDatabase } from "./open-database.js";
import { OperatorError } from "../config/operator-error.js";

const log = pino({ level: "silent" });

describe.runIf(hasPgBouncer)("DATABASE_URL that leads to PgBouncer", () => {
  let store: TestDatabase;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    store = await createTestDatabase("template1");
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await store.drop();
  });

  const start = async (settings: Record<string, string>): Promise<PgBouncer> => {
    const pooler = await startPgBouncer(store.connection, settings);
    closers.push(() => pooler.stop());
    return pooler;
  };
  const open = async (databaseUrl: string): Promise<Database> => {
    const database = await openDatabase({ databaseUrl, dataDir: "/none", log });
    closers.push(() => database.close());
    return database;
  };
  const refusal = async (databaseUrl: string) => {
    const error: unknown = await open(databaseUrl).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  };
  const perTransaction =
    "DATABASE_URL leads to a pooler that keeps a connection for a client only during a transaction, so prepared statements, LISTEN, locks and settings are lost: set pool_mode=session for this database (PgBouncer), or name the server itself.";
  const ignoring = {
    ignore_startup_parameters: "options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
  };

  it.each([{}, ignoring])(
    "is refused in transaction mode, whatever it does with startup parameters: %o",
    async (rest) => {
      const { url } = await start({ pool_mode: "transaction", ...rest });
      expect(await refusal(url)).toBe(perTransaction);
    },
  );

  it.each([
    { default_pool_size: "1" },
    { server_round_robin: "1", min_pool_size: "5" },
    { server_reset_query_always: "1" },
  ])("is also refused in transaction mode with %o", async (rest) => {
    const { url } = await start({ pool_mode: "transaction", ...rest });
    expect(await refusal(url)).toBe(perTransaction);
  });

  it("is refused in transaction mode when it hands out five connections in turn", async () => {
    const { url } = await start({ pool_mode: "transaction", server_round_robin: "1", min_pool_size: "5" });
    // The pooler fills its pool only while a client is connected.
    const client = new Client(url);
    await client.connect();
    const connections = async () => {
      const seen = new Set<unknown>();
      for (let asked = 0; asked < 5; asked += 1) {
        const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        seen.add(rows[0]?.pid);
      }
      return seen.size;
    };
    await expect.poll(connections).toBe(5);
    expect(await refusal(url)).toBe(perTransaction);
    await client.end();
  });

  it("is refused in transaction mode while other clients use its connections", async () => {
    const { url } = await start({ pool_mode: "transaction", ...ignoring });
    const over = new AbortController();
    const keepAsking = async () => {
      const client = new Client(url);
      await client.connect();
      while (!over.signal.aborted) await client.query("SELECT 1");
      await client.end();
    };
    const traffic = Promise.all(Array.from({ length: 4 }, keepAsking));
    for (let round = 0; round < 20; round += 1) expect(await refusal(url)).toBe(perTransaction);
    over.abort();
    await traffic;
  });

  it("is refused in statement mode", async () => {
    expect(await refusal((await start({ pool_mode: "statement" })).url)).toBe(perTransaction);
  });

  it("is refused if the pool is too small for the check or PgBouncer refuses the parameters", async () => {
    const small = await start({ pool_mode: "session", default_pool_size: "1" });
    expect(await refusal(small.url)).toContain("give its pool 21 connections for each process of the service");
    const usual = await start({ pool_mode: "session" });
    const options = encodeURIComponent("-c search_path=public");
    expect(await refusal(`${usual.url}&options=${options}`)).toContain("refuses a parameter of the address");
  });

  it.each([{}, ignoring])("works in session mode with the settings of the service: %o", async (rest) => {
    const { url } = await start({ pool_mode: "session", default_pool_size: "50", ...rest });
    const database = await open(url);
    await migrate(database.connection, log);
    const shown = `SELECT current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit,
      current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone`;
    const common = { commit: "on", jit: "off", lock: "3s", idle: "40s", zone: "UTC" };
    const all = async (pool: Database["pool"], count: number) => {
      const results = await Promise.all(Array.from({ length: count }, () => pool.query(shown)));
      return results.flatMap(({ rows }) => rows as object[]);
    };
    for (const row of await all(database.pool, 12)) expect(row).toEqual({ ...common, statement: "30s" });
    for (const row of await all(database.reads.pool, 6)) expect(row).toEqual({ ...common, statement: "5s" });
    await database.pool.query({ name: "named", text: "SELECT $1::int", values: [1] });
    expect((await database.pool.query({ name: "named", text: "SELECT $1::int", values: [2] })).rows).toEqual([
      { int4: 2 },
    ]);
  });

  it("delivers notifications in session mode", async () => {
    const { url } = await start({ pool_mode: "session" });
    const feed = openChangeFeed({ connectionString: url }, log);
    closers.push(() => feed.close());
    await expect.poll(() => feed.isCurrent()).toBe(true);
    const heard = new Promise((resolve) => feed.subscribe("petstore_catalogue", resolve));
    await store.pool.query("SELECT pg_notify('petstore_catalogue', 'pets')");
    expect(await heard).toBe("pets");
  });
});
