import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { OperatorError } from "./operator-error.js";
import type { PostgresFolder } from "./postgres-folder.js";
import { lastComplaint, openServerLog, serverLogPath } from "./postgres-log.js";
import { disownForeignPid } from "./postgres-pid.js";
import { startProgram } from "./postgres-programs.js";

/** An attempt to start the server. What it prints begins at `logOffset` of the log. */
export type Start = { child: ChildProcess; logOffset: number; failure?: Error };

export const hasEnded = (start: Start | undefined): boolean =>
  start === undefined ||
  start.failure !== undefined ||
  start.child.exitCode !== null ||
  start.child.signalCode !== null;

/** For a server that is no longer wanted before anybody has connected to it. */
export async function abandonStart(start: Start | undefined): Promise<void> {
  start?.child.kill("SIGINT");
  while (!hasEnded(start)) {
    await sleep(20);
  }
}

// Fifty milliseconds and twice as long each time: three and a half seconds before the fault is reported.
const maxFailedStarts = 8;

/**
 * A start may fail because another process was quicker, or while a killed server's last children still hold its
 * memory: only if it goes on, the fault is another.
 */
export async function giveUpAfterTooMany(folder: PostgresFolder, start: Start, failedStarts: number): Promise<void> {
  if (start.failure === undefined && failedStarts < maxFailedStarts) {
    return;
  }
  const reason = start.failure?.message ?? (await lastComplaint(folder, start.logOffset));
  throw new OperatorError(
    `The private PostgreSQL in "${folder.pgData}" does not start (${reason}; see "${serverLogPath(folder)}"): ` +
      "mend that, or name a PostgreSQL server in DATABASE_URL.",
  );
}

/** A server that started and was stopped again by another process, its last user, exits with 0. */
export const hasFailed = (start: Start): boolean => start.failure !== undefined || start.child.exitCode !== 0;

export async function startServer(folder: PostgresFolder, settings: Record<string, string>): Promise<Start> {
  const { pgData, programs } = folder;
  await disownForeignPid(pgData);
  const output = await openServerLog(folder);
  const { size } = await output.stat();
  const child = startProgram(programs.postgres, serverArgs(pgData, settings), programs.runAs, output.fd);
  const start: Start = { child, logOffset: size };
  child.once("error", (error) => {
    start.failure = error;
  });
  await output.close();
  return start;
}

function serverArgs(pgData: string, settings: Record<string, string>): string[] {
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
