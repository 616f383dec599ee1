import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";
import type { Logger } from "pino";

import { hasCode, isDatabaseUnavailable, withCode } from "./errors.js";
import { codeErrorsOf } from "./pool.js";
import type { PostgresFolder } from "./postgres-folder.js";
import { readPid } from "./postgres-pid.js";
import { abandonStart, giveUpAfterTooMany, hasEnded, hasFailed, type Start, startServer } from "./postgres-start.js";

/** What is needed to talk to the server of a folder, whoever started it. `host` is the folder of its socket. */
export type PostgresServer = { folder: PostgresFolder; host: string; settings: Record<string, string>; log: Logger };

const slowAfterMs = 5_000;
const stopWithinMs = 60_000;

/** A superuser's connection. `lost` is fulfilled when it ends, whatever ends it. */
export type Lease = { client: Client; lost: Promise<void> };

/** Connects to the running server; starts it if nobody has. Waits out its recovery. */
export async function connectOrStart(server: PostgresServer, signal: AbortSignal): Promise<Lease> {
  const startedAt = Date.now();
  let start: Start | undefined;
  let isSlow = false;
  for (let failedStarts = 0; ; ) {
    if (signal.aborted) {
      await abandonStart(start);
      throw signal.reason;
    }
    const attempt = await tryConnect(server);
    if (typeof attempt === "object") {
      return attempt;
    }
    if (attempt === "absent" && hasEnded(start)) {
      if (start !== undefined) {
        failedStarts = hasFailed(start) ? failedStarts + 1 : 0;
        await giveUpAfterTooMany(server.folder, start, failedStarts);
        await sleep(Math.min(25 * 2 ** failedStarts, 1_000));
      }
      start = await startServer(server.folder, server.settings);
    }
    if (!isSlow && Date.now() - startedAt > slowAfterMs) {
      isSlow = true;
      server.log.warn("the private PostgreSQL is not ready yet, it may be recovering; waiting for it");
    }
    await sleep(20);
  }
}

async function tryConnect({ host }: PostgresServer): Promise<Lease | "absent" | "busy"> {
  const client = new Client({ ...connectionTo(host, "postgres", "postgres"), connectionTimeoutMillis: 10_000 });
  codeErrorsOf(client);
  const lost = new Promise<void>((resolve) => client.once("end", () => resolve()));
  try {
    await client.connect();
    return { client, lost };
  } catch (error) {
    await client.end().catch(() => {});
    return explainRefusal(error);
  }
}

function explainRefusal(error: unknown): "absent" | "busy" {
  if (hasCode(error, "ENOENT", "ECONNREFUSED")) {
    return "absent";
  }
  if (isDatabaseUnavailable(withCode(error, "08001"))) {
    return "busy";
  }
  throw error;
}

export function connectionTo(host: string, user: string, database: string) {
  // All that pg would else read from PGPORT, PGSSLMODE and the like.
  return { host, port: 5432, user, database, ssl: false };
}

/** The caller holds a connection to the server: so the process in its `postmaster.pid` is that server, and no other. */
export async function stopServer({ folder, log }: PostgresServer): Promise<void> {
  const pid = await readPid(folder.pgData);
  if (pid === undefined) {
    return;
  }
  if (!interrupt(pid)) {
    return;
  }
  const giveUpAt = Date.now() + stopWithinMs;
  while ((await readPid(folder.pgData)) === pid) {
    if (Date.now() > giveUpAt) {
      log.warn({ pid }, "the private PostgreSQL takes long to stop; it is left to finish by itself");
      return;
    }
    await sleep(20);
  }
}

/** @returns false where the process has ended by itself, as when another process stopped the server just before */
function interrupt(pid: number): boolean {
  try {
    return process.kill(pid, "SIGINT");
  } catch (error) {
    if (hasCode(error, "ESRCH")) {
      return false;
    }
    throw error;
  }
}
