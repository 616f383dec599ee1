import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { createTestDatabase } from "../../test/support/test-database.js";
import { numberEvents } from "../events/read-feed.js";
import { isDatabaseUnavailable } from "./errors.js";
import { migrate } from "./migrate.js";
import { openDatabase, openPools } from "./open-database.js";
import { preparePostgresFolder } from "./postgres-folder.js";
import { readPid } from "./postgres-pid.js";
import { connectionTo } from "./postgres-server.js";
import { startServer } from "./postgres-start.js";
import { openPrivatePostgres } from "./private-postgres.js";
import { queryOfPool } from "./query.js";
import { transact } from "./transact.js";
import { openPrisma } from "./prisma-client.js";

const log = pino({ level: "silent" });
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe("a server that has become a standby", () => {
  let dataDir: string;
  let pgData: string;
  let epoch: string;
  const asSuperuser = async (sql: string) => {
    const client = new Client({ ...connectionTo(pgData, "postgres", "postgres"), connectionTimeoutMillis: 2_000 });
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };

  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
    const settings = { fsync: "off" };
    const primary = await openPrivatePostgres({ dataDir, log, settings });
    await migrate(primary.connection, log);
    const { changes, reads } = openPools(primary.connection, log);
    ({ epoch } = await numberEvents(queryOfPool(changes)));
    await Promise.all([changes.end(), reads.end()]);
    await primary.close();
    const folder = await preparePostgresFolder(dataDir, []);
    pgData = folder.pgData;
    await writeFile(join(pgData, "standby.signal"), "");
    await startServer(folder, settings);
    await vi.waitFor(() => asSuperuser("SELECT 1"), { timeout: 20_000 });
  });
  afterAll(async () => {
    const pid = await readPid(pgData);
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
    await vi.waitFor(async () => expect(await readPid(pgData)).toBeUndefined(), { timeout: 20_000 });
    await rm(dataDir, { recursive: true });
  });

  it("refuses the start in one sentence", async () => {
    const databaseUrl = `postgresql://petstore@/petstore?host=${encodeURIComponent(pgData)}`;
    expect(await errorOf(openDatabase({ databaseUrl, dataDir, log }))).toMatchObject({
      message: expect.stringMatching(
        /is a standby, which accepts only reads \(25006\): name the primary, or an address that always leads to it\.$/,
      ),
    });
  });

  it("is unavailable for reads and changes until it is promoted, and events get a new epoch", async () => {
    const pools = openPools(connectionTo(pgData, "petstore", "petstore"), log);
    for (const pool of [pools.changes, pools.reads]) {
      const error = await errorOf(pool.query("SELECT 1"));
      expect(error).toMatchObject({ code: "25006" });
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(pool.totalCount).toBe(0);
    }
    await asSuperuser("SELECT pg_promote()");
    for (const pool of [pools.changes, pools.reads]) {
      expect((await pool.query("SELECT pg_is_in_recovery() AS is")).rows).toEqual([{ is: false }]);
    }
    // The last commits of the primary may be lost, so cursors for its events must not be accepted for other events.
    expect(await numberEvents(queryOfPool(pools.changes))).toMatchObject({ earlierEpochs: [epoch] });
    await Promise.all([pools.changes.end(), pools.reads.end()]);
  });
});

it("a connection that refused a write as read-only is not used again", async () => {
  const database = await createTestDatabase();
  const { changes } = openPools(database.connection, log);
  const name = database.connection.database;
  await database.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const db = openPrisma(changes, "public");
  const change = () => transact(db, (tx) => tx.$executeRaw`UPDATE pet SET name = 'x' WHERE id = 0`);
  expect(isDatabaseUnavailable(await errorOf(change()))).toBe(true);
  await database.pool.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  expect(await change()).toBe(0);
  await db.$disconnect();
  if (!changes.ended) await changes.end();
  await database.drop();
});
