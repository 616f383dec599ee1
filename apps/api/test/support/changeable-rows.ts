import { storeTables } from "../../src/database/store-tables.js";
import type { TestDatabase } from "./test-database.js";

/** They change without a request, or are compared by the events themselves, which get their numbers later. */
const ignored = new Set([
  ...["audit_event", "event_pending", "event_position", "event_feed"],
  ...["deprecated_use", "pet_count", "pet_count_change"],
]);

/** All that a request can change but events and when keys were used, by table. */
export const changeableRows = ({ pool }: Pick<TestDatabase, "pool">) =>
  Promise.all(
    storeTables
      .filter((table) => !ignored.has(table))
      .map(async (table) => {
        const { rows } = await pool.query(`SELECT to_jsonb(${table}) - 'last_used_at' AS row FROM ${table} ORDER BY 1`);
        return [table, rows] as const;
      }),
  );
