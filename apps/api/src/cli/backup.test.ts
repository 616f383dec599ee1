import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillStore, readWholeStore, tableNames } from "../../test/support/stores.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { MIGRATION_LOCK } from "../database/migrate.js";
import { footerOf } from "./backup/format.js";
import { writeBackup } from "./backup/write-backup.js";
import { queryOfPool } from "../database/query.js";
import { checkSharedSettings } from "../startup/check-shared-settings.js";
import { storeTables } from "../database/store-tables.js";

type Run = ReturnType<typeof createTestShell>;

let store: TestDatabase;
let empty: TestDatabase;
let run: Run;
let runEmpty: Run;
let folder: string;
let backup: string;
let bytes: Buffer;
beforeAll(async () => {
  [store, empty] = await Promise.all([createTestDatabase(), createTestDatabase("template1")]);
  run = createTestShell(store.url);
  runEmpty = createTestShell(empty.url);
  folder = await mkdtemp(join(tmpdir(), "petstore-backup-"));
  await fillStore(store);
  await store.pool.query(`INSERT INTO pet_search (pet_id, name, words) VALUES (1, 'xxxx', 'nxxxx');
    INSERT INTO search_word (word, names, everyone, staff) VALUES ('xxxx', 1, 0, 0);
    INSERT INTO search_deletion (deletion, word) VALUES ('xxxx', 'xxxx'), ('xxx', 'xxxx')`);
  backup = join(folder, "store.gz");
  const { code, stdout, stderr } = await run(["backup", backup]);
  expect(stdout).toMatch(
    /^Backed up (?:database "\w+"(?: at \S+)?): [\d,]+ rows of \d+ tables \([\d,]+ bytes\) in \d+\.\d s\.\nA backup contains personal data \(.*\n$/,
  );
  expect([code, stderr]).toEqual([0, ""]);
  bytes = await readFile(backup);
});
afterAll(async () => {
  await Promise.all([store.drop(), empty.drop()]);
  await rm(folder, { recursive: true });
});

/** Restores into a separate database. */
const restoreInto = async (
  file: string,
  use: (target: TestDatabase, runThere: Run) => Promise<void>,
): Promise<void> => {
  const target = await createTestDatabase("template1");
  try {
    const { code, stdout, stderr } = await createTestShell(target.url)(["restore", file]);
    expect([code, stderr, stdout]).toEqual([0, "", expect.stringMatching(/^Restored [\d,]+ rows of \d+ tables, of /)]);
    await use(target, createTestShell(target.url));
  } finally {
    await target.drop();
  }
};

const fileOf = async (content: Uint8Array, name = "altered.gz"): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

/** Makes a file such as an attacker could make: one whose checksums are all right. */
const sealed = (content: string | Buffer): Buffer => {
  const data = gzipSync(content);
  return Buffer.concat([data, footerOf(createHash("sha256").update(data).digest("hex"))]);
};

const headLine = () => gunzipSync(bytes).toString("latin1").split("\n", 1)[0] ?? "";

describe("petstore backup", () => {
  it("covers every table of the database", async () => {
    expect(await tableNames(store)).not.toEqual([]);
    expect(storeTables).toEqual(expect.arrayContaining(await tableNames(store)));
    // The backup contains the objects of a bucket as rows of media_chunk, so media_object is left out.
    for (const name of (await tableNames(store)).filter((one) => one !== "media_object")) {
      expect((await store.pool.query(`SELECT FROM ${name} LIMIT 1`)).rowCount, `rows of ${name}`).toBe(1);
    }
  });

  it("writes a file that only its owner may read, and leaves no other file", async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("says in its head what in it is personal or secret", () => {
    expect(JSON.parse(headLine())).toMatchObject({ sensitive: expect.stringMatching(/personal data .* and secrets /) });
  });

  it("refuses to overwrite a file", async () => {
    const { code, stderr } = await run(["backup", backup]);
    expect([code, stderr]).toEqual([1, `"${backup}" already exists; name another file.\n`]);
    expect(await readFile(backup)).toEqual(bytes);
  });

  it("writes the same bytes to standard output, and gzip can read them", async () => {
    // The output is large enough that nothing needs to be read before the end.
    const output = new PassThrough({ highWaterMark: 2 * bytes.length });
    const { code, stderr } = await run(["backup", "-"], { stdout: output });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Backed up /);
    const rows = (content: Buffer) => gunzipSync(content).toString("latin1").split("\n").slice(1, -2);
    expect(rows(output.read() as Buffer)).toEqual(rows(bytes));
  });

  it("refuses a terminal", async () => {
    const { code, stderr } = await run(["backup", "-"], { stdout: Object.assign(new PassThrough(), { isTTY: true }) });
    expect([code, stderr]).toEqual([1, "A backup cannot be written to a terminal; name a file, or pipe it.\n"]);
  });

  it("leaves out tables that do not belong to Pet Store, and says so", async () => {
    const other = await createTestDatabase();
    await other.pool.query("CREATE TABLE theirs (id int)");
    const file = join(folder, "theirs.gz");
    const { stdout } = await createTestShell(other.url)(["backup", file]);
    await other.drop();
    expect(stdout).toContain("Left out, because they do not belong to Pet Store: theirs.");
    await restoreInto(file, async (target) => expect(await tableNames(target)).not.toContain("theirs"));
  });

  it("refuses a database without a store, and leaves no file", async () => {
    const file = join(folder, "none.gz");
    const { code, stderr } = await runEmpty(["backup", file]);
    expect([code, stderr]).toEqual([
      1,
      "There is no store in this database: correct DATABASE_URL, or make one with `petstore migrate`.\n",
    ]);
    expect((await readdir(folder)).filter((name) => name.startsWith("none"))).toEqual([]);
  });

  it("refuses a store that another process migrates, and leaves no file", async () => {
    const migrating = await store.pool.connect();
    try {
      await migrating.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
      const { code, stderr } = await run(["backup", join(folder, "migrating.gz")]);
      expect([code, stderr]).toEqual([
        1,
        "Another process is migrating the database: try again when it has finished.\n",
      ]);
    } finally {
      // A connection that ends keeps its lock for a moment, so the test releases it.
      await migrating.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      migrating.release();
    }
    expect((await readdir(folder)).filter((name) => name.startsWith("migrating"))).toEqual([]);
  });

  it("reports how many rows of all tables it has written", async () => {
    const told: number[] = [];
    const { signal } = new AbortController();
    const settings = { signal, onRows: (rows: number) => void told.push(rows) };
    const { tables } = await writeBackup(store.connection, async () => {}, settings);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.at(-1)).toBe(tables.reduce((sum, { rows }) => sum + rows, 0));
  });

  it("has the same rows in the same order from a server with another collation", async () => {
    const other = await createTestDatabase();
    await other.pool.query('ALTER TABLE service_secret ALTER COLUMN name TYPE text COLLATE "en-x-icu"');
    await other.pool.query("INSERT INTO service_secret (name, value) VALUES ('a', ''), ('B', '')");
    const chunks: Uint8Array[] = [];
    const { signal } = new AbortController();
    await writeBackup(other.connection, async (chunk) => void chunks.push(chunk), { signal });
    await other.drop();
    const names = gunzipSync(Buffer.concat(chunks))
      .toString("latin1")
      .match(/^[aB](?=\t)/gm);
    expect(names).toEqual(["B", "a"]);
  });

  it("refuses the schema of a newer version", async () => {
    const newer = await createTestDatabase();
    await newer.pool.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_more', now())",
    );
    const { code, stderr } = await createTestShell(newer.url)(["backup", join(folder, "newer.gz")]);
    await newer.drop();
    expect(code).toBe(1);
    expect(stderr).toContain(
      'has migration "29990101000000_more", and this version does not know that migration or its tables',
    );
  });
});

