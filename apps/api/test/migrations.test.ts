import { cp, rm } from "node:fs/promises";
import { basename } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { concurrentIndexOf } from "../src/database/concurrent-index.js";
import { migrate } from "../src/database/migrate.js";
import { type Migration, prismaDirectory, readMigrations } from "../src/database/migrations.js";
import { type Finding, lintMigration } from "./support/lint-migration.js";
import { waivers } from "./support/migration-waivers.js";
import { proofSize } from "./support/proof-size.js";
import { fillTables, findEmptyTables } from "./support/rows-of-each-table.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { tryMigration } from "./support/try-migration.js";

// A migration runs while the previous version serves (docs/deploying.md, "Migrations").

const log = pino({ level: "silent" });
const migrations = await readMigrations(prismaDirectory);
const isChecked = ({ name }: Migration) => waivers[name]?.rules !== "all";
/** The older migrations were tried when they were added, and cannot change any more (migrate.test.ts). */
const tried = migrations.filter(isChecked).slice(-proofSize("MIGRATIONS", { short: 4, full: migrations.length }));
const OLD_ROWS = 1;

let database: TestDatabase;
let folder: string;

/** Migrates to the version before this migration, and adds rows to each table. */
const migrateBefore = async (migration: Migration): Promise<void> => {
  const isEarlier = (path: string) => !/^\d{14}_/.test(basename(path)) || basename(path) < migration.name;
  await rm(folder, { recursive: true });
  await cp(prismaDirectory, folder, { recursive: true, filter: isEarlier });
  await migrate(database.connection, log, folder);
};

const tryOut = async (script: string): Promise<readonly Finding[]> => {
  if (concurrentIndexOf({ script }) !== undefined) return [];
  const client = await database.pool.connect();
  return tryMigration(client, script).finally(() => client.release());
};

const rulesOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ rule }) => rule))].toSorted();

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  database = await createTestDatabase("template1");
  const [first] = tried;
  if (first === undefined) await migrate(database.connection, log);
  else await migrateBefore(first);
  await fillTables(database.pool, OLD_ROWS);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

describe("the migrations", () => {
  it("block no request and break no statement of the previous version, unless waived", async () => {
    const unwaived: string[] = [];
    for (const migration of tried) {
      await migrateBefore(migration);
      await fillTables(database.pool, OLD_ROWS);
      const findings = [...lintMigration(migration.script), ...(await tryOut(migration.script))];
      const rules = waivers[migration.name]?.rules ?? [];
      const left = findings.filter(({ rule }) => !rules.includes(rule));
      unwaived.push(...left.map(({ rule, message }) => `${migration.name}: ${rule}: ${message}`));
    }
    expect(unwaived).toEqual([]);
  });

  it("use CONCURRENTLY as the only statement of a migration", () => {
    const mixed = migrations.filter(
      (one) => /\bCONCURRENTLY\b/.test(one.script) && concurrentIndexOf(one) === undefined,
    );
    expect(mixed.map(({ name }) => name)).toEqual([]);
  });

  it("exist for each waiver in the list", () => {
    const names = new Set(migrations.map(({ name }) => name));
    expect(Object.keys(waivers).filter((name) => !names.has(name))).toEqual([]);
  });

  it("are tried on at least one row in each table", async () => {
    expect(await findEmptyTables(database.pool)).toEqual([]);
  });
});

const harmless = [
  "CREATE TABLE more (id bigint PRIMARY KEY, pet_id bigint NOT NULL); CREATE INDEX more_pet ON more (pet_id)",
  "ALTER TABLE pet ADD COLUMN age int",
  "ALTER TABLE pet ADD COLUMN age int NOT NULL DEFAULT 1",
  "ALTER TABLE pet ADD CONSTRAINT short CHECK (char_length(name) < 300) NOT VALID",
  "ALTER TABLE pet VALIDATE CONSTRAINT pet_name_length",
  "ALTER TYPE pet_status ADD VALUE 'reserved'",
  'CREATE INDEX CONCURRENTLY "pet_x" ON "pet"("name")',
  'DROP INDEX CONCURRENTLY IF EXISTS "pet_search_trgm_idx"',
];

const harmful: readonly (readonly [string, readonly string[]])[] = [
  ["CREATE INDEX i ON pet (name)", ["blocks-writes", "require-concurrent-index-creation"]],
  [
    "ALTER TABLE pet ADD CONSTRAINT short CHECK (char_length(name) < 300)",
    ["blocks-reads", "constraint-missing-not-valid"],
  ],
  ["ALTER TABLE pet ALTER COLUMN id TYPE numeric", ["blocks-reads", "changing-column-type"]],
  ["ALTER TABLE store_order ALTER COLUMN reference SET NOT NULL", ["adding-not-nullable-field", "blocks-reads"]],
  ["LOCK TABLE pet; UPDATE pet SET name = name", ["blocks-reads"]],
  ["LOCK TABLE pet IN SHARE MODE; UPDATE category SET name = name", ["blocks-writes"]],
  ["ALTER TABLE pet ADD COLUMN age int DEFAULT random()", ["adding-field-with-default", "blocks-reads"]],
  ["TRUNCATE store_order", ["blocks-reads", "breaks-version-before"]],
  ["ALTER TABLE pet DROP COLUMN status", ["ban-drop-column", "breaks-version-before"]],
  ["ALTER TABLE pet RENAME COLUMN name TO title", ["breaks-version-before", "renaming-column"]],
  ["ALTER TABLE pet RENAME TO animal", ["breaks-version-before", "renaming-table"]],
  ["DROP TABLE saved_view", ["ban-drop-table", "breaks-version-before"]],
  ["ALTER TYPE pet_status RENAME VALUE 'sold' TO 'gone'", ["breaks-version-before"]],
  ["ALTER TABLE pet ADD COLUMN age int NOT NULL", ["adding-required-field"]],
  ["ALTER TABLE saved_view ADD CONSTRAINT short CHECK (name <> 'Mine') NOT VALID", ["breaks-version-before"]],
];

describe("the check of migrations", () => {
  it.each(harmless)("accepts %s", async (script) => {
    expect([...lintMigration(script), ...(await tryOut(script))]).toEqual([]);
  });

  it.each(harmful)("reports %s", async (script, rules) => {
    const tried = await tryOut(script).catch(() => []);
    expect(rulesOf([...lintMigration(script), ...tried])).toEqual(rules);
  });
});
