import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolConfig } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { PrismaClient } from "../generated/client.js";
import { isDatabaseUnavailable, isTransactionConflict, isUniqueViolation } from "./errors.js";
import { openPool } from "./pool.js";

let database: TestDatabase;
let closers: (() => Promise<void>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  closers = [];
});

afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  await database.drop();
});

const open = (config: PoolConfig): { db: PrismaClient; pool: Pool } => {
  const options = { ...config, max: 1, connectionTimeoutMillis: 300, statement_timeout: 30_000 };
  const pool = openPool(options, 30_000, pino({ level: "silent" }));
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  closers.push(() => db.$disconnect().then(() => pool.end()));
  return { db, pool };
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => error,
  );

/**
 * Collects the errors of every kind of query: of Prisma's models, its raw queries, its transactions, and of pg itself.
 */
const allErrors = ({ db, pool }: { db: PrismaClient; pool: Pool }): Promise<unknown[]> => {
  const queries = [
    () => db.pet.findMany(),
    () => db.$queryRaw`SELECT 1`,
    () => db.$transaction((tx) => tx.pet.findMany()),
    () => db.$transaction([db.pet.findMany()]),
    () => pool.query("SELECT 1"),
    () => pool.connect(),
  ];
  return Promise.all(queries.map((query) => errorOf(query())));
};

const isOther = (error: unknown): boolean => !isDatabaseUnavailable(error);

describe("isDatabaseUnavailable for a connection that does not open", () => {
  it.each([
    ["refuses connections", { host: "127.0.0.1", port: 1 }],
    ["has no socket", { host: "/tmp/petstore-nowhere" }],
    ["has a name that does not resolve", { host: "database.invalid" }],
    ["does not answer", { host: "192.0.2.1" }],
  ])("is true if the database %s", async (_, config) => {
    expect((await allErrors(open(config))).filter(isOther)).toEqual([]);
  });

  it("is true if the database has no connection left", async () => {
    await queryAsSuperuser(`ALTER DATABASE ${database.connection.database} CONNECTION LIMIT 0`);
    expect((await allErrors(open(database.connection))).filter(isOther)).toEqual([]);
  });

  it.each([
    ["user", { user: "nobody" }],
    ["database", { database: "nowhere" }],
  ])("is true if the server no longer knows the %s", async (_, changed) => {
    expect((await allErrors(open({ ...database.connection, ...changed }))).filter(isOther)).toEqual([]);
  });

  it("is true if the server refuses the login of the user", async () => {
    const { db, pool } = open(database.connection);
    const raise = "DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '28P01'; END $$";
    const errors = [await errorOf(pool.query(raise)), await errorOf(db.$executeRawUnsafe(raise))];
    expect(errors.filter(isOther)).toEqual([]);
  });

  it("is true if all connections of the pool are in use", async () => {
    const opened = open(database.connection);
    const held = await opened.pool.connect();
    const errors = await allErrors(opened);
    held.release();
    expect(errors.filter(isOther)).toEqual([]);
  });
});

describe("isDatabaseUnavailable for a lost connection", () => {
  it("is true when the server closes the connection", async () => {
    const { db, pool } = open(database.connection);
    const end = "SELECT pg_terminate_backend(pg_backend_pid())";
    expect(isDatabaseUnavailable(await errorOf(db.$queryRawUnsafe(end)))).toBe(true);
    expect(isDatabaseUnavailable(await errorOf(db.$transaction((tx) => tx.$queryRawUnsafe(end))))).toBe(true);
    expect(isDatabaseUnavailable(await errorOf(pool.query(end)))).toBe(true);
  });

  it("is true when the network fails during a query", async () => {
    const { pool } = open(database.connection);
    const client = await pool.connect();
    const asked = errorOf(client.query("SELECT pg_sleep(5)"));
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect(isDatabaseUnavailable(await asked)).toBe(true);
    client.release(true);
  });
});