describe("petstore restore", () => {
  it("restores every row, computed column, sequence, index, constraint and trigger", async () => {
    const expected = await readWholeStore(store);
    await restoreInto(backup, async (target) => expect(await readWholeStore(target)).toEqual(expected));
  });

  it("turns off the webhook endpoints that would receive events, and says how many", async () => {
    const source = await createTestDatabase();
    const target = await createTestDatabase("template1");
    try {
      await source.pool.query(`
        INSERT INTO webhook_endpoint (url, cursor, secret, state, state_reason, next_probe_at)
        SELECT 'https://shop.example/' || state, '00000000-7', sha256('1') || substr(sha256('1'), 1, 28), state, reason, probe
        FROM (VALUES ('active', NULL, NULL), ('paused', 'failures', now()), ('disabled', 'gone', NULL)) AS one (state, reason, probe)`);
      const file = join(folder, "endpoints.gz");
      expect((await createTestShell(source.url)(["backup", file])).code).toBe(0);
      const { stdout } = await createTestShell(target.url)(["restore", file]);
      expect(stdout).toContain(
        " Turned off 2 webhook endpoints, because a copy must not send events: in the admin, turn on those that this store should send events to.",
      );
      const { rows } = await target.pool.query(
        "SELECT state, state_reason, next_probe_at FROM webhook_endpoint ORDER BY url",
      );
      const off = { state: "disabled", state_reason: "copied", next_probe_at: null };
      expect(rows).toEqual([off, { ...off, state_reason: "gone" }, off]);
    } finally {
      await Promise.all([source.drop(), target.drop()]);
    }
  });

  it("accepts another AUTH_SECRET than that of the backup, and says so", async () => {
    const [source, target, same] = await Promise.all([
      createTestDatabase(),
      createTestDatabase("template1"),
      createTestDatabase("template1"),
    ]);
    const [AUTH_SECRET, other] = ["1".repeat(40), "2".repeat(40)];
    const start = ({ pool }: TestDatabase, authSecret: string) =>
      checkSharedSettings(queryOfPool(pool), { authSecret, dataDir: folder, photoBucket: undefined });
    try {
      await start(source, AUTH_SECRET);
      const file = join(folder, "secret.gz");
      expect((await createTestShell(source.url)(["backup", file])).code).toBe(0);
      const kept = await createTestShell(same.url)(["restore", file], { env: { AUTH_SECRET } });
      expect(kept.stdout).not.toContain("AUTH_SECRET");
      await expect(start(same, other)).rejects.toThrow("AUTH_SECRET is not the secret");
      const { stdout } = await createTestShell(target.url)(["restore", file], { env: { AUTH_SECRET: other } });
      expect(stdout).toContain(" AUTH_SECRET is not the one of this backup: set that one before the first start");
      await start(target, other);
    } finally {
      await Promise.all([source.drop(), target.drop(), same.drop()]);
    }
  });

  it("restores a store without rows, whose first pet, category and order get the first ids", async () => {
    const fresh = await createTestDatabase();
    try {
      const file = join(folder, "fresh.gz");
      expect((await createTestShell(fresh.url)(["backup", file])).code).toBe(0);
      await restoreInto(file, async (target) => {
        const state = "SELECT sequencename, last_value FROM pg_sequences ORDER BY sequencename";
        const [before, after] = await Promise.all([fresh, target].map(({ pool }) => pool.query(state)));
        expect(after?.rows).toEqual(before?.rows);
        expect(after?.rows).toContainEqual({ sequencename: "pet_id_seq", last_value: null });
      });
    } finally {
      await fresh.drop();
    }
  });

  it("restores a store that accepts new rows and whose backup equals the first one", async () => {
    await restoreInto(backup, async (target, runThere) => {
      const again = join(folder, "again.gz");
      const { tables } = JSON.parse((await runThere(["backup", again, "--json"])).stdout) as { tables: unknown };
      const first = JSON.parse((await run(["restore", "--dry-run", backup, "--json"])).stdout) as { tables: unknown };
      expect(tables).toEqual(first.tables);
      const statistics = "SELECT DISTINCT tablename FROM pg_stats WHERE tablename IN ('pet', 'store_order') ORDER BY 1";
      expect((await target.pool.query(statistics)).rows).toEqual([{ tablename: "pet" }, { tablename: "store_order" }]);
      await target.pool.query("INSERT INTO pet (name, category_id) VALUES ('New', 7)");
      const { epoch } = (await store.pool.query<{ epoch: string }>("SELECT epoch FROM event_feed")).rows[0] ?? {};
      const { rows } = await target.pool.query("SELECT epoch, earlier_epochs FROM number_events(9)");
      expect(rows).toEqual([{ epoch: expect.not.stringMatching(`^${epoch}$`), earlier_epochs: [epoch, "0000000a"] }]);
      await expect(target.pool.query("DELETE FROM audit_event")).rejects.toThrow("only ever added to");
    });
  });

  it("restores the schema of an older version, then migrates it", async () => {
    const rows = { head: JSON.parse(headLine()) as { migrations: { name: string }[] } };
    const older = await createTestDatabase("template1");
    const { migrate } = await import("../database/migrate.js");
    const { prismaDirectory, readMigrations } = await import("../database/migrations.js");
    const { pino } = await import("pino");
    const until = (await readMigrations(prismaDirectory)).filter(({ name }) => name < "20261122110800");
    expect(until.length).toBeLessThan(rows.head.migrations.length);
    await migrate(older.connection, pino({ level: "silent" }), until);
    await older.pool.query(
      "INSERT INTO category (id, name) VALUES (3, 'Old'); INSERT INTO pet (name, category_id) VALUES ('Rex', 3)",
    );
    const file = join(folder, "older.gz");
    expect((await createTestShell(older.url)(["backup", file])).code).toBe(0);
    expect(await tableNames(older)).not.toContain("saved_view");
    await older.drop();
    await restoreInto(file, async (target) => {
      expect((await target.pool.query("SELECT name FROM pet")).rows).toEqual([{ name: "Rex" }]);
      expect(await tableNames(target)).toContain("saved_view");
      expect((await readWholeStore(target))["migrations"]).toEqual((await readWholeStore(store))["migrations"]);
    });
  });

  it("restores the months of the audit trail, so that they can be deleted one by one", async ({ skip }) => {
    const source = await createTestDatabase();
    const { pool } = source;
    const { rowCount } = await pool.query("SELECT WHERE to_regproc('add_audit_partition') IS NOT NULL");
    if (rowCount === 0) {
      await source.drop();
      skip("this schema has no partitions");
    }
    await pool.query(`DROP TABLE audit_event_oldest;
      SELECT add_audit_partition('audit_event_oldest', NULL, '2025-01-01Z');
      SELECT add_audit_partition('audit_event_2025', '2025-01-01Z', (SELECT min(start) FROM audit_partitions()))`);
    await fillStore(source);
    const expected = await readWholeStore(source);
    const file = join(folder, "months.gz");
    await createTestShell(source.url)(["backup", file]);
    await source.drop();
    await restoreInto(file, async (target) => {
      const restored = await readWholeStore(target);
      for (const what of ["partitions", "audit_event", "triggers"]) expect(restored[what]).toEqual(expected[what]);
    });
  });

  it("leaves the store empty when it is interrupted in the middle", async () => {
    const target = await createTestDatabase("template1");
    await target.pool.query("SELECT 1");
    const controller = new AbortController();
    const restoring = createTestShell(target.url)(["restore", backup], { signal: controller.signal });
    const isLoading = async () => {
      const { rows } = await target.pool.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'petstore restore' AND xact_start IS NOT NULL",
      );
      return rows.length > 0;
    };
    while (!(await isLoading())) await new Promise(setImmediate);
    controller.abort();
    expect(await restoring).toEqual({
      code: 130,
      stdout: "",
      stderr: "Interrupted: unfinished work was rolled back.\n",
    });
    for (const name of await tableNames(target))
      expect((await target.pool.query(`SELECT FROM ${name}`)).rowCount).toBe(0);
    expect((await createTestShell(target.url)(["restore", backup])).code).toBe(0);
    expect((await readWholeStore(target))["pet"]).toEqual((await readWholeStore(store))["pet"]);
    await target.drop();
  });

  it("refuses a store that has rows", async () => {
    const { code, stderr } = await run(["restore", backup]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The store is not empty \(table "account" has rows\): name an empty database/);
  });

  it("refuses an empty store whose schema is newer than the backup's", async () => {
    const head = JSON.parse(headLine()) as { migrations: unknown[] };
    const rest = gunzipSync(bytes).subarray(headLine().length).toString("latin1");
    const content = `${JSON.stringify({ ...head, migrations: head.migrations.slice(0, 2) })}${rest}`;
    const migrated = await createTestDatabase();
    const file = await fileOf(
      sealed(Buffer.from(content.slice(0, content.lastIndexOf("\n", content.length - 2) + 1), "latin1")),
    );
    const { code, stderr } = await createTestShell(migrated.url)(["restore", file]);
    await migrated.drop();
    expect(code).toBe(1);
    expect(stderr).toContain("which is newer than the backup: name a database without tables");
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])(
    "refuses a file cut after %i twentieths, and writes nothing",
    async (twentieths) => {
      const file = await fileOf(
        bytes.subarray(0, Math.floor((bytes.length * twentieths) / 20)),
        `cut-${twentieths}.gz`,
      );
      const { code, stderr } = await runEmpty(["restore", file]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^(The backup is cut off or altered|The file is not a backup)/);
      expect(await tableNames(empty)).toEqual([]);
    },
  );

  it("refuses a file with one flipped bit, wherever it is", async () => {
    const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (bytes.length - 1)) / 59));
    for (const place of [...places, 1, 3, 4, 8, 9, bytes.length - 9, bytes.length - 90]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(place) ^ (1 << (place % 8)), place);
      const { code, stderr } = await runEmpty(["restore", await fileOf(altered)]);
      expect([place, code]).toEqual([place, 1]);
      expect(stderr).toMatch(/^(The backup is cut off or altered|The file is not a backup|The backup has )/);
    }
    expect(await tableNames(empty)).toEqual([]);
  });

  it.each([
    ["bytes after its end", () => Buffer.concat([bytes, Buffer.from("x")])],
    ["zeros after its end", () => Buffer.concat([bytes, Buffer.alloc(512)])],
    ["another backup after its end", () => Buffer.concat([bytes, bytes])],
    ["a gzip file of something else", () => gzipSync("name,category\n")],
    ["a CSV file", () => Buffer.from("name,category\nRex,Dog\n".repeat(50))],
  ])("refuses %s", async (_what, content) => {
    const { code, stderr } = await runEmpty(["restore", await fileOf(content())]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^(The backup is cut off or altered|The file is not a backup)/);
    expect(await tableNames(empty)).toEqual([]);
  });

  const mebibyte = 1024 * 1024;
  it.each([
    ["a head", () => Buffer.alloc(64 * mebibyte, "x")],
    [
      "a row",
      () =>
        Buffer.concat([
          Buffer.from(`${headLine()}\n{"table":"pet","columns":["id"]}\n`),
          Buffer.alloc(80 * mebibyte, "x"),
        ]),
    ],
  ])("refuses %s that expands without end, before it has read all of it", async (_what, content) => {
    const { code, stderr } = await runEmpty(["restore", await fileOf(sealed(content()))]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is too long\)/);
  });

  it("refuses rows that expand a thousandfold, however short each row is", async () => {
    const rows = Buffer.alloc(96 * mebibyte, "1\n");
    const head = Buffer.from(`${headLine()}\n{"table":"pet","columns":["id"]}\n`);
    const file = await fileOf(sealed(Buffer.concat([head, rows])));
    const { code, stderr } = await runEmpty(["restore", file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("it expands beyond what a store can hold")]);
  });

  it("checks the file before it looks for a store", async () => {
    const dataDir = join(folder, "mistyped");
    const env = { DATABASE_URL: "", DATA_DIR: dataDir };
    const none = await runEmpty(["backup", join(folder, "mistyped.gz")], { env });
    expect([none.code, none.stderr]).toEqual([
      1,
      `There is no store in "${dataDir}": correct DATA_DIR, or make one with \`petstore migrate\`.\n`,
    ]);
    const cut = await runEmpty(["restore", await fileOf(bytes.subarray(0, 2000))], { env });
    expect(cut.stderr).toContain("its end is missing");
    expect(await readdir(folder)).not.toContain("mistyped");
  });

  it("refuses rows that violate a constraint, and leaves the store empty", async () => {
    const content = gunzipSync(bytes).toString("latin1");
    // The checksums in the file match these rows, as if an attacker had made the file.
    const inner = content
      .slice(0, content.lastIndexOf("\n", content.length - 2) + 1)
      .replace("\tplaced\t\\\\.\t", "\tplaced\t\u0007\t");
    const table = /\{"table":"store_order"[^\n]*\n([\s\S]*?)\\\.\n\{/.exec(inner)?.[1] ?? "";
    expect(table).toContain("\u0007");
    const digest = createHash("sha256").update(table, "latin1").digest("hex");
    const file = await fileOf(
      sealed(
        Buffer.from(inner.replace(/("name":"store_order","rows":\d+,"sha256":")[0-9a-f]{64}/, `$1${digest}`), "latin1"),
      ),
    );
    expect((await runEmpty(["restore", "--dry-run", file])).code).toBe(0);
    const target = await createTestDatabase("template1");
    const { code, stderr } = await createTestShell(target.url)(["restore", file]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'the rows of table "store_order" violate constraint "store_order_reference_has_no_control_character"',
    );
    for (const name of await tableNames(target))
      expect((await target.pool.query(`SELECT FROM ${name}`)).rowCount).toBe(0);
    expect((await createTestShell(target.url)(["restore", backup])).code).toBe(0);
    await target.drop();
  });

  it.each([
    ["lacks a table", 'it lacks table "saved_view"', ["saved_view"], {}],
    ["has a table twice", 'it contains table "pet" twice', [], { saved_view: "pet" }],
    ["has other sequences", "its schema has other sequences", [], { pet_id_seq: "their_id_seq" }],
  ])("refuses a backup with correct checksums that %s, and leaves the store empty", async (...given) => {
    const [, problem, removed, renamed] = given as [string, string, string[], Record<string, string>];
    const lines = gunzipSync(bytes).toString("latin1").split("\n").slice(0, -2);
    const tail = JSON.parse(lines.pop() ?? "") as {
      tables: { name: string; rows: number; sha256: string }[];
      sequences: { name: string }[];
    };
    const nameOf = (name: string) => renamed[name] ?? name;
    const sections = `${lines.slice(1).join("\n")}\n`.split(/(?=^\{"table":)/m);
    const sectionOf = (name: string) => sections.find((section) => section.startsWith(`{"table":"${name}",`)) ?? "";
    const names = tail.tables.map(({ name }) => name).filter((name) => !removed.includes(name));
    const kept = names.map((name) => sectionOf(nameOf(name)));
    const tables = names.map((name) => tail.tables.find((one) => one.name === nameOf(name)));
    const sequences = tail.sequences.map((one) => ({ ...one, name: nameOf(one.name) }));
    const content = `${headLine()}\n${kept.join("")}${JSON.stringify({ tables, sequences })}\n`;
    const file = await fileOf(sealed(Buffer.from(content, "latin1")));
    const target = await createTestDatabase("template1");
    const { code, stderr } = await createTestShell(target.url)(["restore", file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    for (const name of await tableNames(target))
      expect((await target.pool.query(`SELECT FROM ${name}`)).rowCount).toBe(0);
    await target.drop();
  });

  it("refuses a newer schema and a newer format, and says which version can read them", async () => {
    const rest = gunzipSync(bytes).toString("latin1").slice(headLine().length);
    const inner = rest.slice(0, rest.lastIndexOf("\n", rest.length - 2) + 1);
    const head = JSON.parse(headLine()) as { version: number; migrations: { name: string; checksum: string }[] };
    const [first] = head.migrations;
    const newer = { ...head, migrations: [...head.migrations, { ...first, name: "29990101000000_more" }] };
    const schema = await runEmpty([
      "restore",
      await fileOf(sealed(Buffer.from(`${JSON.stringify(newer)}${inner}`, "latin1"))),
    ]);
    expect(schema.stderr).toMatch(
      /migration "29990101000000_more".*: restore the backup with the version that wrote it/,
    );
    const format = await runEmpty(["restore", await fileOf(sealed(`${JSON.stringify({ ...head, version: 2 })}\n`))]);
    expect(format.stderr).toMatch(/has format 2, .*: restore it with the version that wrote it/);
    expect(await tableNames(empty)).toEqual([]);
  });

  it("refuses a file that does not exist, a folder, and input that cannot be read twice", async () => {
    expect((await runEmpty(["restore", join(folder, "no.gz")])).stderr).toContain("the file does not exist");
    expect((await runEmpty(["restore", folder])).stderr).toContain("it is a folder");
    expect((await runEmpty(["restore", "/dev/null"])).stderr).toContain(
      "it is not a regular file, and this command reads its input twice",
    );
  });
});
