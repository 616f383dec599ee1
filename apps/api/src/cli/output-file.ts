import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { hasCode } from "../database/errors.js";
import { OperatorError } from "../database/operator-error.js";

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
const findTarget = async (path: string, isForced: boolean): Promise<string> => {
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
      "name another file, or overwrite it with --force.",
    );
  }
  return realpath(path);
};

/** Renames a complete temporary file: no reader sees half of one. @throws OperatorError if it exists, unless forced. */
export const writeOutputFile = async <Result>(
  path: string,
  isForced: boolean,
  produce: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  try {
    const target = await findTarget(path, isForced);
    const temporary = `${target}.${process.pid}.tmp`;
    const file = await open(temporary, "wx");
    try {
      const result = await produce((text) => file.writeFile(text));
      await file.sync();
      await file.close();
      await rename(temporary, target);
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
