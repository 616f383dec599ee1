import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPgBouncer, startPgBouncer } from "../../test/support/pgbouncer-process.js";
import { startServiceProcess, stopServiceProcess } from "../../test/support/service-process.js";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { openDatabase } from "./open-database.js";
import { warnOfFewConnections } from "./warn-of-few-connections.js";

const silent = pino({ level: "silent" });
const role = `clerk_${randomUUID().replaceAll("-", "")}`;
let store: TestDatabase;

const limitRole = (limit: number) => queryAsSuperuser(`ALTER ROLE ${role} CONNECTION LIMIT ${limit}`);
const limitDatabase = (limit: number) =>
  queryAsSuperuser(`ALTER DATABASE ${store.connection.database} CONNECTION LIMIT ${limit}`);

beforeAll(async () => {
  store = await createTestDatabase();
  await queryAsSuperuser(`CREATE ROLE ${role} LOGIN`);
});
afterAll(async () => {
  await store.drop();
  await queryAsSuperuser(`DROP ROLE ${role}`);
});

const warningsAt = async (databaseUrl: string, workers = 1): Promise<string[]> => {
  const lines: string[] = [];
  const output = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(line.toString())) });
  const database = await openDatabase({ databaseUrl, dataDir: "/none", log: silent });
  await warnOfFewConnections(database, workers, pino(output)).finally(() => database.close());
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
};

describe("warnOfFewConnections", () => {
  const asRole = () => store.url.replace("petstore@", `${role}@`);

  it("names only the CONNECTION LIMIT of the role, which a rolling update would exceed", async () => {
    await limitRole(41);
    expect(await warningsAt(asRole())).toEqual([
      "PostgreSQL may not allow enough connections: the role allows 41. This process opens up to 21, so a rolling update needs 42. To change this, raise the CONNECTION LIMIT of the user, or lower WORKERS.",
    ]);
  });

  it("logs nothing if the limits have room for a rolling update", async () => {
    await limitRole(42);
    expect(await warningsAt(asRole())).toEqual([]);
  });

  it("counts 21 for each worker", async () => {
    await limitRole(83);
    expect(await warningsAt(asRole(), 2)).toEqual([
      expect.stringContaining("opens up to 42, so a rolling update needs 84"),
    ]);
  });

  it.runIf(hasPgBouncer)("logs nothing behind a pooler", async () => {
    await limitDatabase(41);
    const ignored = "options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout";
    const pooler = await startPgBouncer(store.connection, { pool_mode: "session", ignore_startup_parameters: ignored });
    expect(await warningsAt(pooler.url).finally(() => pooler.stop())).toEqual([]);
    await limitDatabase(-1);
  });
});

it("a start warns of a low CONNECTION LIMIT of the database, and then serves requests", async () => {
  await limitDatabase(30);
  const service = startServiceProcess({ DATABASE_URL: store.url });
  await service.address();
  await stopServiceProcess(service);
  expect(service.output.stderr).toContain("the database allows 30");
});
