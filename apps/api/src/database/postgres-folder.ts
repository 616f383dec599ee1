import { chown, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { OperatorError } from "./operator-error.js";
import { hasCode } from "./errors.js";
import { findPostgresPrograms, type PostgresPrograms, runProgram } from "./postgres-programs.js";

/** A data folder that a server can be started in. `pgData` is PostgreSQL's own folder within it. */
export type PostgresFolder = { dataDir: string; pgData: string; programs: PostgresPrograms };

const majorVersion = "18";
const unfinishedPrefix = "postgres.new-";
const unfinishedIsDeadAfterMs = 10 * 60_000;

/**
 * Makes what is missing. Safe against a death at any moment, and against another process that does the same. When
 * `signal` aborts, nothing unfinished stays behind.
 */
export async function preparePostgresFolder(
  dataDir: string,
  initdbArgs: string[],
  signal?: AbortSignal,
): Promise<PostgresFolder> {
  try {
    return await prepare(dataDir, initdbArgs, signal);
  } catch (error) {
    throw explain(error, dataDir);
  }
}

async function prepare(name: string, initdbArgs: string[], signal?: AbortSignal): Promise<PostgresFolder> {
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
}

// Only root gets here, where PostgreSQL must run as somebody else than the folder's owner.
async function handOver(folders: string[], owner: number, { runAs }: PostgresPrograms): Promise<void> {
  const [dataDir, pgData] = folders;
  if (runAs.uid === undefined || runAs.gid === undefined || runAs.uid === owner || dataDir === undefined) {
    return;
  }
  await chown(dataDir, runAs.uid, runAs.gid);
  if (pgData !== undefined) {
    await promisify(execFile)("chown", ["-R", `${runAs.uid}:${runAs.gid}`, "--", pgData]);
  }
}

async function create(
  { dataDir, pgData, programs }: PostgresFolder,
  initdbArgs: string[],
  signal?: AbortSignal,
): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
  const { uid, gid } = programs.runAs;
  if (uid !== undefined && gid !== undefined) {
    await chown(unfinished, uid, gid);
  }
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
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

// Its age tells, not a process id: with a volume that containers take turns on, ids repeat.
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(unfinishedPrefix) && Date.now() - (await stat(path)).mtimeMs > unfinishedIsDeadAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function checkVersion(pgData: string): Promise<void> {
  const version = (await readFile(join(pgData, "PG_VERSION"), "utf8").catch(ignore("ENOENT")))?.trim();
  if (version !== majorVersion) {
    const what = version === undefined ? "is not a PostgreSQL folder" : `was made by PostgreSQL ${version}`;
    throw new OperatorError(
      `"${pgData}" ${what}, and this version runs PostgreSQL ${majorVersion}: ` +
        "name another DATA_DIR, or move the data there with pg_dump and pg_restore.",
    );
  }
}

async function checkOwner(pgData: string): Promise<void> {
  const { uid } = await stat(pgData);
  const own = process.getuid?.();
  if (own !== 0 && uid !== own) {
    throw new OperatorError(
      `"${pgData}" belongs to another user (uid ${uid}), and only that user and root may run the store in it: ` +
        "run the service as that user, give the folder away with chown -R, or name another DATA_DIR.",
    );
  }
}

const fileErrors = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT", "ENAMETOOLONG", "ELOOP"];

function explain(error: unknown, dataDir: string): unknown {
  if (hasCode(error, ...fileErrors)) {
    return new OperatorError(
      `DATA_DIR "${dataDir}" cannot be used (${error.code}): it must be a folder that this user may write to, ` +
        "or one that can be made; correct it, or name a PostgreSQL server in DATABASE_URL.",
      { cause: error },
    );
  }
  if (error instanceof Error && "stderr" in error) {
    const lines = String(error.stderr).trim().split("\n");
    const complaint = lines.find((line) => line.includes("error:")) ?? lines.at(-1);
    return new OperatorError(
      `DATA_DIR "${dataDir}" cannot hold PostgreSQL's files (${complaint}): ` +
        "mend that, name another DATA_DIR, or name a PostgreSQL server in DATABASE_URL.",
      { cause: error },
    );
  }
  return error;
}

/** For `.catch`: passes over a failure that is expected, and no other. */
function ignore(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, ...codes)) {
      throw error;
    }
  };
}
