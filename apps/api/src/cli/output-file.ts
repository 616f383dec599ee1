import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../database/errors.js";
import { OperatorError } from "../config/operator-error.js";

/** The mode of files with personal data or hashes of keys: only their owner reads them. */
export const OWNER_ONLY = 0o600;

/** `canForce`: whether the command has --force. `mode`: of a new file, before the umask. */
type Options = { readonly canForce?: boolean; readonly mode?: number };

const fileErrors = ["EACCES", "EDQUOT", "EISDIR", "ENAMETOOLONG", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"];

const explain = (path: string, error: unknown): unknown =>
  hasCode(error, ...fileErrors)
    ? new OperatorError(
        "unwritable_file",
        `Cannot write "${path}" (${error.code});`,
        "make sure that its folder exists, is writable and has space.",
        { cause: error },
      )
    : error;

/** Resolves a symbolic link, so that its target is replaced and not the link. */
const findTarget = async (path: string, isForced: boolean, canForce: boolean): Promise<string> => {
  const found = await stat(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (found === undefined) return path;
  // rename() would replace a folder or /dev/null.
  if (!found.isFile())
    throw new OperatorError("unwritable_file", `"${path}" is not a file;`, "use `-` for standard output.");
  if (!isForced) {
    throw new OperatorError(
      "file_exists",
      `"${path}" already exists;`,
      canForce ? "name another file, or overwrite it with --force." : "name another file.",
    );
  }
  return realpath(path);
};

/** Makes the rename survive a power failure. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
};

/** Renames a complete temporary file: no reader sees half of one. @throws OperatorError if it exists, unless forced. */
export const writeOutputFile = async <Result>(
  path: string,
  isForced: boolean,
  produce: (write: (content: string | Uint8Array) => Promise<void>) => Promise<Result>,
  { canForce = true, mode = 0o666 }: Options = {},
): Promise<Result> => {
  try {
    const target = await findTarget(path, isForced, canForce);
    const temporary = `${target}.${process.pid}.tmp`;
    const file = await open(temporary, "wx", mode);
    try {
      const result = await produce((content) => file.writeFile(content));
      await file.sync();
      await file.close();
      await rename(temporary, target);
      await syncFolder(dirname(target));
      return result;
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw explain(path, error);
  }
};
