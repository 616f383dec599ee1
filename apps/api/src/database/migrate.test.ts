import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { migrate } from "./migrate.js";
import { prismaDirectory, readMigrations } from "./migrations.js";
import { diffDatabase } from "./schema-engine.js";

const log = pino({ level: "silent" });
/** Most tests apply only the first migrations, because applying all of them takes more than a second. */
const FIRST = 3;
const allNames = (await readMigrations(prismaDirectory)).map(({ name }) => name);
const names = allNames.slice(0, FIRST);
const [firstName = ""] = names;

let empty: TestDatabase;
/** The first migrations. */
let version: string;
/** A copy of the first migrations, to which a test adds another one. */
let folder: string;

beforeAll(async () => {
  version = await makeTemporaryFolder();
  const isLater = (path: string) => allNames.slice(FIRST).includes(basename(path));
  await cp(prismaDirectory, version, { recursive: true, filter: (path) => !isLater(path) });
});

afterAll(() => rm(version, { recursive: true }));

beforeEach(async () => {
  empty = await createTestDatabase("template1");
  folder = await makeTemporaryFolder();
  await cp(version, folder, { recursive: true });
});

afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

const addMigration = async (name: string, script: string): Promise<void> => {
  await mkdir(join(folder, "migrations", name));
  await writeFile(join(folder, "migrations", name, "migration.sql"), script);
};

const readTables = async (): Promise<unknown[]> => {
  const { rows } = await empty.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};

