import type pg from "pg";
import { withCode } from "./errors.js";
import type { Query } from "./query.js";

/** PostgreSQL's connection_failure. */
const CONNECTION_LOST = "08006";

/** A file may take hours. */
const withoutTimeLimits = [
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL lock_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0",
];

/**
 * @param begin - `BEGIN` with its options.
 * @param settings - By default they remove the pool's time limits.
 * @param canRollBack - Of what the work throws between two statements. The transaction has then ended, and its locks are
 *   free, before this rejects; else the connection is closed, and PostgreSQL ends the transaction some time later.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  begin: string,
  work: (query: Query) => Promise<Result>,
  settings: readonly string[] = withoutTimeLimits,
  canRollBack: (error: unknown) => boolean = () => false,
): Promise<Result> => {
  const client = await pool.connect();
  // pg reports a lost connection as an error without a code.
  const run = (text: string, values: unknown[] = [], name?: string) =>
    client
      .query({ text, values, ...(name !== undefined && { name }) })
      .catch((error: unknown) => Promise.reject(withCode(error, CONNECTION_LOST)));
  let isDone = false;
  try {
    await run(begin);
    for (const setting of settings) await run(setting);
    const result = await work(
      async <Row>(sql: string, values: unknown[], name?: string) => (await run(sql, values, name)).rows as Row[],
    );
    await run("COMMIT");
    isDone = true;
    return result;
  } catch (error) {
    if (canRollBack(error))
      isDone = await run("ROLLBACK").then(
        () => true,
        () => false,
      );
    throw error;
  } finally {
    // Closing the connection rolls back, whatever its state.
    client.release(!isDone);
  }
};
