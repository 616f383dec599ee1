import { open, stat } from "node:fs/promises";
import { OperatorError } from "../config/operator-error.js";
import { codesOf, isDatabaseUnavailable } from "./errors.js";
import { diskIsFull, saysDiskIsFull } from "./full-disk.js";
import { serverLogPath } from "./postgres-log.js";

const DISK_FULL = "53100";

const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
};

/** @param from - Where the reading begins. */
const readFrom = async (path: string, from: number): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(Math.max(0, size - from)), position: from });
    return buffer.toString();
  } finally {
    await file.close();
  }
};

const explainServer = (error: unknown): unknown =>
  codesOf(error).includes(DISK_FULL)
    ? new OperatorError(
        "database_unavailable",
        "The disk of the PostgreSQL server that DATABASE_URL names is full (53100);",
        "make room there, and run the command again.",
        { cause: error },
      )
    : error;

/**
 * Returns a function that explains an error which a full disk has caused, and returns any other error unchanged. A
 * PostgreSQL that cannot write its log of changes ends without telling its clients why. The private one says so in
 * postgres.log, of which only the part that is written from now on counts.
 * @param privateDataDir - DATA_DIR, if the store is the private one.
 */
export const watchForFullDisk = async (
  privateDataDir: string | undefined,
): Promise<(error: unknown) => Promise<unknown>> => {
  if (privateDataDir === undefined) return async (error) => explainServer(error);
  const path = serverLogPath({ dataDir: privateDataDir });
  const from = await sizeOf(path);
  return async (failure) => {
    if (!isDatabaseUnavailable(failure)) return failure;
    const isFull = codesOf(failure).includes(DISK_FULL) || saysDiskIsFull(await readFrom(path, from).catch(() => ""));
    return isFull ? diskIsFull(privateDataDir, failure) : failure;
  };
};
