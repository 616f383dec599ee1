import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const PID_FILE = "postmaster.pid";
const LARGER_THAN_ANY_PID = 2_147_483_647;

const parsePid = (text: string): number | undefined => {
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
};

const statOrNone = (path: string) => stat(path, { bigint: true }).catch(() => undefined);

/**
 * Tells whether the process runs a server of another folder. It compares device and inode, because a folder may have
 * several paths. Without /proc the answer is false.
 */
const runsElsewhere = async (pid: number, pgData: string): Promise<boolean> => {
  const [cwd, own] = await Promise.all([statOrNone(`/proc/${pid}/cwd`), statOrNone(pgData)]);
  return cwd !== undefined && own !== undefined && (cwd.dev !== own.dev || cwd.ino !== own.ino);
};

export const readPid = async (pgData: string): Promise<number | undefined> =>
  parsePid(await readFile(join(pgData, PID_FILE), "utf8").catch(() => ""));

/**
 * Replaces the process id of a killed server, because it may now belong to another process, and PostgreSQL would wait
 * for that process for ever.
 */
export const disownForeignPid = async (pgData: string): Promise<void> => {
  const file = await open(join(pgData, PID_FILE), "r+").catch(() => undefined);
  try {
    const text = (await file?.readFile("utf8")) ?? "";
    const pid = parsePid(text);
    if (pid !== undefined && (await runsElsewhere(pid, pgData))) {
      // This writes to the file that was opened above, because a server that has started in the meantime has a new
      // file.
      await file?.write(text.replace(/^\d+/, String(LARGER_THAN_ANY_PID)), 0);
    }
  } finally {
    await file?.close();
  }
};
