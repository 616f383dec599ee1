import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Logger } from "pino";
import { CANNOT_CONNECT, hasCode, isDatabaseUnavailable, isLoginRefused, withCode } from "./errors.js";
import { ServiceClient } from "./pool.js";
import type { PostgresFolder } from "./postgres-folder.js";
import { readPid } from "./postgres-pid.js";
import { abandonStart, hasEnded, hasFailed, type Start, startServer, throwAfterTooMany } from "./postgres-start.js";

export type PostgresServer = {
  readonly folder: PostgresFolder;
  readonly host: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Logger;
};

const SLOW_AFTER_MS = 5_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

export type Lease = { readonly client: Client; readonly lost: Promise<void> };

export const connectionTo = (host: string, user: string, database: string) => {
  // Sets every field that pg would otherwise read from PGPORT, PGSSLMODE and similar variables.
  return { host, port: 5432, user, database, ssl: false };
};

const explainRefusal = (error: unknown): "absent" | "busy" => {
  if (hasCode(error, "ENOENT", "ECONNREFUSED")) return "absent";
  if (isLoginRefused(error)) throw error;
  if (isDatabaseUnavailable(withCode(error, CANNOT_CONNECT))) return "busy";
  throw error;
};

const tryConnect = async ({ host }: PostgresServer): Promise<Lease | "absent" | "busy"> => {
  const options = { ...connectionTo(host, "postgres", "postgres"), connectionTimeoutMillis: 10_000 };
  const client: Client = new ServiceClient(options);
  const lost = new Promise<void>((resolve) => client.once("end", () => resolve()));
  try {
    await client.connect();
    return { client, lost };
  } catch (error) {
    await client.end().catch(() => {});
    return explainRefusal(error);
  }
};

export const connectOrStart = async (server: PostgresServer, signal: AbortSignal): Promise<Lease> => {
  const startedAt = Date.now();
  let start: Start | undefined;
  let isSlow = false;
  for (let failedStarts = 0; ; ) {
    if (signal.aborted) {
      await abandonStart(start);
      throw signal.reason;
    }
    const attempt = await tryConnect(server);
    if (typeof attempt === "object") return attempt;
    if (attempt === "absent" && hasEnded(start)) {
      if (start !== undefined) {
        failedStarts = hasFailed(start) ? failedStarts + 1 : 0;
        await throwAfterTooMany(server.folder, start, failedStarts);
        await sleep(Math.min(25 * 2 ** failedStarts, 1_000));
      }
      start = await startServer(server.folder, server.settings);
    }
    if (!isSlow && Date.now() - startedAt > SLOW_AFTER_MS) {
      isSlow = true;
      server.log.warn("The private PostgreSQL is not ready yet; it may be recovering.");
    }
    await sleep(POLL_MS);
  }
};

const interrupt = (pid: number): boolean => {
  try {
    return process.kill(pid, "SIGINT");
  } catch (error) {
    if (hasCode(error, "ESRCH")) return false;
    throw error;
  }
};

/**
 * Stops the server whose process id is in `postmaster.pid`. It is the right server, because the caller holds a
 * connection to it.
 */
export const stopServer = async ({ folder, log }: PostgresServer): Promise<void> => {
  const pid = await readPid(folder.pgData);
  if (pid === undefined || !interrupt(pid)) return;
  const giveUpAt = Date.now() + STOP_TIMEOUT_MS;
  while ((await readPid(folder.pgData)) === pid) {
    if (Date.now() > giveUpAt) {
      log.warn({ pid }, "The private PostgreSQL has not stopped in time; the service ends without waiting for it.");
      return;
    }
    await sleep(POLL_MS);
  }
};
