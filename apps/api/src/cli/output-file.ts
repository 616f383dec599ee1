import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { hasCode } from "../database/errors.js";
import { OperatorError } from "../database/operator-error.js";

const fileErrors = ["EACCES", "EDQUOT", "EISDIR", "ENAMETOOLONG", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"];

const explain = (path: string, error: unknown): unknown =>
  hasCode(error, ...fileErrors)
    ? new OperatorError(
        `Cannot write "${path}" (${error.code}): see that its folder is there, writable and not full.`,
        {
          cause: error,
        },
      )
    : error;

/** Where to write: behind a link, the file that it leads to. */
const findTarget = async (path: string, isForced: boolean): Promise<string> => {
  const found = await stat(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (found === undefined) return path;
  // Renaming would put a file in the place of a folder or of /dev/null.
  if (!found.isFile()) throw new OperatorError(`"${path}" is not a file; \`-\` writes to standard output.`);
  if (!isForced)
    throw new OperatorError(`"${path}" is there already: name another file, or overwrite it with --force.`);
  return realpath(path);
};

/**
 * Writes a file beside its place and moves it there when it is complete: whoever looks finds the old one, or the new one
 * whole.
 * @throws OperatorError where the file is there and `isForced` is not set, or cannot be written.
 */
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
