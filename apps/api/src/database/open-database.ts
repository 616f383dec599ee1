import { Client, type ClientConfig, type Pool } from "pg";
import type { Logger } from "pino";
import { connectionsPerProcess, poolSizes } from "../config/connection-budget.js";
import { untilAborted } from "./until-aborted.js";
import { parametersOf } from "../patches/pg-client.js";
import type { Tracing } from "../tracing/tracing.js";
import { CANNOT_CONNECT, hasCode, withCode } from "./errors.js";
import { explainDatabaseError } from "./explain-database-error.js";
import { tlsPage } from "./explain-tls.js";
import { OperatorError } from "../config/operator-error.js";
import { openPool } from "./pool.js";
import { checkPooler, takesStartupParameters } from "./pooler.js";
import { CONNECTION_TIMEOUT_MS, type Db, openPrisma } from "./prisma-client.js";
import { openPrivatePostgres, type PrivatePostgresStats } from "./private-postgres.js";
import { setInSession } from "./set-in-session.js";

export type Connections = { readonly db: Db; readonly pool: Pool };

export type Database = Connections & {
  readonly reads: Connections;
  readonly isPrivate: boolean;
  readonly connection: ClientConfig;
  /** Undefined if DATABASE_URL is set. */
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

const CHANGE_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 5_000;
/** This is short, because requests that wait for a merge must soon release their connections. */
const LOCK_TIMEOUT_MS = 3_000;
/** Otherwise a client whose machine has gone would hold its locks until TCP gives up. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 40_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

const settings = {
  // The default of the role or of the database may be off.
  synchronous_commit: "on",
  // A statement may use only one processor, so that the others are free for other requests.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  // Prisma ignores the offset of a timestamptz, so the offset must be zero.
  timezone: "UTC",
};

/** Adds settings after the settings of the address or of PGOPTIONS, because PostgreSQL uses the last value. */
const withSettings = (connection: ClientConfig, added: Readonly<Record<string, string>>): ClientConfig => {
  const { options: own = "" } = parametersOf(connection);
  const ours = Object.entries(added).map(([name, value]) => `-c ${name}=${value}`);
  const options = [own, ...ours].filter((option) => option !== "").join(" ");
  const { connectionString } = connection;
  if (connectionString === undefined) return { ...connection, options };
  // pg prefers the address to a separate option, and of two parameters with the same name it uses the last.
  const mark = connectionString.includes("?") ? "&" : "?";
  return { ...connection, connectionString: `${connectionString}${mark}options=${encodeURIComponent(options)}` };
};

type PoolOptions = {
  readonly max: number;
  readonly timeoutMs: number;
  readonly connectTimeoutMs?: number;
  /** True if each session sets its settings itself, which is necessary behind a pooler. */
  readonly isPooled?: boolean;
  readonly isStandby?: boolean;
  readonly tracing?: Tracing | undefined;
};

const timeoutsOf = (connection: ClientConfig, timeoutMs: number) => ({
  statement_timeout: parametersOf(connection).statement_timeout || timeoutMs,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

/** The settings of a session as `pg_settings` shows them. */
const sessionSettings = (connection: ClientConfig, timeoutMs: number): Readonly<Record<string, string>> => {
  const timeouts = Object.entries(timeoutsOf(connection, timeoutMs)).map(([name, ms]) => [name, String(ms)]);
  return { ...settings, ...Object.fromEntries(timeouts) };
};

const openPoolOf = (
  connection: ClientConfig,
  log: Logger,
  {
    max,
    timeoutMs,
    connectTimeoutMs = CONNECTION_TIMEOUT_MS,
    isPooled = false,
    isStandby = false,
    tracing,
  }: PoolOptions,
): Pool => {
  const timeouts = timeoutsOf(connection, timeoutMs);
  return openPool(
    {
      ...(isPooled
        ? { ...connection, onConnect: setInSession(sessionSettings(connection, timeoutMs)) }
        : { ...withSettings(connection, settings), ...timeouts }),
      application_name: "petstore",
      refusesStandby: !isStandby,
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    },
    timeouts.statement_timeout,
    log,
    tracing,
  );
};

export const openReadsPool = (
  connection: ClientConfig,
  log: Logger,
  options: Omit<PoolOptions, "timeoutMs"> = { max: poolSizes.reads },
): Pool => openPoolOf(connection, log, { ...options, timeoutMs: READ_TIMEOUT_MS });

type Pools = { readonly changes: Pool; readonly reads: Pool };

export const openPools = (
  connection: ClientConfig,
  log: Logger,
  options: Pick<PoolOptions, "isPooled" | "tracing"> = {},
): Pools => ({
  changes: openPoolOf(connection, log, { ...options, max: poolSizes.changes, timeoutMs: CHANGE_TIMEOUT_MS }),
  reads: openReadsPool(connection, log, { ...options, max: poolSizes.reads }),
});

const endPools = ({ changes, reads }: Pools) => Promise.all([changes.end(), reads.end()]);

/** @throws OperatorError if the service cannot work with the pooler (docs/high-availability.md). */
const openNamedPools = async (connection: ClientConfig, log: Logger, tracing?: Tracing): Promise<Pools> => {
  const pools = openPools(connection, log, { tracing });
  try {
    if (await takesStartupParameters(pools.changes, sessionSettings(connection, CHANGE_TIMEOUT_MS))) return pools;
    await checkPooler(connection);
  } catch (error) {
    await endPools(pools);
    throw error;
  }
  await endPools(pools);
  return openPools(connection, log, { isPooled: true, tracing });
};

const fileErrors = ["EACCES", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "EPERM"];

/**
 * Uses pg to parse the address, because URL.canParse refuses addresses such as
 * postgresql://user@/name?host=/socket/folder.
 * @throws OperatorError if the address is valid but names a file of certificates that pg cannot read.
 */
const isPostgresAddress = (variable: string, connection: { readonly connectionString: string }): boolean => {
  try {
    const isReadable = new Client(connection) instanceof Client;
    return isReadable && /^postgres(ql)?:\/\//.test(connection.connectionString);
  } catch (error) {
    if (!hasCode(error, ...fileErrors)) return false;
    throw new OperatorError(
      "invalid_environment",
      `${variable} names the file "${String(Reflect.get(error, "path"))}", which cannot be read (${error.code}):`,
      "correct sslrootcert, sslcert or sslkey, and make sure that this user may read their files.",
    );
  }
};

/** Recognises libpq's list of hosts, which pg would treat as one long name. */
const namesSeveralHosts = (variable: string, address: string): boolean => {
  const [, rest = ""] = address.split("://", 2);
  const [authority = ""] = rest.split(/[/?#]/, 1);
  if (authority.slice(authority.lastIndexOf("@") + 1).includes(",")) return true;
  const connection = { connectionString: address };
  return isPostgresAddress(variable, connection) && new Client(connection).host.includes(",");
};

const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
/** pg ignores some parameters of libpq. They are no mistake, because other programs may use the same address. */
const tlsParameters =
  /^ssl(?:|cert|certmode|compression|crl|crldir|key|keylogfile|mode|negotiation|password|rootcert|sni)$/;

/** Returns what is wrong with the address's parameters for TLS, which pg would ignore or take for something else. */
const findTlsMistake = (address: string): string | undefined => {
  const [, query = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => /^ssl(?!_)/i.test(name) && !tlsParameters.test(name));
  if (unknown !== undefined) return `has the parameter "${unknown}", which does not exist`;
  const mode = parameters.getAll("sslmode").find((value) => !tlsModes.includes(value));
  return mode === undefined ? undefined : `has sslmode=${mode}, which does not exist`;
};

const requireTlsParameters = (variable: string, address: string): void => {
  const mistake = findTlsMistake(address);
  if (mistake === undefined) return;
  throw new OperatorError(
    "invalid_environment",
    `${variable} ${mistake}:`,
    `write sslmode=verify-full, or one of ${tlsModes.filter((mode) => mode !== "verify-full").join(", ")} (${tlsPage}).`,
  );
};

/** @param variable - The name of the environment variable that contains the address. */
export const parseAddress = (variable: string, address: string): ClientConfig => {
  const connection = { connectionString: address };
  if (namesSeveralHosts(variable, address)) {
    throw new OperatorError(
      "invalid_environment",
      `${variable} names several hosts, but the service connects to only one:`,
      "name one address, for example that of HAProxy.",
    );
  }
  if (!isPostgresAddress(variable, connection)) {
    throw new OperatorError(
      "invalid_environment",
      `${variable} is not the address of a PostgreSQL database:`,
      "it must look like postgresql://user:password@host:5432/database, with special characters in the password percent-encoded.",
    );
  }
  requireTlsParameters(variable, address);
  return connection;
};

const OLDEST_MAJOR = 15;
const VERSION_DIGITS = 10_000;

/** Reads which schema PostgreSQL uses for raw SQL of this role, because Prisma would otherwise look in "public". */
const readSchema = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ schema: string | null; version: number }>(
    "SELECT current_schema() AS schema, current_setting('server_version_num')::int AS version",
  );
  const { schema = null, version = 0 } = rows[0] ?? {};
  const major = Math.floor(version / VERSION_DIGITS);
  if (major < OLDEST_MAJOR) {
    throw new OperatorError(
      "database_unavailable",
      `DATABASE_URL names PostgreSQL ${major}, but the service needs ${OLDEST_MAJOR} or newer:`,
      "upgrade the server, or name another one.",
    );
  }
  return schema ?? "public";
};

const open = async ({ databaseUrl, dataDir, log, workers = 1, signal, tracing }: Options): Promise<Database> => {
  const ownSettings = workers === 1 ? {} : { max_connections: String(100 + workers * connectionsPerProcess) };
  const server =
    databaseUrl === undefined ? await openPrivatePostgres({ dataDir, log, settings: ownSettings, signal }) : undefined;
  const connection = server?.connection ?? parseAddress("DATABASE_URL", databaseUrl ?? "");
  const place = { connection, isPrivate: server !== undefined };
  const explain = (error: unknown) => explainDatabaseError(withCode(error, CANNOT_CONNECT), place);
  const pools =
    server === undefined
      ? await openNamedPools(connection, log, tracing).catch((error: unknown) =>
          Promise.reject(explain(error) as Error),
        )
      : openPools(connection, log, { tracing });
  const closeServer = async () => {
    await endPools(pools);
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
    throw explain(error);
  }
};

/** @param options - The `signal` ends the wait for a server named by DATABASE_URL, which may never answer. */
export const openDatabase = async (options: Options): Promise<Database> => {
  const { databaseUrl, signal } = options;
  const opening = open(options);
  if (databaseUrl === undefined || signal === undefined) return opening;
  try {
    return await untilAborted(signal, opening);
  } catch (error) {
    if (signal.aborted) void opening.then((database) => database.close()).catch(() => {});
    throw error;
  }
};
