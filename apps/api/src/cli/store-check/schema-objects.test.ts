import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { references } from "./references-check.js";
import { selectObjects } from "./schema-check.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const namesOf = async (sql: string): Promise<string[]> =>
  (await database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

/** Writes the source of a constant with names, one per line. */
const constant = (name: string, names: readonly string[]): string =>
  [`export const ${name} = [`, ...names.toSorted().map((one) => `  ${JSON.stringify(one)},`), "] as const;"].join("\n");

const objectsOf = (kind: string) => namesOf(`SELECT name FROM (${selectObjects}) AS object WHERE kind = '${kind}'`);

it("schema-dump.ts matches the migrations (if not, run `npx --yes pnpm migration:dump`)", async () => {
  const triggers = await namesOf(`SELECT relname || '.' || tgname || ' ' || tgenabled::text AS name
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND NOT relispartition`);
  const tables = (await objectsOf("table")).filter((name) => name !== "_prisma_migrations");
  const head =
    "// This is the schema that the migrations create. `npx --yes pnpm migration:dump` writes this file; a test compares both.";
  const source = [
    head,
    constant("tables", tables),
    constant("constraints", await objectsOf("constraint")),
    constant("indexes", await objectsOf("index")),
    constant("sequences", await objectsOf("sequence")),
    constant("functions", await objectsOf("function")),
    constant("triggers", triggers),
  ];
  await expect(`${source.join("\n\n")}\n`).toMatchFileSnapshot("../../database/schema-dump.ts");
});

it("the check of references covers all foreign keys", async () => {
  const found = await namesOf(`SELECT conrelid::regclass || '.' || attname || ' ' || confrelid::regclass AS name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  expect(references.map(({ table, column, to }) => `${table}.${column} ${to}`).toSorted()).toEqual(found.toSorted());
});
