import type pg from "pg";
import { withCode } from "../database/errors.js";
import type { Query } from "../database/query.js";

/** PostgreSQL's connection_failure. */
const CONNECTION_LOST = "08006";

/**
 * Runs work in a transaction without the pool's time limits: a file may take hours.
 * @param begin - `BEGIN` with its options.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  begin: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  // pg reports a lost connection as an error without a code.
  const run = (sql: string, values: unknown[] = []) =>
    client.query(sql, values).catch((error: unknown) => Promise.reject(withCode(error, CONNECTION_LOST)));
  let isDone = false;
  try {
    await run(begin);
    await run("SET LOCAL statement_timeout = 0");
    await run("SET LOCAL lock_timeout = 0");
    await run("SET LOCAL idle_in_transaction_session_timeout = 0");
    const result = await work(async <Row>(sql: string, values: unknown[]) => (await run(sql, values)).rows as Row[]);
    await run("COMMIT");
    isDone = true;
    return result;
  } finally {
    // Closing the connection rolls back, whatever its state.
    client.release(!isDone);
  }
};
