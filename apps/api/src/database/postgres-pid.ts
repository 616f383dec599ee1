import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const pidFileName = "postmaster.pid";
const largerThanAnyPid = 2_147_483_647;

/** The process id in the server's own pid file, which a killed server leaves behind. */
export async function readPid(pgData: string): Promise<number | undefined> {
  return parsePid(await readFile(join(pgData, pidFileName), "utf8").catch(() => ""));
}

/**
 * After a killed server its id may come to belong to another process of this user, at every restart of a
 * container for one, and PostgreSQL then takes that for itself and never starts. Here the pid file is made to
 * name nobody. It is not deleted, since the rest of it tells PostgreSQL where to look for surviving children.
 */
export async function disownForeignPid(pgData: string): Promise<void> {
  const file = await open(join(pgData, pidFileName), "r+").catch(() => undefined);
  try {
    const text = (await file?.readFile("utf8")) ?? "";
    const pid = parsePid(text);
    if (pid !== undefined && (await runsElsewhere(pid, pgData))) {
      // Into the file as opened: if another process has started a server meanwhile, it has a new one.
      await file?.write(text.replace(/^\d+/, String(largerThanAnyPid)), 0);
    }
  } finally {
    await file?.close();
  }
}

// A server works in its own folder, which may have several names: so device and inode are compared, not paths. Where
// there is no /proc, nothing is known, and nothing is done.
async function runsElsewhere(pid: number, pgData: string): Promise<boolean> {
  const [cwd, own] = await Promise.all([statOrNone(`/proc/${pid}/cwd`), statOrNone(pgData)]);
  return cwd !== undefined && own !== undefined && (cwd.dev !== own.dev || cwd.ino !== own.ino);
}

const statOrNone = (path: string) => stat(path, { bigint: true }).catch(() => undefined);

function parsePid(text: string): number | undefined {
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
}
