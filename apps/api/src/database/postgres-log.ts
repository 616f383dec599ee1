import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { hasCode } from "./errors.js";
import type { PostgresFolder } from "./postgres-folder.js";

const MAX_BYTES = 10 * 1024 * 1024;

export const serverLogPath = ({ dataDir }: Pick<PostgresFolder, "dataDir">): string => join(dataDir, "postgres.log");

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return 0;
    throw error;
  }
};

const olderPath = (path: string) => `${path}.1`;

export const openServerLog = async (folder: PostgresFolder): Promise<FileHandle> => {
  const path = serverLogPath(folder);
  if ((await sizeOf(path)) > MAX_BYTES) await rename(path, olderPath(path));
  const output = await open(path, "a", 0o600);
  const { uid, gid } = folder.programs.runAs;
  if (uid !== undefined && gid !== undefined) await output.chown(uid, gid);
  return output;
};

/**
 * Moves the content of the log to another file, because PostgreSQL appends to the file that it was started with. Lines
 * written during the copy are lost. If a copy is shorter than the file was, it is discarded, because another process
 * has moved the same content in the meantime.
 */
export const boundServerLog = async (folder: Pick<PostgresFolder, "dataDir">): Promise<void> => {
  const path = serverLogPath(folder);
  const size = await sizeOf(path);
  if (size <= MAX_BYTES) return;
  const draft = `${olderPath(path)}.${randomUUID()}`;
  // copyFile would never end if its source were truncated during the copy, because libuv repeats a copy of 0 bytes.
  await pipeline(createReadStream(path), createWriteStream(draft, { flags: "wx", mode: 0o600 }));
  if ((await sizeOf(draft)) < size) {
    await rm(draft);
    return;
  }
  await truncate(path);
  await rename(draft, olderPath(path));
};

export const lastComplaint = async (folder: PostgresFolder, offset: number): Promise<string> => {
  const text = (await readFile(serverLogPath(folder))).subarray(offset).toString();
  const lines = text.trim().split("\n");
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC|ERROR):/.test(candidate)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, "");
};