describe("migrate", () => {
  it("migrates an empty database once", async () => {
    expect(await migrate(empty.connection, log)).toEqual({ applied: allNames });
    expect(await empty.db.pet.count()).toBe(0);
    expect(await migrate(empty.connection, log)).toEqual({ applied: [] });
  });

  it("records migrations as Prisma's own tool does", async () => {
    await migrate(empty.connection, log, version);
    const { rows } = await empty.pool.query(
      "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, applied_steps_count FROM _prisma_migrations ORDER BY migration_name",
    );
    const migrations = await readMigrations(version);
    expect(rows).toEqual(
      migrations.map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        finished: true,
        applied_steps_count: 1,
      })),
    );
  });

  it("migrates once for concurrent callers", async () => {
    const results = await Promise.all([1, 2, 3].map(() => migrate(empty.connection, log, version)));
    expect(results.flatMap(({ applied }) => applied)).toEqual(names);
  });

  it("reads the applied migrations after it has waited for another process", async () => {
    await migrate(empty.connection, log, version);
    await empty.pool.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [
      names.at(-1),
    ]);
    const other = await empty.pool.connect();
    try {
      await other.query("SELECT pg_advisory_lock(72707369)");
      let migrating = Promise.resolve<unknown>(undefined);
      await new Promise<void>((resolve) => {
        const write = (text: string) => void (text.includes("waiting for it") && resolve());
        migrating = migrate(empty.connection, pino({ level: "info" }, { write }), version);
        // If the migration fails before it waits, the test must not hang.
        migrating.catch(() => {}).finally(resolve);
      });
      await other.query("UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL");
      await other.query("SELECT pg_advisory_unlock(72707369)");
      expect(await migrating).toEqual({ applied: [] });
    } finally {
      other.release(true);
    }
  });

  it("applies only pending migrations", async () => {
    await migrate(empty.connection, log, version);
    await addMigration("29990101000000_more", "CREATE TABLE more (id int)");
    expect(await migrate(empty.connection, log, folder)).toEqual({ applied: ["29990101000000_more"] });
  });

  it("creates functions with semicolons in their bodies", async () => {
    const body = "BEGIN PERFORM 1; RETURN 'a;b'; END";
    await addMigration("29990101000000_f", `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$${body}$$;`);
    await migrate(empty.connection, log, folder);
    expect((await empty.pool.query("SELECT f()")).rows).toEqual([{ f: "a;b" }]);
  });

  it("rolls back a failed migration, and tries it again the next time", async () => {
    await addMigration("29990101000000_bad", "CREATE TABLE half (id int); SELECT 1 / 0;");
    await expect(migrate(empty.connection, log, folder)).rejects.toThrow(
      'migration "29990101000000_bad" failed and was rolled back',
    );
    expect(await readTables()).not.toContain("half");
    await writeFile(join(folder, "migrations/29990101000000_bad/migration.sql"), "CREATE TABLE half (id int)");
    expect(await migrate(empty.connection, log, folder)).toEqual({ applied: ["29990101000000_bad"] });
  });

  it("leaves no trace of a migration that was cut off, and applies it the next time", async () => {
    await addMigration(
      "29990101000000_cut",
      "CREATE TABLE half (id int); SELECT pg_terminate_backend(pg_backend_pid())",
    );
    await expect(migrate(empty.connection, log, folder)).rejects.toThrow("terminating connection");
    expect(await readTables()).not.toContain("half");
    await writeFile(join(folder, "migrations/29990101000000_cut/migration.sql"), "CREATE TABLE half (id int)");
    expect(await migrate(empty.connection, log, folder)).toEqual({ applied: ["29990101000000_cut"] });
  });

  it("tries again after a deadlock, and logs each migration with its time", async () => {
    await migrate(empty.connection, log, version);
    // The first attempt fails as if PostgreSQL had chosen it; a sequence keeps its value after a rollback.
    await empty.pool.query("CREATE SEQUENCE attempts");
    await addMigration(
      "29990101000000_age",
      `ALTER TABLE pet ADD COLUMN age int;
       DO $$ BEGIN IF nextval('attempts') = 1 THEN RAISE SQLSTATE '40P01'; END IF; END $$`,
    );
    const lines: { migration?: string; ms?: number }[] = [];
    const write = (text: string) => void lines.push(JSON.parse(text));
    const { applied } = await migrate(empty.connection, pino({ level: "info" }, { write }), folder);
    expect(applied).toEqual(["29990101000000_age"]);
    expect((await empty.pool.query("SELECT last_value::int AS attempts FROM attempts")).rows).toEqual([
      { attempts: 2 },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ migration: "29990101000000_age", isConcurrent: false, ms: expect.any(Number) }),
    );
  });

  it("waits for locks in short attempts, so that requests can run in between", async () => {
    await migrate(empty.connection, log, version);
    await addMigration("29990101000000_age", "ALTER TABLE pet ADD COLUMN age int");
    const other = await empty.pool.connect();
    await other.query("BEGIN; SELECT FROM pet");
    let migrating = Promise.resolve<unknown>(undefined);
    const waiting = new Promise<void>((resolve) => {
      const write = (text: string) => void (text.includes("waits for transactions") && resolve());
      migrating = migrate(empty.connection, pino({ level: "info" }, { write }), folder);
      // If the migration fails before it waits, the test must not hang.
      migrating.catch(() => {}).finally(resolve);
    });
    // A read gives up after three seconds, as in the service.
    const reads: unknown[] = [];
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        reads.push(await empty.pool.query("SELECT count(*) FROM pet").catch((error: unknown) => error));
      }
    })();
    await waiting;
    await other.query("ROLLBACK");
    other.release();
    expect(await migrating).toEqual({ applied: ["29990101000000_age"] });
    over.abort();
    await reading;
    expect(reads.filter((read) => read instanceof Error)).toEqual([]);
  });

  it("migrates the schema in the search_path of the role", async () => {
    await empty.pool.query("CREATE SCHEMA shop");
    await migrate({ ...empty.connection, options: "-c search_path=shop" }, log, version);
    const { rows } = await empty.pool.query("SELECT to_regclass('shop.pet') IS NOT NULL AS there");
    expect(rows).toEqual([{ there: true }]);
  });
});

