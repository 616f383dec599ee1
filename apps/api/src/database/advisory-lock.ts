import type { Query } from "./query.js";

/**
 * Takes an advisory lock until the transaction ends, for something that has no row to lock.
 * @param mode - Several transactions may hold a shared lock at the same time.
 */
export const lockAdvisory = async (
  query: Query,
  key: number | bigint,
  mode: "shared" | "exclusive" = "exclusive",
): Promise<void> => {
  await query(`SELECT pg_advisory_xact_lock${mode === "shared" ? "_shared" : ""}($1::bigint)::text`, [key]);
};
