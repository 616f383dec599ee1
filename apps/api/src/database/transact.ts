import type { Pool } from "pg";
import { CONNECTION_LOST, isTransactionConflict, withCode } from "./errors.js";
import type { Query } from "./query.js";
import type { Db, Tx } from "./prisma-client.js";

/** The wait is longer than the pool's own limit, so that the error comes from the pool. */
const MAX_WAIT_MS = 10_000;
/** The limit is longer than the statement timeout, because the error of that timeout says more. */
const TIMEOUT_MS = 35_000;
const MAX_TRIES = 5;

/** These time limits are switched off, because writing or reading a file may take hours. */
const withoutTimeLimits = [
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL lock_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0",
];

/**
 * Runs statements of pg in a transaction, once.
 * @param begin - `BEGIN` with its options.
 * @param settings - Settings of the transaction; the default switches off the pool's time limits.
 * @param canRollBack - True if `work` can throw only between two statements. In this case the transaction has ended,
 * and its locks are free, before this function rejects. Otherwise the connection is closed, and PostgreSQL ends the
 * transaction some time later.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  begin: string,
  work: (query: Query) => Promise<Result>,
  settings: readonly string[] = withoutTimeLimits,
  canRollBack: (error: unknown) => boolean = () => false,
): Promise<Result> => {
  const client = await pool.connect();
  // pg reports a lost connection with an error that has no code.
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
    // Closing the connection rolls back the transaction in any state.
    client.release(!isDone);
  }
};

/** Runs the work again after a conflict with another transaction. */
const retryConflicts = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransactionConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
};

/**
 * Runs in READ COMMITTED, and again after a conflict, so the work must not have side effects outside the database.
 * @param timeoutMs - The time limit of the whole transaction.
 */
export const transact = async <Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> => retryConflicts(() => db.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: timeoutMs }));

/** Does the same as {@link transact} with statements that pg runs itself. The time limits of the pool apply. */
export const transactQueries = async <Result>(
  pool: Pool,
  work: (query: Query) => Promise<Result>,
  canRollBack: (error: unknown) => boolean,
): Promise<Result> => retryConflicts(() => inTransaction(pool, "BEGIN", work, [], canRollBack));
