import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { OperatorError } from "../config/operator-error.js";
import { openDatabase } from "./open-database.js";

const log = pino({ level: "silent" });
const dataDir = "/never/used";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

describe("openDatabase with DATABASE_URL", () => {
  it("runs Prisma and pg on the same connections", async () => {
    const database = await openDatabase({ databaseUrl: test.url, dataDir, log });
    expect(database.isPrivate).toBe(false);
    const ask = "SELECT pg_backend_pid() AS pid, current_setting('application_name') AS name";
    for (const { db, pool } of [database, database.reads]) {
      const { rows } = await pool.query(ask);
      expect(await db.$queryRawUnsafe(ask)).toEqual(rows);
      expect(rows).toMatchObject([{ name: "petstore" }]);
    }
    await database.close();
    expect([database.pool.ended, database.reads.pool.ended]).toEqual([true, true]);
  });

  it("sets statement timeouts, unless the address sets one", async () => {
    // This is long enough for the statements of the start on a busy machine.
    const database = await openDatabase({ databaseUrl: `${test.url}&statement_timeout=7000`, dataDir, log });
    for (const { pool } of [database, database.reads])
      expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "7s" }]);
    await database.close();
    const usual = await openDatabase({ databaseUrl: test.url, dataDir, log });
    expect((await usual.pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "30s" }]);
    expect((await usual.reads.pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "5s" }]);
    await usual.close();
  });

  it("survives the loss of its idle connections", async () => {
    const database = await openDatabase({ databaseUrl: test.url, dataDir, log });
    await database.db.pet.count();
    const lost = once(database.pool, "error");
    // Only the connections of this database are ended. Otherwise the test's own pool would later use a dead connection.
    const [{ pid }] = (await database.pool.query("SELECT pg_backend_pid() AS pid")).rows;
    await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
    await lost;
    expect(await database.db.pet.count()).toBe(0);
    await database.close();
  });

  it("opens the schema of the search_path", async () => {
    await test.pool.query("CREATE SCHEMA shop CREATE TABLE category (id bigint, name text)");
    await test.pool.query("INSERT INTO shop.category VALUES (5, 'shop')");
    const databaseUrl = `${test.url}&options=${encodeURIComponent("-c search_path=shop")}`;
    const database = await openDatabase({ databaseUrl, dataDir, log });
    expect(await database.db.category.findMany({ select: { id: true, name: true } })).toEqual([
      { id: 5, name: "shop" },
    ]);
    await database.close();
  });
});

describe("synchronous_commit", () => {
  const ask = "SELECT current_setting('synchronous_commit') AS commit, current_setting('search_path') AS path";
  const settings = async (databaseUrl: string) => {
    const database = await openDatabase({ databaseUrl, dataDir, log });
    const { rows } = await database.pool.query<{ commit: string; path: string }>(ask);
    await database.close();
    return rows[0];
  };
  beforeAll(async () => {
    await test.pool.query(`ALTER DATABASE ${test.connection.database} SET synchronous_commit = off`);
  });
  afterAll(async () => {
    await test.pool.query(`ALTER DATABASE ${test.connection.database} RESET synchronous_commit`);
  });

  it("is always on, whatever the default of the database is", async () => {
    expect(await settings(test.url)).toEqual({ commit: "on", path: '"$user", public' });
  });

  it("is always on, whatever the address says, and other options of the address are kept", async () => {
    const options = encodeURIComponent("-c search_path=pg_catalog,public -c synchronous_commit=off");
    expect(await settings(`${test.url}&options=${options}`)).toEqual({ commit: "on", path: "pg_catalog,public" });
  });

  it("is on for an address without parameters, and with PGOPTIONS", async () => {
    vi.stubEnv("PGHOST", test.connection.host);
    vi.stubEnv("PGOPTIONS", "-c search_path=pg_catalog -c synchronous_commit=off");
    const databaseUrl = `postgresql://petstore@/${test.connection.database}`;
    expect(await settings(databaseUrl).finally(vi.unstubAllEnvs)).toEqual({ commit: "on", path: "pg_catalog" });
  });
});

const refusal = async (databaseUrl: string): Promise<string> => {
  const error = await openDatabase({ databaseUrl, dataDir, log }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).not.toContain("hunter2");
  return message;
};

describe("openDatabase", () => {
  it.each(["", "petstore", "mysql://u:hunter2@localhost/petstore", "postgresql://u:hunter2/x@[/petstore"])(
    "refuses a DATABASE_URL that is not an address, without printing the password: %s",
    async (url) => {
      expect(await refusal(url)).toContain("DATABASE_URL is not the address of a PostgreSQL database");
    },
  );

  it.each([
    "postgresql://u:hunter2@one,two/petstore?target_session_attrs=read-write",
    "postgresql://u:hunter2@one:5432,two:5432/petstore",
    "postgresql://u:hunter2@/petstore?host=one,two",
  ])("refuses a DATABASE_URL with several hosts: %s", async (url) => {
    expect(await refusal(url)).toBe(
      "DATABASE_URL names several hosts, but the service connects to only one: name one address, for example that of HAProxy.",
    );
  });

  it("refuses a DATABASE_URL at whose address nothing listens", async () => {
    expect(await refusal("postgresql://u:hunter2@127.0.0.1:1/petstore")).toBe(
      'The database "petstore" at 127.0.0.1:1, named by DATABASE_URL, cannot be reached (ECONNREFUSED): make sure that it runs and can be reached from here, or correct DATABASE_URL.',
    );
  });

  it("refuses a DATABASE_URL whose host has no address", async () => {
    expect(await refusal("postgresql://u:hunter2@database.invalid/petstore")).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it("refuses a DATABASE_URL at whose address something else listens", async () => {
    const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await refusal(`postgresql://u:hunter2@127.0.0.1:${port}/petstore`)).toContain("cannot be reached");
    server.close();
  });

  it("refuses a DATABASE_URL whose database or user does not exist", async () => {
    const place = `host=${encodeURIComponent(test.connection.host)}`;
    expect(await refusal(`postgresql://petstore:hunter2@/none?${place}`)).toContain(
      "does not exist (3D000): create it",
    );
    expect(await refusal(`postgresql://nobody:hunter2@/petstore?${place}`)).toContain(
      'refuses the user "nobody" (28000: role "nobody" does not exist)',
    );
  });
});

it("openDatabase without DATABASE_URL opens the private PostgreSQL", async () => {
  const folder = await makeTemporaryFolder();
  const database = await openDatabase({ dataDir: folder, log });
  expect(database.isPrivate).toBe(true);
  expect((await database.pool.query("SELECT current_user AS user, current_database() AS database")).rows).toEqual([
    { user: "petstore", database: "petstore" },
  ]);
  expect((await database.pool.query("SHOW fsync")).rows).toEqual([{ fsync: "on" }]);
  await database.pool.query("ALTER DATABASE petstore SET synchronous_commit = off");
  await database.pool.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => {});
  expect((await database.pool.query("SHOW synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
  await database.close();
  await rm(folder, { recursive: true });
});
