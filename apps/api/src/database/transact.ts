import type { Prisma, PrismaClient } from "../generated/client.js";
import { isTransactionConflict } from "./errors.js";

/** Longer than the pool waits for a connection, so that it is the pool which says that there is none. */
const MAX_WAIT_MS = 10_000;
/** Longer than a statement may take, so that it is the statement which is ended, with a code that says so. */
const TIMEOUT_MS = 35_000;
const MOST_TRIES = 5;

/**
 * Runs work in one transaction (READ COMMITTED). Where PostgreSQL ends it for another one's sake, as in a deadlock, the work
 * is run again from its beginning: it may do nothing but talk to the database. It takes one connection: the caller has a lane's.
 */
export const transact = async <Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS });
    } catch (error) {
      if (!isTransactionConflict(error) || tries === MOST_TRIES) throw error;
    }
  }
};
