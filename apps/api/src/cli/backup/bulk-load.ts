import { qualified, type StoreTable } from "./catalogue.js";
import type { StoreClient } from "./store-client.js";

type Statements = { readonly drop: string; readonly create: string };

const run = async (client: StoreClient, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

/**
 * Partitioned tables keep their indexes and foreign keys, because their definitions do not include the definitions of
 * the partitions.
 */
const FIND_PLAIN = "SELECT oid FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relkind = 'r'";

const FIND_FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1) AND confrelid = ANY ($1)
  ORDER BY conname`;

const FIND_INDEXES = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS create
  FROM pg_index WHERE indrelid = ANY ($1) AND NOT indisprimary AND NOT indisreplident
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY indexrelid`;

/** Finds the triggers that an insert fires. One of them sends a notification for each pet. */
const FIND_TRIGGERS = `
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS drop,
    format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
      CASE tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, tgname) AS create
  FROM pg_trigger WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal AND tgenabled <> 'D' AND tgtype & 4 = 4`;

/**
 * Removes, in the caller's transaction, the indexes, foreign keys and triggers that would slow down a load, and creates
 * them again afterwards. This verifies every foreign key and unique index for all rows. The statements come from the
 * database itself.
 */
export const bulkLoad = async (
  client: StoreClient,
  tables: readonly StoreTable[],
  load: () => Promise<void>,
): Promise<void> => {
  const names = tables.map(qualified);
  const plain = (await client.query<{ oid: number }>(FIND_PLAIN, [names])).map(({ oid }) => oid);
  const foreignKeys = await client.query<Statements>(FIND_FOREIGN_KEYS, [plain]);
  const indexes = await client.query<Statements>(FIND_INDEXES, [plain]);
  const triggers = await client.query<Statements>(FIND_TRIGGERS, [names]);
  const all = [...foreignKeys, ...indexes, ...triggers];
  await run(
    client,
    all.map(({ drop }) => drop),
  );
  await load();
  await client.query("SET LOCAL maintenance_work_mem = '128MB'");
  // Indexes are created first, because the checks of foreign keys use them.
  await run(
    client,
    [...triggers, ...indexes, ...foreignKeys].map(({ create }) => create),
  );
};

export const setSequence = async (
  client: StoreClient,
  sequence: { readonly schema: string; readonly name: string },
  { lastValue, isCalled }: { readonly lastValue: string; readonly isCalled: boolean },
): Promise<void> => {
  await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [qualified(sequence), lastValue, isCalled]);
};
