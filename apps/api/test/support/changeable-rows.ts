import { storeTables } from "../../src/database/store-tables.js";
import type { TestDatabase } from "./test-database.js";

/**
 * These tables change without a request, or contain events, which are compared elsewhere and get their positions later.
 * A job that runs once a minute may begin during a slow test, and then has a row in `job_step`.
 */
const ignored = new Set([
  ...["audit_event", "event_pending", "event_position", "event_feed", "job_step"],
  ...["deprecated_use", "pet_count", "pet_count_change"],
  ...["pet_search", "search_change", "search_rebuild", "search_word", "search_deletion"],
]);

/** One statement reads all tables, because the tests over all operations run it many hundred times. */
const statement = storeTables
  .filter((table) => !ignored.has(table))
  .map(
    (table) =>
      `SELECT '${table}' AS name, (SELECT string_agg(line, E'\\n' ORDER BY line)
         FROM (SELECT (to_jsonb(entry) - 'last_used_at')::text AS line FROM ${table} AS entry)) AS rows`,
  )
  .join(" UNION ALL ");

/**
 * Returns everything that a request can change, as one text for each table, with a row on each line. Events, and the
 * times at which keys were used, are left out.
 */
export const changeableRows = async ({
  pool,
}: Pick<TestDatabase, "pool">): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await pool.query<{ name: string; rows: string }>(statement);
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]));
};
