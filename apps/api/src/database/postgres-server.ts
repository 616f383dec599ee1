import type { ChildProcess } from "node:child_process";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";
import type { Logger } from "pino";

import { OperatorError } from "../operator-error.js";
import { hasCode, isDatabaseUnavailable, withCode } from "./errors.js";
import { codeErrorsOf } from "./pool.js";
import type { PostgresFolder } from "./postgres-folder.js";
import { startProgram } from "./postgres-programs.js";

/** What is needed to talk to the server of a folder, whoever started it. `host` is the folder of its socket. */
export type PostgresServer = { folder: PostgresFolder; host: string; settings: Record<string, string>; log: Logger };

type Start = { child: ChildProcess; logOffset: number; failure?: Error };

const startsBeforeGivingUp = 8;
const slowAfterMs = 5_000;
const stopWithinMs = 60_000;
const logSizeLimit = 10 * 1024 * 1024;

/** A superuser's connection. `lost` is fulfilled when it ends, whatever ends it. */
export type Lease = { client: pg.Client; lost: Promise<void> };

/** Connects to the running server; starts it if nobody has. Waits out its recovery. */
export async function connectOrStart(server: PostgresServer, signal: AbortSignal): Promise<Lease> {
  const startedAt = Date.now();
  let start: Start | undefined;
  let isSlow = false;
  for (let starts = 0; ; ) {
    if (signal.aborted) {
      await abandon(start);
      throw signal.reason;
    }
    const attempt = await tryConnect(server);
    if (typeof attempt === "object") {
      return attempt;
    }
    if (attempt === "absent" && hasEnded(start)) {
      await giveUpAfterTooMany(server, start, starts);
      await sleep(start === undefined ? 0 : Math.min(50 * 2 ** starts, 1_000));
      start = await startServer(server);
      starts += 1;
    }
    if (!isSlow && Date.now() - startedAt > slowAfterMs) {
      isSlow = true;
      server.log.warn("the private PostgreSQL is not ready yet, it may be recovering; waiting for it");
    }
    await sleep(20);
  }
}

async function tryConnect({ host }: PostgresServer): Promise<Lease | "absent" | "busy"> {
  const client = new pg.Client({ ...connectionTo(host, "postgres", "postgres"), connectionTimeoutMillis: 10_000 });
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

const hasEnded = (start: Start | undefined): boolean =>
  start === undefined ||
  start.failure !== undefined ||
  start.child.exitCode !== null ||
  start.child.signalCode !== null;

// Closed while it was starting: nobody would hold a lease on it.
async function abandon(start: Start | undefined): Promise<void> {
  start?.child.kill("SIGINT");
  while (!hasEnded(start)) {
    await sleep(20);
  }
}

// A start may fail because another process was quicker, or while a killed server's last children still hold its
// memory; only one that keeps failing is a fault.
async function giveUpAfterTooMany({ folder }: PostgresServer, start: Start | undefined, starts: number) {
  if (start !== undefined && (start.failure !== undefined || starts >= startsBeforeGivingUp)) {
    const reason = start.failure?.message ?? (await lastComplaint(folder, start.logOffset));
    throw new OperatorError(
      `The private PostgreSQL in "${folder.pgData}" does not start (${reason}; see "${logPath(folder)}"): ` +
        "mend that, or name a PostgreSQL server in DATABASE_URL.",
    );
  }
}

const logPath = ({ dataDir }: PostgresFolder): string => join(dataDir, "postgres.log");

async function startServer({ folder, settings }: PostgresServer): Promise<Start> {
  const output = await openLog(folder);
  const { size } = await output.stat();
  const child = startProgram(folder.programs.postgres, serverArgs(folder, settings), folder.programs.runAs, output.fd);
  const start: Start = { child, logOffset: size };
  child.once("error", (error) => {
    start.failure = error;
  });
  await output.close();
  return start;
}

async function openLog(folder: PostgresFolder): Promise<FileHandle> {
  const size = await stat(logPath(folder)).then(
    (found) => found.size,
    () => 0,
  );
  return open(logPath(folder), size > logSizeLimit ? "w" : "a", 0o600);
}

function serverArgs({ pgData }: PostgresFolder, settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: "",
    // The server's working directory is its folder: so the socket is in it, however long its path.
    unix_socket_directories: ".",
    // What a statement did wrong is for the service to say; the file is for the server's own life.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...settings,
  };
  return ["-D", pgData, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function lastComplaint(folder: PostgresFolder, offset: number): Promise<string> {
  const text = (await readFile(logPath(folder))).subarray(offset).toString();
  const lines = text.trim().split("\n");
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC|ERROR):/.test(candidate)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, "");
}

/** The caller holds a connection to the server: so the process in its `postmaster.pid` is that server, and no other. */
export async function stopServer({ folder, log }: PostgresServer): Promise<void> {
  const pidFile = join(folder.pgData, "postmaster.pid");
  const pid = await readPid(pidFile);
  if (pid === undefined) {
    return;
  }
  process.kill(pid, "SIGINT");
  const giveUpAt = Date.now() + stopWithinMs;
  while ((await readPid(pidFile)) === pid) {
    if (Date.now() > giveUpAt) {
      log.warn({ pid }, "the private PostgreSQL takes long to stop; it is left to finish by itself");
      return;
    }
    await sleep(20);
  }
}

async function readPid(pidFile: string): Promise<number | undefined> {
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
}
