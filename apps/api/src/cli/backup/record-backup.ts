import type { Pool } from "pg";
import { hasCode } from "../../database/errors.js";

const UNDEFINED_COLUMN = "42703";
const UNDEFINED_TABLE = "42P01";

/** Records when the last backup was made, for the metric. A store with an older schema has no column for it. */
export const recordBackup = async (pool: Pool, createdAt: string): Promise<void> => {
  try {
    await pool.query(
      `INSERT INTO store (id, last_backup_at) VALUES (1, $1)
       ON CONFLICT (id) DO UPDATE SET last_backup_at = greatest(store.last_backup_at, excluded.last_backup_at)`,
      [createdAt],
    );
  } catch (error) {
    if (!hasCode(error, UNDEFINED_COLUMN, UNDEFINED_TABLE)) throw error;
  }
};
