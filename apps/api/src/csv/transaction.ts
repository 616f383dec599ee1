import type pg from "pg";
import { withCode } from "../database/errors.js";
import type { Query } from "../database/query.js";

/** PostgreSQL's connection_failure. */
const CONNECTION_LOST = "08006";

/**
 * Runs work in a transaction on a connection of its own: all of it, or nothing. The time limits of the pool are for
 * requests; here a file may take hours.
 * @param begin - `BEGIN`, with what else the transaction is to be.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  begin: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  // What pg throws without a code is that the connection is gone.
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
    // A connection that is closed is rolled back, whatever state it was left in.
    client.release(!isDone);
  }
};
