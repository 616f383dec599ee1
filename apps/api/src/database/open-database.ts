import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientConfig, type Pool } from "pg";
import type { Logger } from "pino";

import { PrismaClient } from "../generated/client.js";
import { OperatorError } from "../operator-error.js";
import { hasCode } from "./errors.js";
import { openPool } from "./pool.js";
import { openPrivatePostgres } from "./private-postgres.js";

export type Database = {
  db: PrismaClient;
  /** The connections that `db` uses too. */
  pool: Pool;
  /** Whether the service runs the server itself, because no DATABASE_URL names one. */
  isPrivate: boolean;
  /** For a connection beside the pool's, such as one that listens or migrates. */
  connection: ClientConfig;
  close(): Promise<void>;
};

type Options = { databaseUrl?: string | undefined; dataDir: string; log: Logger; poolSize?: number; workers?: number };

const connectionTimeoutMillis = 5_000;
const statementTimeoutMs = 30_000;
// Whoever waits for a row that an operator's merge holds is to make room for those who do not.
const lockTimeoutMs = 3_000;
// A process whose machine is gone says no farewell: its transaction would keep its locks until TCP gives up.
const idleInTransactionTimeoutMs = 40_000;
const idleTimeoutMillis = 30_000;
// Its pool, its listener and its lease of the private server.
const connectionsPerWorker = 12;

// Whoever is answered is promised that it is on the disk, whatever the role's or the database's defaults say.
const settings = { synchronous_commit: "on" };

/** Opens the store and proves that it can be reached. @throws {OperatorError} it cannot */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  poolSize = 10,
  workers = 1,
}: Options): Promise<Database> {
  const ownSettings = workers === 1 ? {} : { max_connections: String(100 + workers * connectionsPerWorker) };
  const server =
    databaseUrl === undefined ? await openPrivatePostgres({ dataDir, log, settings: ownSettings }) : undefined;
  const connection = server?.connection ?? parseDatabaseUrl(databaseUrl ?? "");
  const pool = openPool(
    {
      ...withSettings(connection, settings),
      application_name: "petstore",
      max: poolSize,
      connectionTimeoutMillis,
      idleTimeoutMillis,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      keepAlive: true,
    },
    log,
  );
  const closeServer = async () => {
    await pool.end();
    await server?.close();
  };
  try {
    const db = openPrisma(pool, await readSchema(pool));
    const close = () => db.$disconnect().finally(closeServer);
    return { db, pool, isPrivate: server !== undefined, connection, close };
  } catch (error) {
    await closeServer();
    throw server === undefined ? explain(error, connection) : error;
  }
}

/**
 * A connection that begins with these settings, behind those that its address or PGOPTIONS ask for: PostgreSQL takes the last.
 * They go in the first message of the connection, and so cost no round trip.
 */
function withSettings(connection: ClientConfig, settings: Record<string, string>): ClientConfig {
  // pg's types know nothing of what it has read out of the address.
  const { options: own = "" } = Reflect.get(new Client(connection), "connectionParameters") as { options?: string };
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

function openPrisma(pool: Pool, schema: string): PrismaClient {
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
