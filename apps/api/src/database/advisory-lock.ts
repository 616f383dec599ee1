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
  const sql = `SELECT pg_advisory_xact_lock${mode === "shared" ? "_shared" : ""}($1::bigint)::text`;
  await query(sql, [key], `lock_advisory_${mode}`);
};

/** Does what {@link lockAdvisory} does for a key that is a text. @param kind - Keeps keys of different kinds apart. */
export const lockAdvisoryText = async (query: Query, kind: number, key: string): Promise<void> => {
  await query(
    "SELECT pg_advisory_xact_lock(hashtextextended($1, $2::bigint))::text",
    [key, kind],
    "lock_advisory_text",
  );
};
