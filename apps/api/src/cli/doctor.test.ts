import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { parseConfig } from "../config/config.js";
import { queryOfPool } from "../database/query.js";
import { checkSharedSettings } from "../startup/check-shared-settings.js";
import type { Result } from "./doctor/finding.js";

type Found = Readonly<Record<string, { readonly result: Result; readonly text: string }>>;

/** Nothing listens on this port. */
const NOWHERE = "127.0.0.1:1";

describe("petstore doctor", () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "petstore-doctor-"));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const run = (args: readonly string[], env: Record<string, string> = {}, url = database.url) =>
    createTestShell(url)(["doctor", ...args], { env: { DATA_DIR: dataDir, AUTH_SECRET: "s".repeat(32), ...env } });
  const examine = async (
    env: Record<string, string> = {},
    url?: string,
  ): Promise<Found & { readonly code?: never }> => {
    const { code, stdout, stderr } = await run(["--json"], env, url);
    const { checks } = JSON.parse(code === 0 ? stdout : stderr) as { checks: { name: string }[] };
    return Object.fromEntries(checks.map(({ name, ...finding }) => [name, finding])) as Found;
  };

  it("prints a line for each check of a healthy store, and exits with 0", async () => {
    const { code, stdout, stderr } = await run([]);
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^CHECK +RESULT +WHAT WAS FOUND$/);
    expect(lines.slice(1, -1).map((line) => line.split(/ {2,}/)[0])).toEqual([
      ...[
        "configuration",
        "machine",
        "disk",
        "secrets",
        "proxy",
        "database",
        "rights",
        "clock",
        "connections",
        "schema",
      ],
      ...["shared settings", "jobs", "backup", "redis", "standby", "photo bucket"],
    ]);
    expect(lines.at(-1)).toMatch(/^Nothing is wrong; checked in /);
    expect(stdout).not.toContain("s".repeat(32));
  });

  it("says what was found: place, rights, clock, connections, migrations and jobs", async () => {
    expect(await examine()).toMatchObject({
      configuration: { result: "ok", text: expect.stringContaining("DATABASE_URL, DATA_DIR, AUTH_SECRET") },
      database: {
        result: "ok",
        text: expect.stringMatching(/\(PostgreSQL \d+\.\d+, without TLS\) answers in .* MB\.$/),
      },
      rights: { result: "ok" },
      clock: { result: "ok" },
      connections: { text: expect.stringMatching(/ /) },
      schema: { result: "ok", text: expect.stringMatching(/^all \d+ migrations of this version are applied\.$/) },
      jobs: { result: "ok", text: "none waits for a person." },
      redis: { result: "off" },
      standby: { result: "off" },
      "photo bucket": { result: "off" },
    });
  });

  it("says that AUTH_SECRET is not the one that the store is used with, and how old the last backup is", async () => {
    const own = await createTestDatabase();
    try {
      await checkSharedSettings(queryOfPool(own.pool), parseConfig({ AUTH_SECRET: "t".repeat(32) }));
      await own.db.store.create({ data: { lastBackupAt: new Date(Date.now() - 100 * 3_600_000) } });
      expect(await examine({}, own.url)).toMatchObject({
        "shared settings": { result: "wrong", text: expect.stringMatching(/^AUTH_SECRET is not the secret that /) },
        backup: { result: "warning", text: expect.stringMatching(/^The last backup was made 100 hours ago: /) },
      });
      await own.db.store.updateMany({ data: { lastBackupAt: new Date() } });
      expect(await examine({ AUTH_SECRET: "t".repeat(32) }, own.url)).toMatchObject({
        "shared settings": { result: "ok" },
        backup: { result: "ok", text: "the last one was made 0 hours ago." },
      });
    } finally {
      await own.drop();
    }
  });

  it("finds everything that is broken at once, says what to do, and exits with 1", async () => {
    const { code, stdout, stderr } = await run([], {
      REDIS_URL: `redis://:hush@${NOWHERE}`,
      PHOTO_STORE: `s3://petstore-photos?endpoint=http://${NOWHERE}`,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "hush-secret",
      DATABASE_REPLICA_URL: database.url,
      HOST: "0.0.0.0",
      DATABSE_URL: "postgresql://elsewhere/pets",
      PORT: "80x",
    });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "4 checks found something wrong; correct each as its line says, then run `petstore doctor` again.\n",
    );
    const line = (name: string) => stdout.split("\n").find((one) => one.startsWith(name));
    expect(line("configuration")).toMatch(/ wrong +PORT must be an integer from 0 to 65535/);
    expect(line("redis")).toMatch(
      / wrong +Redis at 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\), .*: start it, or correct REDIS_URL\.$/,
    );
    expect(line("photo bucket")).toMatch(
      / wrong +The bucket of PHOTO_STORE cannot be used: PUT .* failed: .*; correct PHOTO_STORE/,
    );
    expect(line("standby")).toMatch(
      / wrong +The server of DATABASE_REPLICA_URL is not used, because it is not a standby: name/,
    );
    expect(line("proxy")).toMatch(/ warning +The service listens on 0\.0\.0\.0, without TLS, /);
    expect(line("database")).toMatch(/ ok /);
    expect(stdout + stderr).not.toContain("hush");
  });

  it("warns of names that look like settings, and still exits with 0", async () => {
    const { code, stdout } = await run([], { REDIS_ULR: "redis://elsewhere" });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^configuration +warning +REDIS_ULR is not a setting/m)]);
  });

  it("checks the rest if the database is away", async () => {
    const found = await examine({}, `postgresql://clerk:hush@${NOWHERE}/petstore`);
    expect(found).toMatchObject({
      database: {
        result: "wrong",
        text: expect.stringMatching(/cannot be reached \(ECONNREFUSED\): make sure that it runs/),
      },
      schema: { result: "unknown", text: "not checked, because the database cannot be used." },
      clock: { result: "unknown" },
      disk: { text: expect.stringMatching(/ free/) },
      redis: { result: "off" },
    });
    expect(JSON.stringify(found)).not.toContain("hush");
  });

  it("gives up a server that never answers, and checks the rest", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    const found = await examine(
      { REDIS_URL: `redis://127.0.0.1:${port}` },
      `postgresql://u@127.0.0.1:${port}/petstore`,
    );
    silent.close();
    expect(found).toMatchObject({
      database: { result: "wrong" },
      redis: { result: "wrong" },
      configuration: { result: "ok" },
    });
  });

  it("checks nothing that needs a setting which is not valid, and opens no other store instead", async () => {
    expect(await examine({}, "postgres:/typo")).toMatchObject({
      configuration: { result: "wrong", text: expect.stringContaining("DATABASE_URL must be an address") },
      database: { result: "unknown", text: "not checked, because DATABASE_URL is not valid." },
      schema: { result: "unknown" },
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("makes no private store", async () => {
    expect(await examine({}, "private")).toMatchObject({
      database: { result: "wrong", text: expect.stringMatching(/^There is no store in ".*": correct DATA_DIR/) },
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("finds a user who does not own the store", async () => {
    const role = `reader_${database.connection.database}`;
    await queryAsSuperuser(`CREATE ROLE ${role} LOGIN`);
    await database.pool.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const address = `postgresql://${role}@/${database.connection.database}?host=${encodeURIComponent(database.connection.host)}`;
    expect((await examine({}, address))["rights"]).toEqual({
      result: "wrong",
      text: expect.stringMatching(
        new RegExp(`^The user "${role}" (does not own \\d+ tables|may not create tables).*: make that user the owner`),
      ),
    });
    await database.pool.query(`REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM ${role}`);
    await queryAsSuperuser(`DROP ROLE ${role}`);
  });

  it("finds a job that waits for a person, and an older schema", async () => {
    const other = await createTestDatabase();
    await other.pool.query(
      `INSERT INTO job_step (kind, job_id, token, free_at, waiting_since) VALUES ('undo', 260, gen_random_uuid(), now(), now())`,
    );
    expect((await examine({}, other.url))["jobs"]).toEqual({
      result: "wrong",
      text: "1 job waits for a person (undo 260): see the log for the cause, then `petstore jobs resume KIND ID`.",
    });
    await other.pool.query(
      "DELETE FROM _prisma_migrations WHERE migration_name IN (SELECT max(migration_name) FROM _prisma_migrations)",
    );
    expect((await examine({}, other.url))["schema"]).toEqual({
      result: "wrong",
      text: "The store belongs to an older version, which lacks 1 migration of this version: run the command with that version, or migrate the store with `petstore migrate`.",
    });
    await other.drop();
  });

  it("finds secrets that others can read, and credentials of a first start that are still there", async () => {
    await writeFile(join(dataDir, "auth-secret"), "s".repeat(40), { mode: 0o644 });
    await writeFile(join(dataDir, "first-start.txt"), "Key x");
    expect((await examine({ AUTH_SECRET: "" }))["secrets"]).toEqual({
      result: "wrong",
      text: expect.stringMatching(
        /auth-secret can be read by every user of this machine: run chmod 600 on it.*first-start\.txt still has the first key/,
      ),
    });
  });
});
