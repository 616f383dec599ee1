import type { TestApi } from "./test-api.js";

/**
 * Returns all values of 16 characters or more in all tables. Bytes are returned in every encoding that a secret could
 * have.
 */
export const dump = async (api: TestApi): Promise<string[]> => {
  const { pool } = api.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
  );
  const values = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (typeof value === "string") values.add(value);
      if (!Buffer.isBuffer(value)) continue;
      for (const form of ["hex", "base64", "base64url", "latin1"] as const) values.add(value.toString(form));
    }
  }
  return [...values].filter((value) => value.length >= 16);
};
