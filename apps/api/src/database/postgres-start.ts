import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { diskIsFull, saysDiskIsFull } from "./full-disk.js";
import { OperatorError } from "../config/operator-error.js";
import type { PostgresFolder } from "./postgres-folder.js";
import { lastComplaint, openServerLog, serverLogPath } from "./postgres-log.js";
import { disownForeignPid } from "./postgres-pid.js";
import { startProgram } from "./postgres-programs.js";

export type Start = { readonly child: ChildProcess; readonly logOffset: number; failure?: Error };

/** The pauses between the starts begin with 50 ms and double each time, 3.5 seconds in total. */
const MAX_FAILED_STARTS = 8;

export const hasEnded = (start: Start | undefined): boolean =>
  start === undefined ||
  start.failure !== undefined ||
  start.child.exitCode !== null ||
  start.child.signalCode !== null;

/** A server exits with 0 if its last user has stopped it, so that is not a failure. */
export const hasFailed = (start: Start): boolean => start.failure !== undefined || start.child.exitCode !== 0;

export const abandonStart = async (start: Start | undefined): Promise<void> => {
  start?.child.kill("SIGINT");
  while (!hasEnded(start)) await sleep(20);
};

/**
 * A single start may fail because another process started first, or because children of a killed server still use its
 * memory.
 */
export const throwAfterTooMany = async (folder: PostgresFolder, start: Start, failedStarts: number): Promise<void> => {
  if (start.failure === undefined && failedStarts < MAX_FAILED_STARTS) return;
  const reason = start.failure?.message ?? (await lastComplaint(folder, start.logOffset));
  if (saysDiskIsFull(reason)) throw diskIsFull(folder.dataDir, start.failure);
  throw new OperatorError(
    "database_unavailable",
    `The private PostgreSQL in "${folder.pgData}" does not start (${reason}; see "${serverLogPath(folder)}"):`,
    "correct that, or name a PostgreSQL server in DATABASE_URL.",
  );
};

const serverArgs = (pgData: string, settings: Readonly<Record<string, string>>): readonly string[] => {
  const all = {
    listen_addresses: "",
    // The path is relative to the server's folder, so it is short even if the path of the folder is long.
    unix_socket_directories: ".",
    log_min_messages: "log",
    log_checkpoints: "off",
    ...settings,
  };
  return ["-D", pgData, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
};

export const startServer = async (
  folder: PostgresFolder,
  settings: Readonly<Record<string, string>>,
): Promise<Start> => {
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
};
