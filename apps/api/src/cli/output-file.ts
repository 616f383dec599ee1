import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode } from "../database/errors.js";
import { OperatorError } from "../config/operator-error.js";
import { syncFolder } from "../database/sync-folder.js";
import { createProgress } from "./progress.js";
import { print, remark, type Result, type Shell, writeTo } from "./shell.js";
import { secondsSince } from "./words.js";

/** The mode of files with personal data or hashes of keys, which only their owner may read. */
export const OWNER_ONLY = 0o600;

/**
 * `isForced` is undefined for a command that has no --force option. `mode` is the mode of a new file, before the umask
 * applies.
 */
type Options = { readonly isForced?: boolean; readonly mode?: number };

type Write = (content: string | Uint8Array) => Promise<void>;

type Output<Written> = Options & {
  /** The name of the things that a progress bar counts. */
  readonly unit: string;
  readonly produce: (write: Write, onRows?: (count: number) => void) => Promise<Written>;
  readonly report: (written: Written, time: string) => Result | Promise<Result>;
};

/** ESTALE and EIO come from a network drive that is away. */
const fileErrors = "EACCES EDQUOT EFBIG EIO EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS ESTALE".split(" ");

/** @returns an error that says which path cannot be written */
export const explainFileError = (path: string, error: unknown): unknown =>
  hasCode(error, ...fileErrors)
    ? new OperatorError(
        "unwritable_file",
        `Cannot write "${path}" (${error.code});`,
        "make sure that its folder exists, is writable and has space.",
        { cause: error },
      )
    : error;

/** Resolves a symbolic link, so that its target is replaced and not the link. */
const findTarget = async (path: string, isForced: boolean | undefined): Promise<string> => {
  const found = await stat(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (found === undefined) return path;
  // rename() would replace a folder, or a device such as /dev/null.
  if (!found.isFile())
    throw new OperatorError("unwritable_file", `"${path}" is not a file;`, "use `-` for standard output.");
  if (isForced !== true) {
    throw new OperatorError(
      "file_exists",
      `"${path}" already exists;`,
      isForced === undefined ? "name another file." : "name another file, or overwrite it with --force.",
    );
  }
  return realpath(path);
};

/**
 * Writes a temporary file and renames it when it is complete, so that no reader sees an incomplete file.
 * @throws OperatorError if the file exists, unless it may be replaced.
 */
export const writeFile = async <Written>(
  path: string,
  produce: (write: Write) => Promise<Written>,
  { isForced, mode = 0o666 }: Options,
): Promise<Written> => {
  try {
    const target = await findTarget(path, isForced);
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
    throw explainFileError(path, error);
  }
};

/** Writes a file. If the name is `-`, it writes to standard output instead, and the command prints no report there. */
export const writeOutput = async <Written>(
  shell: Shell,
  file: string,
  { unit, produce, report, ...options }: Output<Written>,
): Promise<void> => {
  const startedAt = performance.now();
  if (file === "-") {
    const written = await produce(writeTo(shell.stdout, shell.signal));
    return remark(shell, (await report(written, secondsSince(startedAt))).text);
  }
  const progress = createProgress(shell, unit);
  const written = await writeFile(file, (write) => produce(write, progress.update), options).finally(progress.stop);
  await print(shell, await report(written, secondsSince(startedAt)));
};
