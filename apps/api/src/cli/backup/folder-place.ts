import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openRegularFile } from "../open-input.js";
import { explainFileError, OWNER_ONLY, writeFile } from "../output-file.js";
import type { BackupPlace } from "./backup-place.js";

/** No backup takes as long as this. Process ids do not tell which backups still run: other machines have their own. */
const UNFINISHED_MAX_AGE_MS = 86_400_000;
const unfinished = /^petstore-[0-9a-f]{8}-\d{8}T\d{6}Z\.gz(?:\.age)?\.\d+\.tmp$/;

export const openFolderPlace = (folder: string): BackupPlace => {
  const pathOf = (name: string) => join(folder, name);
  const explained = <Result>(path: string, work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => Promise.reject(explainFileError(path, error)));
  const list = async (start: string) => {
    const names: string[] = [];
    for (const name of await explained(folder, readdir(folder))) {
      if (name.startsWith(start) && (await lstat(pathOf(name))).isFile()) names.push(name);
    }
    return names;
  };
  const remove = (name: string) => explained(pathOf(name), rm(pathOf(name), { force: true }));
  return {
    describe: pathOf,
    write: (name, produce) => writeFile(pathOf(name), produce, { mode: OWNER_ONLY }),
    open: async (name) => {
      const { file, size } = await openRegularFile(pathOf(name));
      return {
        size,
        read: (signal) => file.createReadStream({ start: 0, autoClose: false, signal }),
        close: () => file.close(),
      };
    },
    list,
    remove,
    removeUnfinished: async (start) => {
      for (const name of (await list(start)).filter((one) => unfinished.test(one))) {
        const { mtimeMs } = await stat(pathOf(name));
        if (Date.now() - mtimeMs > UNFINISHED_MAX_AGE_MS) await remove(name);
      }
    },
  };
};
