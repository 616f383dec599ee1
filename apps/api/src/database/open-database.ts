import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientConfig, type Pool } from "pg";
import type { Logger } from "pino";
import { connectionsPerProcess, poolSizes } from "../concurrency/connection-budget.js";
import { PrismaClient } from "../generated/client.js";
import { parametersOf } from "../patches/pg-client.js";
import type { Tracing } from "../tracing/tracing.js";
import { hasCode } from "./errors.js";
import { OperatorError } from "./operator-error.js";
import { openPool } from "./pool.js";
import { openPrivatePostgres, type PrivatePostgresStats } from "./private-postgres.js";

export type Connections = { readonly db: PrismaClient; readonly pool: Pool };

export type Database = Connections & {
  readonly reads: Connections;
  readonly isPrivate: boolean;
  readonly connection: ClientConfig;
  /** Undefined for a server that DATABASE_URL names. */
  readonly privatePostgres?: (() => PrivatePostgresStats) | undefined;
  close(): Promise<void>;
};

type Options = {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Logger;
  readonly workers?: number;
  readonly signal?: AbortSignal | undefined;
  readonly tracing?: Tracing | undefined;
};

const CONNECTION_TIMEOUT_MS = 3_000;
const CHANGE_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 5_000;
/** Requests that wait for an operator's merge must release their connections to others. */
const LOCK_TIMEOUT_MS = 3_000;
/** A client whose machine is gone would hold its locks until TCP gives up. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 40_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

const settings = {
  // Defaults of the role or the database may be off.
  synchronous_commit: "on",
  // One statement may keep one processor busy: the others are for other keys.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  // Prisma drops the offset of a timestamptz.
  timezone: "UTC",
};

/** Adds settings behind those of the address or PGOPTIONS: PostgreSQL uses the last. */
const withSettings = (connection: ClientConfig, added: Readonly<Record<string, string>>): ClientConfig => {
  const { options: own = "" } = parametersOf(connection);
  const ours = Object.entries(added).map(([name, value]) => `-c ${name}=${value}`);
  const options = [own, ...ours].filter((option) => option !== "").join(" ");
  const { connectionString } = connection;
  if (connectionString === undefined) return { ...connection, options };
  // pg prefers the address to the option beside it, and the last of two parameters.
  const mark = connectionString.includes("?") ? "&" : "?";
  return { ...connection, connectionString: `${connectionString}${mark}options=${encodeURIComponent(options)}` };
};

export const openPools = (
  connection: ClientConfig,
  log: Logger,
  tracing?: Tracing,
): { readonly changes: Pool; readonly reads: Pool } => {
  const open = (max: number, timeoutMs: number) =>
    openPool(
      {
        ...withSettings(connection, settings),
        application_name: "petstore",
        max,
        connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
        idleTimeoutMillis: IDLE_TIMEOUT_MS,
        statement_timeout: parametersOf(connection).statement_timeout || timeoutMs,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      },
      log,
      tracing,
    );
  return { changes: open(poolSizes.changes, CHANGE_TIMEOUT_MS), reads: open(poolSizes.reads, READ_TIMEOUT_MS) };
};

export const openPrisma = (pool: Pool, schema: string): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg(pool, { schema }),
    // Longer than the pool's own limit, so that the error is the pool's.
    transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS + 1_000 },
  });

/** The role chooses the schema of raw SQL; Prisma would look in "public". */
const readSchema = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ schema: string | null }>("SELECT current_schema() AS schema");
  return rows[0]?.schema ?? "public";
};

/** Not URL.canParse: pg also has addresses such as postgresql://user@/name?host=/socket/folder. */
const isPostgresAddress = (connection: { readonly connectionString: string }): boolean => {
  try {
    const isReadable = new Client(connection) instanceof Client;
    return isReadable && /^postgres(ql)?:\/\//.test(connection.connectionString);
  } catch {
    return false;
  }
};

const parseDatabaseUrl = (databaseUrl: string): ClientConfig => {
  const connection = { connectionString: databaseUrl };
  if (!isPostgresAddress(connection)) {
    throw new OperatorError(
      "invalid_environment",
      "DATABASE_URL is not the address of a PostgreSQL database:",
      "it must read like postgresql://user:password@host:5432/database, with special characters in the password percent-encoded.",
    );
  }
  return connection;
};

/** Without the error's own text, which could repeat the password. */
const explain = (error: unknown, connection: ClientConfig): unknown => {
  const { host, port, user, database } = new Client(connection);
  const place = `The database "${database ?? ""}" at ${host}:${port}, named by DATABASE_URL,`;
  const fail = (problem: string, remedy: string) =>
    new OperatorError("database_unavailable", `${place} ${problem}`, remedy);
  if (hasCode(error, "3D000")) {
    return fail("does not exist:", "create it, or correct DATABASE_URL.");
  }
  if (hasCode(error, "28000", "28P01", "42501")) {
    return fail(
      `refuses the user "${user ?? ""}" (${error.code}):`,
      "correct the password in DATABASE_URL or the server's rules.",
    );
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return fail(
    `cannot be reached (${code}):`,
    "see that it runs and can be reached from here, or correct DATABASE_URL.",
  );
};

export const openDatabase = async (options: Options): Promise<Database> => {
  const { databaseUrl, dataDir, log, workers = 1, signal, tracing } = options;
  const ownSettings = workers === 1 ? {} : { max_connections: String(100 + workers * connectionsPerProcess) };
  const server =
    databaseUrl === undefined ? await openPrivatePostgres({ dataDir, log, settings: ownSettings, signal }) : undefined;
  const connection = server?.connection ?? parseDatabaseUrl(databaseUrl ?? "");
  const pools = openPools(connection, log, tracing);
  const closeServer = async () => {
    await Promise.all([pools.changes.end(), pools.reads.end()]);
    await server?.close();
  };
  try {
    const schema = await readSchema(pools.changes);
    const changes = { pool: pools.changes, db: openPrisma(pools.changes, schema) };
    const reads = { pool: pools.reads, db: openPrisma(pools.reads, schema) };
    const close = () => Promise.all([changes.db.$disconnect(), reads.db.$disconnect()]).then(closeServer, closeServer);
    return { ...changes, reads, isPrivate: server !== undefined, connection, privatePostgres: server?.stats, close };
  } catch (error) {
    await closeServer();
    throw server === undefined ? explain(error, connection) : error;
  }
};