describe("isDatabaseUnavailable for PostgreSQL's error", () => {
  it.each([
    ["its disk is full", "53100"],
    ["it has no memory left", "53200"],
    ["it has no connection left", "53300"],
    ["a limit of its configuration is reached", "53400"],
    ["its file system fails", "58030"],
    ["it has become a read-only standby", "25006"],
    ["the transaction was idle for too long", "25P03"],
    ["the transaction took too long", "25P04"],
    ["it shuts down", "57P01"],
    ["the database was dropped", "57P04"],
  ])("is true if %s (%s)", async (_what, code) => {
    const { db, pool } = open(database.connection);
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END $$`;
    const errors = [
      await errorOf(pool.query(raise)),
      await errorOf(db.$executeRawUnsafe(raise)),
      await errorOf(db.$transaction((tx) => tx.$executeRawUnsafe(raise))),
    ];
    expect(errors.filter(isOther)).toEqual([]);
  });

  it.each(["22012", "23514", "42601", "40P01", "XX000"])("is false for %s", async (code) => {
    const { pool } = open(database.connection);
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END $$`;
    expect(isDatabaseUnavailable(await errorOf(pool.query(raise)))).toBe(false);
  });
});

describe("isDatabaseUnavailable for a slow database", () => {
  const slow = async ({ db, pool }: { db: PrismaClient; pool: Pool }, setting: string, sql: string) => [
    await errorOf(pool.query(`BEGIN; SET LOCAL ${setting}; ${sql}`).finally(() => pool.query("ROLLBACK"))),
    await errorOf(
      db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL ${setting}`);
        await tx.$executeRawUnsafe(sql);
      }),
    ),
  ];

  it("is true after a statement timeout", async () => {
    const errors = await slow(open(database.connection), "statement_timeout = 20", "SELECT pg_sleep(5)");
    expect(errors.filter(isOther)).toEqual([]);
  });

  it("is true after a lock timeout", async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE pet");
    const errors = await slow(open(database.connection), "lock_timeout = 20", "LOCK TABLE pet");
    await holder.query("ROLLBACK");
    holder.release();
    expect(errors.filter(isOther)).toEqual([]);
  });

  it("is true after Prisma's transaction timeout", async () => {
    const { db } = open(database.connection);
    const late = db.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM pg_sleep(0.1)`, { timeout: 20 });
    expect(isDatabaseUnavailable(await errorOf(late))).toBe(true);
  });
});

it.each(["40P01", "40001"])("isTransactionConflict recognises %s, and no other error", async (state) => {
  const { db, pool } = database;
  const sql = `DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${state}'; END $$`;
  const errors = [
    await errorOf(db.$executeRawUnsafe(sql)),
    await errorOf(db.$transaction((tx) => tx.$executeRawUnsafe(sql))),
    await errorOf(pool.query(sql)),
  ];
  for (const error of errors) {
    expect(isTransactionConflict(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
  expect(isTransactionConflict(await errorOf(pool.query("SELECT 1 / 0")))).toBe(false);
});

describe("isDatabaseUnavailable is false", () => {
  it.each(["SELECT 1 / 0", "SELECT * FROM nothing", "SELECT", "INSERT INTO category (name) VALUES (' ')"])(
    "%s",
    async (sql) => {
      expect(isDatabaseUnavailable(await errorOf(database.db.$queryRawUnsafe(sql)))).toBe(false);
    },
  );

  it("is false for values that are not errors", () => {
    expect([undefined, null, "08006", new Error("08006")].some(isDatabaseUnavailable)).toBe(false);
  });
});

it("isUniqueViolation recognises the violation, and its index", async () => {
  const { db, pool } = database;
  await pool.query("INSERT INTO category (id, name) VALUES (7, 'Dogs')");
  const errors = [
    await errorOf(db.category.create({ data: { name: "dogs" } })),
    await errorOf(db.$queryRaw`INSERT INTO category (name) VALUES ('dogs')`),
    await errorOf(pool.query("INSERT INTO category (name) VALUES ('dogs')")),
  ];
  for (const error of errors) {
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, "category_name_key")).toBe(true);
    expect(isUniqueViolation(error, "category_pkey")).toBe(false);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
});
