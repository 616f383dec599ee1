import { tables } from "./schema-objects.js";

/**
 * Begins a statement with the common table expression `ours`: the store's tables and their partitions, each with
 * `root`, the table that it is part of.
 */
export const withOurTables = `WITH RECURSIVE ours AS (
  SELECT oid, relname::text AS name, relname::text AS root FROM pg_class
  WHERE relname = ANY (ARRAY[${tables.map((name) => `'${name}'`).join(", ")}])
    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  UNION ALL
  SELECT pg_class.oid, relname::text AS name, root FROM ours
    JOIN pg_inherits ON inhparent = ours.oid JOIN pg_class ON pg_class.oid = inhrelid
  WHERE relkind IN ('r', 'p')
)`;
