import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../config/operator-error.js";
import { hasCode } from "../database/errors.js";
import { syncFolder } from "../database/sync-folder.js";

const MAX_FILES = 100;

const nameOf = (count: number) => (count === 1 ? "first-start.txt" : `first-start-${count}.txt`);

/** Opens a new file. It overwrites no earlier file and follows no symbolic link. */
const openNew = async (folder: string): Promise<{ path: string; file: FileHandle }> => {
  for (let count = 1; ; count += 1) {
    const path = join(folder, nameOf(count));
    try {
      return { path, file: await open(path, "wx", 0o600) };
    } catch (error) {
      if (!hasCode(error, "EEXIST") || count === MAX_FILES) throw error;
    }
  }
};

const explain = (error: unknown, folder: string): unknown =>
  error instanceof Error && "code" in error
    ? new OperatorError(
        "start_failed",
        `The first key and invitation cannot be written to DATA_DIR "${folder}" (${String(error.code)}):`,
        "set DATA_DIR to a folder that this user may write to, or start the service once in a terminal, which then shows them.",
        { cause: error },
      )
    : error;

export const writeCredentials = async (folder: string, text: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { path, file } = await openNew(folder);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await syncFolder(folder);
    return path;
  } catch (error) {
    throw explain(error, folder);
  }
};
