import { type Problem, problem, type StoreCheck } from "./check.js";
import { withOurTables } from "./our-tables.js";
import { constraints, functions, indexes, sequences } from "../../database/schema-dump.js";
import { tables } from "./schema-objects.js";

type Found = { readonly kind: string; readonly name: string };

/**
 * Selects the names of all objects in the schema, as schema-dump.ts has them: the name of a constraint or an index
 * begins with that of its table, and the name of a function is followed by the MD5 of its source. For partitions it
 * selects only the objects that they do not inherit.
 */
export const selectObjects = `WITH here AS (
    SELECT pg_class.* FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND NOT relispartition)
  SELECT CASE relkind WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind, relname::text AS name
  FROM here WHERE relkind IN ('r', 'p', 'S')
  UNION ALL
  SELECT 'constraint', relname || '.' || conname FROM here JOIN pg_constraint ON conrelid = here.oid
  WHERE contype IN ('c', 'f')
  UNION ALL
  SELECT 'index', here.relname || '.' || (SELECT relname FROM pg_class WHERE oid = indexrelid) FROM here JOIN pg_index ON indrelid = here.oid
  WHERE relkind IN ('r', 'p')
  UNION ALL
  SELECT 'function', proname || ' ' || md5(prosrc) FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
  WHERE nspname = current_schema() AND NOT EXISTS (
    SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`;

const selectUnlogged = `${withOurTables}
  SELECT name FROM ours JOIN pg_class USING (oid) WHERE relpersistence <> 'p' ORDER BY name`;

const expected: readonly Found[] = Object.entries({
  table: tables,
  constraint: constraints,
  index: indexes,
  sequence: sequences,
  function: functions,
}).flatMap(([kind, names]) => names.map((name) => ({ kind, name })));

const remedy = "restore a backup, or repeat the statement of the migration that makes it (apps/api/prisma/migrations)";

const findMissing = (found: readonly Found[]): readonly Problem[] => {
  const present = new Set(found.map(({ kind, name }) => `${kind} ${name}`));
  // If a table is missing, its objects are missing too. Listing them as well would hide the table in a long list.
  const lost = tables.filter((table) => !present.has(`table ${table}`));
  const isPartOfLost = (name: string) =>
    lost.some((table) => name.startsWith(`${table}.`) || name === `${table}_id_seq`);
  return expected
    .filter(({ kind, name }) => !present.has(`${kind} ${name}`))
    .filter(({ name }) => !isPartOfLost(name))
    .map(({ kind, name }) =>
      kind === "function"
        ? problem(name.split(" ")[0] ?? "", "the function is missing or altered", remedy)
        : problem(name, `the ${kind} is missing`, remedy),
    );
};

export const schemaCheck: StoreCheck = {
  name: "schema",
  verifies: "Every table, constraint, index, sequence and function exists; every table is logged.",
  run: async (query) => {
    const missing = findMissing(await query<Found>(selectObjects, []));
    const unlogged = await query<{ name: string }>(selectUnlogged, []);
    const rule = "the table is unlogged, so a crash empties it and standbys do not have it";
    return [...missing, ...unlogged.map(({ name }) => problem(name, rule, `ALTER TABLE ${name} SET LOGGED`))];
  },
};
