import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { references } from "./references-check.js";
import { selectObjects } from "./schema-check.js";
import { constraints, functions, indexes, sequences, tables, triggers } from "./schema-objects.js";
import { drawnTables } from "./sequences-check.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const namesOf = async (sql: string): Promise<string[]> =>
  (await database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

it.each(
  Object.entries({ table: tables, constraint: constraints, index: indexes, sequence: sequences, function: functions }),
)("schema-objects.ts has every %s that the migrations make", async (kind, names) => {
  const found = await namesOf(`SELECT name FROM (${selectObjects}) AS object WHERE kind = '${kind}'`);
  expect([...names].toSorted()).toEqual(found.toSorted());
});

it("schema-objects.ts has every trigger that the migrations make", async () => {
  const found = await namesOf(`SELECT relname || ' ' || tgname || ' ' || tgenabled::text AS name
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND NOT relispartition`);
  expect(triggers.map(({ table, trigger, state }) => `${table} ${trigger} ${state}`).toSorted()).toEqual(
    found.toSorted(),
  );
});

it("the references that are checked are all foreign keys", async () => {
  const found = await namesOf(`SELECT conrelid::regclass || '.' || attname || ' ' || confrelid::regclass AS name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  expect(references.map(({ table, column, to }) => `${table}.${column} ${to}`).toSorted()).toEqual(found.toSorted());
});

it("the sequences that are checked are all but that of category", () => {
  const others = sequences.filter((name) => name !== "category_id_seq");
  expect(drawnTables.map((table) => `${table}_id_seq`)).toEqual([...others].toSorted());
});
