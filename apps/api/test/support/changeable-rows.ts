import { storeTables } from "../../src/database/store-tables.js";
import type { TestDatabase } from "./test-database.js";

/**
 * These tables change without a request, or contain events, which are compared elsewhere and get their positions later.
 */
const ignored = new Set([
  ...["audit_event", "event_pending", "event_position", "event_feed"],
  ...["deprecated_use", "pet_count", "pet_count_change"],
]);

/**
 * Returns everything that a request can change, by table. Events, and the times at which keys were used, are left out.
 */
export const changeableRows = ({ pool }: Pick<TestDatabase, "pool">) =>
  Promise.all(
    storeTables
      .filter((table) => !ignored.has(table))
      .map(async (table) => {
        const { rows } = await pool.query(`SELECT to_jsonb(${table}) - 'last_used_at' AS row FROM ${table} ORDER BY 1`);
        return [table, rows] as const;
      }),
  );
