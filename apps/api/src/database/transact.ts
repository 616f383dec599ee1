import type { Prisma, PrismaClient } from "../generated/client.js";
import { isTransactionConflict } from "./errors.js";
import { createTurns, type InTurn } from "./turns.js";

/**
 * A crowd of changes waits here for its turn, and not for the pool's connections: the pool gives up after five seconds,
 * for it takes that for a database which cannot be reached, and those who read are not to wait behind those who write.
 */
const MOST_AT_ONCE = 8;
const TURN_WAIT_MS = 20_000;
/** Longer than the pool waits for a connection, so that it is the pool which says that there is none. */
const MAX_WAIT_MS = 10_000;
/** Longer than a statement may take, so that it is the statement which is ended, with a code that says so. */
const TIMEOUT_MS = 35_000;
const MOST_TRIES = 5;

const turns = new WeakMap<PrismaClient, InTurn>();

const turnsOf = (db: PrismaClient): InTurn => {
  const inTurn = turns.get(db) ?? createTurns(MOST_AT_ONCE, TURN_WAIT_MS);
  turns.set(db, inTurn);
  return inTurn;
};

/**
 * Runs work in one transaction (READ COMMITTED). Where PostgreSQL ends it for another one's sake, as in a deadlock, the work
 * is run again from its beginning: it may do nothing but talk to the database.
 */
export const transact = <Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  turnsOf(db)(async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS });
      } catch (error) {
        if (!isTransactionConflict(error) || tries === MOST_TRIES) throw error;
      }
    }
  });
