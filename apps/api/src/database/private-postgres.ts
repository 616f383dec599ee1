import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { ClientConfig } from "pg";
import type { Logger } from "pino";

import { createStore, storeName } from "./create-store.js";
import { isDatabaseUnavailable, withCode } from "./errors.js";
import { preparePostgresFolder } from "./postgres-folder.js";
import { connectionTo, connectOrStart, type Lease, type PostgresServer, stopServer } from "./postgres-server.js";

export type PrivatePostgres = {
  /** As the ordinary user that owns the store's database. */
  connection: ClientConfig & { host: string; port: number; user: string; database: string };
  /** Stops the server, unless another process still uses it. */
  close(): Promise<void>;
};

type Options = { dataDir: string; log: Logger; settings?: Record<string, string>; signal?: AbortSignal | undefined };

// Whoever uses the server holds this lock, shared; whoever gets it alone is the last and may stop the server.
const leaseLock = 5_028_841;

/**
 * The PostgreSQL that belongs to a data folder. It is started, or, if it runs already, joined; it is brought back
 * when it dies, and stopped with its last user.
 *
 * @param options.settings PostgreSQL's own settings, for a server that this call starts
 * @param options.signal abandons the opening: a server that this call started is stopped again
 * @throws {OperatorError} the folder or the platform does not allow it
 */
export async function openPrivatePostgres({ dataDir, log, settings = {}, signal }: Options): Promise<PrivatePostgres> {
  // A store that may be lost with the machine need not be waited for at its making either.
  const folder = await preparePostgresFolder(dataDir, settings["fsync"] === "off" ? ["--no-sync"] : [], signal);
  const socket = await openSocketFolder(folder.pgData);
  const server = { folder, host: socket.path, settings, log };
  try {
    const closeLease = await holdLease(server, signal);
    const connection = connectionTo(server.host, storeName, storeName);
    return { connection, close: once(() => closeLease().finally(() => socket.close())) };
  } catch (error) {
    await socket.close();
    throw error;
  }
}

// A socket's path has 107 bytes at most (103 on macOS). A longer one is reached through this process's open folder.
async function openSocketFolder(pgData: string): Promise<{ path: string; close(): Promise<void> }> {
  const isShort = Buffer.byteLength(join(pgData, ".s.PGSQL.5432")) <= 103;
  if (isShort) {
    return { path: pgData, close: async () => {} };
  }
  const folder = await open(pgData);
  return { path: `/proc/self/fd/${folder.fd}`, close: () => folder.close() };
}

/** Keeps a connection to the server, and with it the server alive, until the returned function is called. */
async function holdLease(server: PostgresServer, abandoned?: AbortSignal): Promise<() => Promise<void>> {
  const closing = new AbortController();
  const aborted = new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  let lease: Lease | undefined = await takeLease(server, abandoned ?? closing.signal);
  if (abandoned?.aborted) {
    await returnLease(server, lease);
    throw abandoned.reason;
  }
  const watching = watch();

  async function watch(): Promise<void> {
    while (lease !== undefined) {
      await Promise.race([lease.lost, aborted]);
      if (closing.signal.aborted) {
        return;
      }
      server.log.error("the private PostgreSQL is gone; starting it again");
      lease = await renewLease(server, closing.signal);
      server.log.info("the private PostgreSQL is back");
    }
  }

  return async () => {
    closing.abort();
    await watching;
    if (lease !== undefined) {
      await returnLease(server, lease);
    }
  };
}

/** Tries until it succeeds; undefined when it is closed meanwhile. */
async function renewLease(server: PostgresServer, signal: AbortSignal): Promise<Lease | undefined> {
  for (;;) {
    try {
      return await takeLease(server, signal);
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      server.log.error({ err: error }, "the private PostgreSQL does not start; trying again");
      await sleep(5_000, undefined, { signal }).catch(() => {});
    }
  }
}

async function takeLease(server: PostgresServer, signal: AbortSignal): Promise<Lease> {
  for (;;) {
    const lease = await connectOrStart(server, signal);
    try {
      await lease.client.query("SELECT pg_advisory_lock_shared($1)", [leaseLock]);
      await createStore(lease.client);
      return lease;
    } catch (error) {
      // Stops the server where this process started it and nobody else uses it.
      await returnLease(server, lease);
      // Its last user stopped the server at that moment: the next turn starts it again.
      if (!isConnectionLost(error)) {
        throw error;
      }
    }
  }
}

async function returnLease(server: PostgresServer, { client }: Lease): Promise<void> {
  try {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [leaseLock]);
    const { rows } = await client.query<{ isLast: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLast"', [
      leaseLock,
    ]);
    if (rows[0]?.isLast === true) {
      await stopServer(server);
    }
  } catch (error) {
    // It died on its own: nothing is left to stop.
    if (!isConnectionLost(error)) {
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

// A client that has lost its connection refuses queries with an error that has no code.
const isConnectionLost = (error: unknown): boolean => isDatabaseUnavailable(withCode(error, "08003"));

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
