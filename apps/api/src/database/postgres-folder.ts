import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { hasCode } from "./errors.js";
import { diskIsFull, saysDiskIsFull } from "./full-disk.js";
import { OperatorError } from "../config/operator-error.js";
import { findPostgresPrograms, type PostgresPrograms, runProgram } from "./postgres-programs.js";
import { syncFolder } from "./sync-folder.js";

export type PostgresFolder = {
  readonly dataDir: string;
  readonly pgData: string;
  readonly programs: PostgresPrograms;
};

const MAJOR_VERSION = "18";
const UNFINISHED_PREFIX = "postgres.new-";
const UNFINISHED_MAX_AGE_MS = 10 * 60_000;

const ignore =
  (...codes: readonly string[]): ((error: unknown) => undefined) =>
  (error) => {
    if (!hasCode(error, ...codes)) throw error;
  };

/**
 * Gives the folder to the user that runs PostgreSQL. This is needed only if the service runs as root, because
 * PostgreSQL must then run as another user.
 */
const handOver = async (folders: readonly string[], owner: number, { runAs }: PostgresPrograms): Promise<void> => {
  const [dataDir, pgData] = folders;
  if (runAs.uid === undefined || runAs.gid === undefined || runAs.uid === owner || dataDir === undefined) return;
  await chown(dataDir, runAs.uid, runAs.gid);
  if (pgData !== undefined) {
    await promisify(execFile)("chown", ["-R", `${runAs.uid}:${runAs.gid}`, "--", pgData]);
  }
};

const create = async (
  { dataDir, pgData, programs }: PostgresFolder,
  initdbArgs: readonly string[],
  signal?: AbortSignal,
): Promise<void> => {
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED_PREFIX));
  const { uid, gid } = programs.runAs;
  if (uid !== undefined && gid !== undefined) await chown(unfinished, uid, gid);
  const lcCtype = process.platform === "darwin" ? "UTF-8" : "C.UTF-8";
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", `--lc-ctype=${lcCtype}`];
  const args = ["-D", unfinished, "-A", "trust", "-E", "UTF8", "-U", "postgres", "--no-instructions", ...locale];
  try {
    await runProgram(programs.initdb, [...args, ...initdbArgs], programs.runAs, signal);
    await rename(unfinished, pgData).catch(ignore("EEXIST", "ENOTEMPTY"));
    await syncFolder(dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
  }
};

/**
 * Removes unfinished folders by their age. Process ids do not identify them, because containers that share a volume may
 * use the same ids.
 */
const removeUnfinished = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(UNFINISHED_PREFIX) && Date.now() - (await stat(path)).mtimeMs > UNFINISHED_MAX_AGE_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
};

const checkVersion = async (pgData: string): Promise<void> => {
  const version = (await readFile(join(pgData, "PG_VERSION"), "utf8").catch(ignore("ENOENT")))?.trim();
  if (version !== MAJOR_VERSION) {
    const what = version === undefined ? "is not a PostgreSQL folder" : `was created by PostgreSQL ${version}`;
    throw new OperatorError(
      "store_unusable",
      `"${pgData}" ${what}, but this version runs PostgreSQL ${MAJOR_VERSION}:`,
      version === undefined
        ? "name another DATA_DIR."
        : "run `petstore backup FILE` with the version of Pet Store that made it, then `petstore restore FILE` with this one and another DATA_DIR.",
    );
  }
};

const checkOwner = async (pgData: string): Promise<void> => {
  const { uid } = await stat(pgData);
  const own = process.getuid?.();
  if (own !== 0 && uid !== own) {
    throw new OperatorError(
      "store_unusable",
      `"${pgData}" belongs to another user (uid ${uid}), and only that user and root may run the store in it:`,
      "run the service as that user, give the folder away with chown -R, or name another DATA_DIR.",
    );
  }
};

const prepare = async (name: string, initdbArgs: readonly string[], signal?: AbortSignal): Promise<PostgresFolder> => {
  await mkdir(dirname(name), { recursive: true });
  await mkdir(name, { mode: 0o700 }).catch(ignore("EEXIST"));
  const dataDir = await realpath(name);
  const pgData = join(dataDir, "postgres");
  const exists = await stat(pgData).catch(ignore("ENOENT"));
  const owner = exists ?? (await stat(dataDir));
  const programs = await findPostgresPrograms(owner);
  await handOver([dataDir, ...(exists === undefined ? [] : [pgData])], owner.uid, programs);
  const folder = { dataDir, pgData, programs };
  if (exists === undefined) {
    await removeUnfinished(dataDir);
    await create(folder, initdbArgs, signal);
  }
  await checkOwner(pgData);
  await checkVersion(pgData);
  return folder;
};

const fileErrors = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT", "ENAMETOOLONG", "ELOOP"];

const explain = (error: unknown, dataDir: string): unknown => {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  if (hasCode(error, "ENOSPC", "EDQUOT") || saysDiskIsFull(output)) return diskIsFull(dataDir, error);
  if (hasCode(error, ...fileErrors)) {
    return new OperatorError(
      "store_unusable",
      `DATA_DIR "${dataDir}" cannot be used (${error.code}):`,
      "it must be a folder that this user may write to or can create; correct it, or name a PostgreSQL server in DATABASE_URL.",
      { cause: error },
    );
  }
  if (error instanceof Error && "stderr" in error) {
    const lines = output.trim().split("\n");
    const complaint = lines.find((line) => line.includes("error:")) ?? lines.at(-1);
    return new OperatorError(
      "store_unusable",
      `DATA_DIR "${dataDir}" cannot hold PostgreSQL's files (${complaint}):`,
      "correct that, name another DATA_DIR, or name a PostgreSQL server in DATABASE_URL.",
      { cause: error },
    );
  }
  return error;
};

/**
 * Prepares the folder. The process may die at any moment, and another process may prepare the folder at the same time.
 * @param signal - If it aborts, nothing is left behind.
 */
export const preparePostgresFolder = async (
  dataDir: string,
  initdbArgs: readonly string[],
  signal?: AbortSignal,
): Promise<PostgresFolder> => {
  try {
    return await prepare(dataDir, initdbArgs, signal);
  } catch (error) {
    throw explain(error, dataDir);
  }
};
