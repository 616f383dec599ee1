import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tableNames } from "../../test/support/stores.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";

let older: TestDatabase;
let newer: TestDatabase;
beforeAll(async () => {
  [older, newer] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  // Only the record of its migrations tells which version a store has.
  await older.pool.query(
    "DELETE FROM _prisma_migrations WHERE migration_name IN (SELECT max(migration_name) FROM _prisma_migrations)",
  );
  await newer.pool.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_more', now())",
  );
});
afterAll(() => Promise.all([older.drop(), newer.drop()]));

const recordOf = async ({ pool }: TestDatabase) =>
  (await pool.query("SELECT migration_name, started_at FROM _prisma_migrations ORDER BY 1")).rows;

const commands = [
  "keys list",
  "keys create --name Shop",
  "accounts list",
  "accounts create --email jane@petstore.test --role owner",
  "categories list",
  "orders list",
  "import -",
  "import - --dry-run",
  "export -",
  "audit export -",
].map((command) => [command]);

describe("a store of another version", () => {
  it.each(commands)("is not migrated by %s, and the command is refused", async (command) => {
    const before = await recordOf(older);
    const { code, stdout, stderr } = await createTestShell(older.url)(command.split(" "));
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "The store belongs to an older version, which lacks 1 migration of this version: run the command with that version, or migrate the store with `petstore migrate`.\n",
    });
    expect(await recordOf(older)).toEqual(before);
  });

  it.each(commands)("is refused by %s if the store is newer", async (command) => {
    const { code, stdout, stderr } = await createTestShell(newer.url)(command.split(" "));
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'The store belongs to a newer version, which has migration "29990101000000_more": run the command with that version.\n',
    });
  });
});

describe("an empty database", () => {
  it.each([["import -"], ["accounts create --email jane@petstore.test --role owner"]])(
    "becomes a store by %s",
    async (command) => {
      const empty = await createTestDatabase("template1");
      const stdin = ["name,category\nRex,Dog\n"];
      const { code } = await createTestShell(empty.url)(command.split(" "), { stdin });
      expect([code, await tableNames(empty)]).toEqual([0, await tableNames(newer)]);
      await empty.drop();
    },
  );

  it("stays empty in a dry run of an import", async () => {
    const empty = await createTestDatabase("template1");
    const stdin = ["name,category\nRex,Dog\n"];
    const { code, stderr } = await createTestShell(empty.url)(["import", "-", "--dry-run"], { stdin });
    expect([code, await tableNames(empty)]).toEqual([1, []]);
    expect(stderr).toBe(
      "There is no store in this database: correct DATABASE_URL, or make one with `petstore migrate`.\n",
    );
    await empty.drop();
  });
});
