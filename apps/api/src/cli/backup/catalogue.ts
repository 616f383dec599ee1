import { escapeIdentifier } from "pg";
import { OperatorError } from "../../config/operator-error.js";
import { readRecorded } from "../../database/recorded-migrations.js";
import { storeTables } from "../../database/store-tables.js";
import type { Head } from "./format.js";
import type { StoreClient } from "./store-client.js";

type Column = { readonly name: string; readonly isText: boolean };

/** `columns` are the columns that a writer sets. PostgreSQL computes the other columns. */
export type StoreTable = {
  readonly name: string;
  readonly schema: string;
  readonly columns: readonly string[];
  readonly key: readonly Column[];
};

export const qualified = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(", ");

/** The names are selected as text, because pg parses an array of text but not an array of names. */
const FIND_TABLES = `
  SELECT relname::text AS name, nspname::text AS schema,
    ARRAY(SELECT attname::text AS name FROM pg_attribute
          WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
    coalesce((SELECT json_agg(json_build_object('name', attname, 'isText', attcollation <> 0) ORDER BY place)
          FROM pg_index CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = number
          WHERE indrelid = pg_class.oid AND indisprimary), '[]') AS key
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> '_prisma_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname COLLATE "C"`;

/** Finds the tables of the store, and those of other programs. Partitions count as part of their table. */
export const findTables = async (
  client: StoreClient,
): Promise<{ readonly ours: readonly StoreTable[]; readonly others: readonly string[] }> => {
  const tables = await client.query<StoreTable>(FIND_TABLES);
  return {
    ours: tables.filter(({ name }) => storeTables.includes(name)),
    others: tables.filter(({ name }) => !storeTables.includes(name)).map(({ name }) => name),
  };
};

export const findSequences = (client: StoreClient, tables: readonly StoreTable[]) =>
  client.query<{ name: string; schema: string }>(
    `SELECT sequence.relname::text AS name, nspname::text AS schema
     FROM pg_class AS sequence JOIN pg_namespace ON pg_namespace.oid = sequence.relnamespace
       JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = sequence.oid AND refclassid = 'pg_class'::regclass
         AND deptype = 'a'
       JOIN pg_class AS owner ON owner.oid = refobjid AND owner.relnamespace = sequence.relnamespace
     WHERE sequence.relkind = 'S' AND nspname = current_schema() AND owner.relname = ANY ($1)
     ORDER BY sequence.relname COLLATE "C"`,
    [tables.map(({ name }) => name)],
  );

/** @returns No migrations for a database that was never migrated. @throws OperatorError if a migration was cut off. */
export const readApplied = async ({ query }: StoreClient): Promise<Head["migrations"]> => {
  const recorded = (await readRecorded(query)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const unfinished = recorded.find(({ isFinished }) => !isFinished);
  if (unfinished !== undefined) {
    throw new OperatorError(
      "schema_mismatch",
      `Migration "${unfinished.name}" was never finished:`,
      "finish it first; `petstore migrate` says how.",
    );
  }
  return recorded.map(({ name, checksum }) => ({ name, checksum }));
};
