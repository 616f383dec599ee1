import type { Pool } from "pg";
import type { Prisma, PrismaClient } from "../generated/client.js";
import { isTransactionConflict } from "./errors.js";
import { inTransaction } from "./in-transaction.js";
import type { Query } from "./query.js";

/** Longer than the pool's own limit, so that the error is the pool's. */
const MAX_WAIT_MS = 10_000;
/** Longer than the statement timeout, whose error says more. */
const TIMEOUT_MS = 35_000;
const MAX_TRIES = 5;

/** After a conflict the work runs again. */
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
 * In READ COMMITTED. After a conflict the work runs again, so its only side effects may be in the database.
 * @param timeoutMs - Of the whole transaction.
 */
export const transact = async <Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> => retryConflicts(() => db.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: timeoutMs }));

/** Does what {@link transact} does, for statements that pg runs itself, within the time limits of the pool. */
export const transactQueries = async <Result>(
  pool: Pool,
  work: (query: Query) => Promise<Result>,
  canRollBack: (error: unknown) => boolean,
): Promise<Result> => retryConflicts(() => inTransaction(pool, "BEGIN", work, [], canRollBack));
