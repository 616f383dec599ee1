import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./errors.js";
import type { PostgresFolder } from "./postgres-folder.js";

const MAX_BYTES = 10 * 1024 * 1024;

export const serverLogPath = ({ dataDir }: PostgresFolder): string => join(dataDir, "postgres.log");

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return 0;
    throw error;
  }
};

export const openServerLog = async (folder: PostgresFolder): Promise<FileHandle> => {
  const path = serverLogPath(folder);
  const output = await open(path, (await sizeOf(path)) > MAX_BYTES ? "w" : "a", 0o600);
  const { uid, gid } = folder.programs.runAs;
  if (uid !== undefined && gid !== undefined) await output.chown(uid, gid);
  return output;
};

export const lastComplaint = async (folder: PostgresFolder, offset: number): Promise<string> => {
  const text = (await readFile(serverLogPath(folder))).subarray(offset).toString();
  const lines = text.trim().split("\n");
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC|ERROR):/.test(candidate)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/, "");
};
