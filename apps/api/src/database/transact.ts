import type { Prisma, PrismaClient } from "../generated/client.js";
import { isTransactionConflict } from "./errors.js";

/** Longer than the pool's own limit, so that the error is the pool's. */
const MAX_WAIT_MS = 10_000;
/** Longer than the statement timeout, whose error says more. */
const TIMEOUT_MS = 35_000;
const MAX_TRIES = 5;

/**
 * In READ COMMITTED. After a conflict the work runs again, so its only side effects may be in the database.
 * @param timeoutMs - Of the whole transaction.
 */
export const transact = async <Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: timeoutMs });
    } catch (error) {
      if (!isTransactionConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
};
