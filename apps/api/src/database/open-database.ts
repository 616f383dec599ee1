import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientConfig, type Pool } from "pg";
import type { Logger } from "pino";

import { connectionsPerProcess, poolSizes } from "../concurrency/connection-budget.js";
import { PrismaClient } from "../generated/client.js";
import { OperatorError } from "./operator-error.js";
import { hasCode } from "./errors.js";
import { openPool } from "./pool.js";
import { openPrivatePostgres } from "./private-postgres.js";

/** Connections, and Prisma on the same ones. */
export type Connections = { readonly db: PrismaClient; readonly pool: Pool };

/** For changes, and for reads: the latter have a short statement timeout. */
export type Database = Connections & {
  reads: Connections;
  /** Whether the service runs the server itself, because no DATABASE_URL names one. */
  isPrivate: boolean;
  /** For a connection beside the pool's, such as one that listens or migrates. */
  connection: ClientConfig;
  close(): Promise<void>;
};

type Options = {
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Logger;
  workers?: number;
  signal?: AbortSignal | undefined;
};

const connectionTimeoutMillis = 3_000;
const changeTimeoutMs = 30_000;
const readTimeoutMs = 5_000;
// Whoever waits for a row that an operator's merge holds is to make room for those who do not.
const lockTimeoutMs = 3_000;
// A process whose machine is gone says no farewell: its transaction would keep its locks until TCP gives up.
const idleInTransactionTimeoutMs = 40_000;
const idleTimeoutMillis = 30_000;
const keepAliveDelayMs = 10_000;

const settings = {
  // Whoever is answered is promised that it is on the disk, whatever the role's or the database's defaults say.
  synchronous_commit: "on",
  // One statement keeps one processor busy, and compiles nothing: the others are needed by other keys.
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

/** Opens the store and proves that it can be reached. @throws {OperatorError} it cannot */
export async function openDatabase({ databaseUrl, dataDir, log, workers = 1, signal }: Options): Promise<Database> {
  const ownSettings = workers === 1 ? {} : { max_connections: String(100 + workers * connectionsPerProcess) };
  const server =
    databaseUrl === undefined ? await openPrivatePostgres({ dataDir, log, settings: ownSettings, signal }) : undefined;
  const connection = server?.connection ?? parseDatabaseUrl(databaseUrl ?? "");
  const pools = openPools(connection, log);
  const closeServer = async () => {
    await Promise.all([pools.changes.end(), pools.reads.end()]);
    await server?.close();
  };
  try {
    const schema = await readSchema(pools.changes);
    const changes = { pool: pools.changes, db: openPrisma(pools.changes, schema) };
    const reads = { pool: pools.reads, db: openPrisma(pools.reads, schema) };
    const close = () => Promise.all([changes.db.$disconnect(), reads.db.$disconnect()]).then(closeServer, closeServer);
    return { ...changes, reads, isPrivate: server !== undefined, connection, close };
  } catch (error) {
    await closeServer();
    throw server === undefined ? explain(error, connection) : error;
  }
}

/** The service's two pools. Nothing is connected before it is needed. */
export function openPools(connection: ClientConfig, log: Logger): { readonly changes: Pool; readonly reads: Pool } {
  const open = (max: number, timeoutMs: number) =>
    openPool(
      {
        ...withSettings(connection, settings),
        application_name: "petstore",
        max,
        connectionTimeoutMillis,
        idleTimeoutMillis,
        // What an address says, pg puts over what stands beside it.
        statement_timeout: parametersOf(connection).statement_timeout || timeoutMs,
        lock_timeout: lockTimeoutMs,
        idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveDelayMs,
      },
      log,
    );
  return { changes: open(poolSizes.changes, changeTimeoutMs), reads: open(poolSizes.reads, readTimeoutMs) };
}

// pg's types know nothing of what it has read out of the address.
function parametersOf(connection: ClientConfig): { options?: string; statement_timeout?: number } {
  return Reflect.get(new Client(connection), "connectionParameters") as ReturnType<typeof parametersOf>;
}

/**
 * A connection that begins with these settings, behind those that its address or PGOPTIONS ask for: PostgreSQL takes the last.
 * They go in the first message of the connection, and so cost no round trip.
 */
function withSettings(connection: ClientConfig, settings: Record<string, string>): ClientConfig {
  const { options: own = "" } = parametersOf(connection);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const options = [own, ...ours].filter((option) => option !== "").join(" ");
  const { connectionString } = connection;
  if (connectionString === undefined) return { ...connection, options };
  // What an address says, pg puts over what stands beside it; of what it says twice, the last.
  const mark = connectionString.includes("?") ? "&" : "?";
  return { ...connection, connectionString: `${connectionString}${mark}options=${encodeURIComponent(options)}` };
}

// The default schema is the role's to choose: without it, Prisma would look in "public" and raw SQL elsewhere.
async function readSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string | null }>("SELECT current_schema() AS schema");
  return rows[0]?.schema ?? "public";
}

export function openPrisma(pool: Pool, schema: string): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { schema }),
    // Longer than the pool's own limit, so that it is the pool which says that no connection came about.
    transactionOptions: { maxWait: connectionTimeoutMillis + 1_000 },
  });
}

function parseDatabaseUrl(databaseUrl: string): ClientConfig {
  const connection = { connectionString: databaseUrl };
  if (!isPostgresAddress(connection)) {
    throw new OperatorError(
      "DATABASE_URL is not the address of a PostgreSQL database: it must read like " +
        "postgresql://user:password@host:5432/database, with special characters in the password percent-encoded.",
    );
  }
  return connection;
}

// Not URL.canParse: addresses such as postgresql://user@/name?host=/socket/folder are pg's own. What is no address
// at all, pg takes for the name of a database.
function isPostgresAddress(connection: { connectionString: string }): boolean {
  try {
    const isReadable = new Client(connection) instanceof Client;
    return isReadable && /^postgres(ql)?:\/\//.test(connection.connectionString);
  } catch {
    return false;
  }
}

// By what PostgreSQL and Node call it; never with the error's own text, which could repeat the address.
function explain(error: unknown, connection: ClientConfig): unknown {
  const { host, port, user, database } = new Client(connection);
  const place = `the database "${database ?? ""}" at ${host}:${port}, named by DATABASE_URL,`;
  const fail = (rest: string) => new OperatorError(`${place} ${rest}`.replace(/^t/, "T"));
  if (hasCode(error, "3D000")) {
    return fail("does not exist: create it, or correct DATABASE_URL.");
  }
  if (hasCode(error, "28000", "28P01", "42501")) {
    return fail(
      `refuses the user "${user ?? ""}" (${error.code}): correct the password in DATABASE_URL or the server's rules.`,
    );
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return fail(`cannot be reached (${code}): see that it runs and can be reached from here, or correct DATABASE_URL.`);
}
