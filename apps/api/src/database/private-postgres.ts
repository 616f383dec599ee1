import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import type { Logger } from "pino";
import { createStore, STORE_NAME } from "./create-store.js";
import { isDatabaseUnavailable, withCode } from "./errors.js";
import { preparePostgresFolder } from "./postgres-folder.js";
import { boundServerLog } from "./postgres-log.js";
import { connectionTo, connectOrStart, type Lease, type PostgresServer, stopServer } from "./postgres-server.js";

/** `restarts` counts how often this process found that the server had died and got it running again. */
export type PrivatePostgresStats = { readonly isRunning: boolean; readonly restarts: number };

export type PrivatePostgres = {
  readonly connection: ClientConfig & {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  readonly stats: () => PrivatePostgresStats;
  close(): Promise<void>;
};

type Options = {
  readonly dataDir: string;
  readonly log: Logger;
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How often, in milliseconds, the size of the log is checked. */
  readonly logCheckMs?: number;
};

const LOG_CHECK_MS = 60_000;

/** All users of the server hold this lock in shared mode. A user that gets it in exclusive mode is the last one. */
const LEASE_LOCK = 5_028_841;
const RETRY_DELAY_MS = 5_000;
/** The limit of the operating system is 107 on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Opens a shorter path to the folder, through a file descriptor, if its own path is too long. */
const openSocketFolder = async (pgData: string): Promise<{ readonly path: string; close(): Promise<void> }> => {
  const isShort = Buffer.byteLength(join(pgData, ".s.PGSQL.5432")) <= MAX_SOCKET_PATH_BYTES;
  if (isShort) return { path: pgData, close: async () => {} };
  const folder = await open(pgData);
  return { path: `/proc/self/fd/${folder.fd}`, close: () => folder.close() };
};

/** pg's error has no code, so it gets one here. */
const isConnectionLost = (error: unknown): boolean => isDatabaseUnavailable(withCode(error, "08003"));

const returnLease = async (server: PostgresServer, { client }: Lease): Promise<void> => {
  try {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [LEASE_LOCK]);
    const { rows } = await client.query<{ isLast: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLast"', [
      LEASE_LOCK,
    ]);
    if (rows[0]?.isLast === true) await stopServer(server);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  } finally {
    await client.end().catch(() => {});
  }
};

const takeLease = async (server: PostgresServer, signal: AbortSignal): Promise<Lease> => {
  for (;;) {
    const lease = await connectOrStart(server, signal);
    try {
      await lease.client.query("SELECT pg_advisory_lock_shared($1)", [LEASE_LOCK]);
      await createStore(lease.client);
      return lease;
    } catch (error) {
      await returnLease(server, lease);
      // The last user has just stopped the server. The next round starts it again.
      if (!isConnectionLost(error)) throw error;
    }
  }
};

const renewLease = async (server: PostgresServer, signal: AbortSignal): Promise<Lease | undefined> => {
  for (;;) {
    try {
      return await takeLease(server, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      server.log.error({ err: error }, "The private PostgreSQL does not start; trying again.");
      await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => {});
    }
  }
};

type HeldLease = { readonly stats: () => PrivatePostgresStats; close(): Promise<void> };

const holdLease = async (server: PostgresServer, abandoned?: AbortSignal): Promise<HeldLease> => {
  const closing = new AbortController();
  const aborted = new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  let lease: Lease | undefined = await takeLease(server, abandoned ?? closing.signal);
  if (abandoned?.aborted) {
    await returnLease(server, lease);
    throw abandoned.reason;
  }
  const stats = { isRunning: true, restarts: 0 };
  const watch = async (): Promise<void> => {
    while (lease !== undefined) {
      await Promise.race([lease.lost, aborted]);
      if (closing.signal.aborted) return;
      stats.isRunning = false;
      server.log.error("The private PostgreSQL has died; starting it again.");
      lease = await renewLease(server, closing.signal);
      if (lease === undefined) return;
      Object.assign(stats, { isRunning: true, restarts: stats.restarts + 1 });
      server.log.info("The private PostgreSQL is running again.");
    }
  };
  const watching = watch();
  const close = async () => {
    closing.abort();
    await watching;
    if (lease !== undefined) await returnLease(server, lease);
  };
  return { stats: () => ({ ...stats }), close };
};

const once = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
};

/**
 * Starts the server of a data folder, or connects to one that is running. It restarts the server if it dies, and stops
 * it when the last user closes.
 */
export const openPrivatePostgres = async ({
  dataDir,
  log,
  settings = {},
  signal,
  logCheckMs = LOG_CHECK_MS,
}: Options): Promise<PrivatePostgres> => {
  const folder = await preparePostgresFolder(dataDir, settings["fsync"] === "off" ? ["--no-sync"] : [], signal);
  const socket = await openSocketFolder(folder.pgData);
  const server = { folder, host: socket.path, settings, log };
  try {
    const lease = await holdLease(server, signal);
    const connection = connectionTo(server.host, STORE_NAME, STORE_NAME);
    const checkLog = () =>
      boundServerLog(folder).catch((error: unknown) =>
        log.warn({ err: error }, "postgres.log could not be truncated."),
      );
    const checking = setInterval(() => void checkLog(), logCheckMs).unref();
    const close = once(() => {
      clearInterval(checking);
      return lease.close().finally(() => socket.close());
    });
    return { connection, stats: lease.stats, close };
  } catch (error) {
    await socket.close();
    throw error;
  }
};