describe("migrate with CONCURRENTLY", () => {
  const NAME = "29990101000000_index";
  const CREATE = '-- For a filter.\nCREATE UNIQUE INDEX CONCURRENTLY "pet_x" ON "pet"("name");\n';
  const readIndex = async (): Promise<unknown[]> => {
    const { rows } = await empty.pool.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('pet_x')");
    return rows;
  };
  const addTwins = () =>
    empty.pool.query(
      "INSERT INTO category (name) VALUES ('Cats'); INSERT INTO pet (category_id, name) SELECT id, 'Rex' FROM category, generate_series(1, 2)",
    );

  it("builds an index while a transaction has written to its table", async () => {
    await migrate(empty.connection, log, version);
    await addMigration(NAME, CREATE);
    await addMigration("29990101000001_more", "CREATE TABLE more (id int)");
    const other = await empty.pool.connect();
    await other.query("BEGIN; DELETE FROM pet");
    const migrating = migrate(empty.connection, log, folder);
    await expect.poll(readIndex).toEqual([{ indisvalid: false }]);
    await empty.pool.query("DELETE FROM pet");
    await other.query("COMMIT");
    other.release();
    expect(await migrating).toEqual({ applied: [NAME, "29990101000001_more"] });
    expect(await readIndex()).toEqual([{ indisvalid: true }]);
  });

  it("leaves no index after a failure, and builds it the next time", async () => {
    await migrate(empty.connection, log, version);
    await addTwins();
    await addMigration(NAME, CREATE);
    await expect(migrate(empty.connection, log, folder)).rejects.toThrow(`"${NAME}" failed and was rolled back`);
    expect(await readIndex()).toEqual([]);
    await empty.pool.query("DELETE FROM pet");
    expect(await migrate(empty.connection, log, folder)).toEqual({ applied: [NAME] });
  });

  it.each([
    [
      "is invalid",
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${NAME}'; DROP INDEX pet_x`,
    ],
    ["is complete", `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${NAME}'`],
  ])("resumes a migration that was cut off while the index %s", async (_state, sql) => {
    await addMigration(NAME, CREATE);
    await migrate(empty.connection, log, folder);
    await empty.pool.query(sql);
    if (sql.includes("DROP")) {
      await addTwins();
      await empty.pool.query(CREATE).catch(() => {});
      expect(await readIndex()).toEqual([{ indisvalid: false }]);
      await empty.pool.query("DELETE FROM pet");
    }
    expect(await migrate(empty.connection, log, folder)).toEqual({ applied: [NAME] });
    expect(await readIndex()).toEqual([{ indisvalid: true }]);
  });
});

describe("migrate after a newer version", () => {
  it("accepts a database whose newer migrations only add something", async () => {
    await addMigration("29990101000000_more", "CREATE TABLE more (id int)");
    await migrate(empty.connection, log, folder);
    let lines = "";
    const write = (text: string) => void (lines += text);
    expect(await migrate(empty.connection, pino({ level: "info" }, { write }), version)).toEqual({ applied: [] });
    expect(lines).toContain("29990101000000_more");
  });
});

describe("migrate with a database that it cannot migrate", () => {
  it("refuses an applied migration that was edited", async () => {
    await migrate(empty.connection, log, version);
    const file = join(folder, "migrations", firstName, "migration.sql");
    await writeFile(file, `${await readFile(file, "utf8")}-- edited\n`);
    await expect(migrate(empty.connection, log, folder)).rejects.toThrow(
      `Migration "${firstName}" differs from the one that the database was migrated with`,
    );
  });

  it("refuses a migration that was never finished", async () => {
    await migrate(empty.connection, log, version);
    await empty.pool.query("UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(migrate(empty.connection, log, version)).rejects.toThrow(
      /was never finished: check whether its changes/,
    );
  });

  it("refuses a database from which a newer version has removed something", async () => {
    await addMigration("29990101000000_contract_more", "CREATE TABLE more (id int)");
    await migrate(empty.connection, log, folder);
    await expect(migrate(empty.connection, log, version)).rejects.toThrow(
      'The database has migration "29990101000000_contract_more", which this version does not know',
    );
  });

  it("refuses a database that is ahead and lacks a migration of this version", async () => {
    await addMigration("29990101000000_more", "CREATE TABLE more (id int)");
    await migrate(empty.connection, log, folder);
    await empty.pool.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [names.at(-1)]);
    await expect(migrate(empty.connection, log, version)).rejects.toThrow("which this version does not know");
  });

  it("refuses a database with other tables", async () => {
    await empty.pool.query("CREATE TABLE theirs (id int)");
    await expect(migrate(empty.connection, log, version)).rejects.toThrow("tables that do not belong to Pet Store");
    expect(await readTables()).not.toContain("pet");
  });

  it("accepts a database whose only tables belong to an extension", async () => {
    await empty.pool.query(
      "CREATE TABLE theirs (id int); CREATE EXTENSION pg_trgm; ALTER EXTENSION pg_trgm ADD TABLE theirs",
    );
    expect((await migrate(empty.connection, log, version)).applied).toEqual(names);
  });

  it("refuses a user who may not create tables", async () => {
    await queryAsSuperuser(`ALTER DATABASE ${empty.connection.database} OWNER TO postgres`);
    await expect(migrate(empty.connection, log, version)).rejects.toThrow('may not create tables in schema "public"');
  });
});

it("the migrations and schema.prisma agree", async () => {
  await migrate(empty.connection, log);
  const datamodel = await readFile(join(prismaDirectory, "schema.prisma"), "utf8");
  expect(await diffDatabase(empty.pool, datamodel)).toBeUndefined();
});
