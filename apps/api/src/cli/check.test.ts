import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSoundRows } from "../../test/support/store-checks.js";
import { createTestDatabase, inThisDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { migrate } from "../database/migrate.js";
import { prismaDirectory, readMigrations } from "../database/migrations.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  await addSoundRows(database);
  run = createTestShell(database.url);
});
afterAll(() => database.drop());

/** Runs work while another transaction locks the orders, so that nobody can read them. */
const whileOrdersAreLocked = async (work: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client(database.connection);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE store_order");
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const isBlocked = async () =>
  (
    await database.pool.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'store_order'::regclass AND ${inThisDatabase}`,
    )
  ).rowCount;

describe("petstore check", () => {
  it("prints each check and exits with 0 when the store is sound", async () => {
    const { code, stdout, stderr } = await run(["check"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^CHECK +RESULT +VERIFIES\nmigrations +ok +All migrations .*\n/);
    expect(stdout).toMatch(/\nThe store is sound; checked in \d+\.\d s\.\n$/);
  });

  it("names each problem with its place, rows and remedy, and exits with 1", async () => {
    await database.pool.query(
      "UPDATE pet SET status = 'sold' WHERE id = 1; ALTER TABLE pet DISABLE TRIGGER pet_deleted",
    );
    const people = await run(["check"]);
    const programs = await run(["check", "--json"]);
    await database.pool.query("UPDATE pet SET status = 'pending' WHERE id = 1");
    await database.pool.query("ALTER TABLE pet ENABLE ALWAYS TRIGGER pet_deleted");
    expect(people.stdout).toMatch(/\ntriggers +1 problem .*\nsequences +ok /);
    expect(people.stderr.split("\n")).toEqual([
      "pet.pet_deleted: the trigger is disabled: ALTER TABLE pet ENABLE ALWAYS TRIGGER pet_deleted.",
      "store_order: is open, but its pet is not pending (1: order 1 (placed), pet 1 (sold)): set the pet's status to pending in psql, or cancel the order.",
      "The store has 2 problems; correct each one as described, then check again (docs/recovery.md).",
      "",
    ]);
    expect([people.code, programs.code, programs.stdout]).toEqual([1, 1, ""]);
    const { code, checks } = JSON.parse(programs.stderr);
    expect(code).toBe("problems_found");
    expect(checks.filter(({ result }: { result: string }) => result === "failed")).toEqual([
      { name: "triggers", verifies: expect.any(String), result: "failed", problems: [expect.any(Object)] },
      expect.objectContaining({ name: "orders", problems: [expect.objectContaining({ count: 1 })] }),
    ]);
  });

  it("finds an undo that ended too early, and reopens it with --mend", async () => {
    await database.pool.query(
      `INSERT INTO action_undo (id, at, actor, account_id, status, done, "left", total, reached_at, reached_id, finished_at)
       VALUES (7, '2026-11-26T10:00:00Z', '{}', 1, 'done', 10000, 0, 10011, now(), 8, now())`,
    );
    const { code, stderr } = await run(["check"]);
    expect(code).toBe(1);
    expect(stderr.split("\n")[0]).toBe(
      "action_undo: has ended without reaching all changes (1: action 1795687200000-7: 11 of 10011): run `petstore check --mend` to let them continue, or click Undo all in History.",
    );
    const mended = await run(["check", "--mend"]);
    expect([mended.code, mended.stderr]).toEqual([0, "Reopened 1 undo; the service continues it.\n"]);
    const { rows } = await database.pool.query("DELETE FROM action_undo RETURNING status, done, total, reached_id");
    expect(rows).toEqual([{ status: "running", done: 0, total: 10_011, reached_id: null }]);
    expect(JSON.parse((await run(["check", "--mend", "--json"])).stdout)).toMatchObject({ mended: [] });
  });

  it("sees one snapshot of the store during concurrent writes", async () => {
    let checked: ReturnType<typeof run> | undefined;
    await whileOrdersAreLocked(async (client) => {
      checked = run(["check"]);
      await expect.poll(isBlocked).toBe(1);
      await client.query("INSERT INTO pet (name, category_id, status) VALUES ('Rex', 1, 'sold')");
      await client.query("INSERT INTO store_order (pet_id) SELECT max(id) FROM pet; COMMIT");
    });
    expect(await checked).toMatchObject({ code: 0, stderr: "" });
    expect((await run(["check"])).stderr).toContain("its pet is not pending (1: order ");
    await database.pool.query("DELETE FROM store_order WHERE id > 1");
  });

  it("stops when it is interrupted, and also ends its statement", async () => {
    const interruption = new AbortController();
    await whileOrdersAreLocked(async () => {
      const checked = run(["check"], { signal: interruption.signal });
      await expect.poll(isBlocked).toBe(1);
      interruption.abort();
      expect((await checked).code).toBe(130);
      await expect.poll(isBlocked).toBe(0);
    });
  });

  it("reports only that a store has an older version, and does not migrate it", async () => {
    const older = await createTestDatabase("template1");
    const oldest = (await readMigrations(prismaDirectory)).slice(0, 3);
    await migrate(older.connection, pino({ level: "silent" }), oldest);
    const { code, stdout, stderr } = await createTestShell(older.url)(["check"]);
    const { rows } = await older.pool.query("SELECT FROM _prisma_migrations");
    await older.drop();
    expect([code, rows.length]).toEqual([1, oldest.length]);
    const checked = stdout.split("\n").filter((line) => line !== "" && !line.includes(" not checked "));
    expect(checked).toEqual([
      expect.stringMatching(/^CHECK /),
      expect.stringMatching(/^migrations +1 problem /),
      expect.stringMatching(/^database +ok /),
    ]);
    expect(stderr).toMatch(/^_prisma_migrations: .* are not applied \(\d+: .*\): run `petstore migrate`\.\n.*\n$/);
    expect(stderr).toContain("\nThe store has 1 problem; correct each one as described");
  });

  it.each([
    ["check"],
    ["keys", "list"],
    ["orders", "list"],
    ["backup", "none.gz"],
    ["audit", "export", "--before", "2026-01-01", "-"],
  ])("creates no store in an empty database for %s %s", async (...command) => {
    const empty = await createTestDatabase("template1");
    const { code, stderr } = await createTestShell(empty.url)(command);
    const { rows } = await empty.pool.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    await empty.drop();
    expect([code, rows]).toEqual([1, []]);
    expect(stderr).toBe(
      "There is no store in this database: correct DATABASE_URL, or make one with `petstore migrate`.\n",
    );
  });
});
