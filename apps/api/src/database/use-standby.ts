import type { PoolClient } from "pg";
import type { Logger } from "pino";
import type { Tracing } from "../tracing/tracing.js";
import { poolSizes } from "../config/connection-budget.js";
import { type Database, openReadsPool, parseAddress } from "./open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { ReadPool } from "./read-pool.js";
import { isDirect } from "./pooler.js";
import { openStandby } from "./standby.js";
import { findDifference, readStoreIdentity, type StoreIdentity } from "./store-identity.js";
import { readWalPosition } from "./wal-position.js";
import { openPrisma } from "./prisma-client.js";

const CONNECT_TIMEOUT_MS = 1_000;

type Options = { readonly databaseReplicaUrl: string | undefined; readonly replicaMaxLagMs: number };

/** @throws OperatorError if the client is not connected to a standby of this primary */
export const verifyStandby = async (client: PoolClient, primary: StoreIdentity): Promise<void> => {
  const difference = (await isDirect(client))
    ? findDifference(primary, await readStoreIdentity(client))
    : "is behind a pooler, whose connections may lead to several servers";
  if (difference === undefined) return;
  throw new OperatorError(
    "invalid_environment",
    `The database of DATABASE_REPLICA_URL is not a standby of DATABASE_URL: it ${difference}:`,
    "name a physical standby of the primary, with the same database, or unset the variable.",
  );
};

/** Lets single reads use the standby while it is current (docs/high-availability.md). */
export const useStandby = async (
  database: Database,
  { databaseReplicaUrl, replicaMaxLagMs: maxLagMs }: Options,
  log: Logger,
  tracing?: Tracing,
): Promise<Database> => {
  if (databaseReplicaUrl === undefined) return database;
  const primary = database.reads.pool;
  const connection = parseAddress("DATABASE_REPLICA_URL", databaseReplicaUrl);
  const identity = await readStoreIdentity(primary);
  const verify = (client: PoolClient) => verifyStandby(client, identity);
  // The log contains changes of the standby's state, but not each connection to the standby.
  const quiet = log.child({}, { level: "silent" });
  const pool = openReadsPool(connection, quiet, {
    max: poolSizes.standby,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    isStandby: true,
    tracing,
  });
  const standby = await openStandby(pool, { askPrimary: () => readWalPosition(primary), maxLagMs, verify, log });
  const reads = new ReadPool(primary, standby);
  const db = openPrisma(reads, identity.schema);
  const close = async () => {
    await Promise.allSettled([db.$disconnect(), standby.close()]);
    await database.close();
  };
  return { ...database, reads: { pool: reads, db }, close };
};
