import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { type PeriodicTask, startPeriodicTask } from "../../concurrency/periodic-task.js";

/** A request takes at most two minutes to arrive and to be answered, so this is far longer. */
const MAX_AGE_MS = 3_600_000;
const INTERVAL_MS = 600_000;

const folderOf = (dataDir: string) => join(dataDir, "uploads");
const ownPrefix = (pid: number) => `${hostname()}-${pid}-`;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Creates a folder for one upload. The name of the folder identifies the process. */
export const makeUploadFolder = async (dataDir: string): Promise<string> => {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  return mkdtemp(join(folderOf(dataDir), ownPrefix(process.pid)));
};

/**
 * Removes the uploads that killed processes left behind: at once if the process had this host's name, and after an hour
 * if it had another name. A pod or a container gets a new host name with each start. So only the age tells whether its
 * uploads are still in use.
 */
export const clearUploads = async (dataDir: string): Promise<void> => {
  const folder = folderOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, pid] = /^(.*)-(\d+)-[^-]*$/.exec(name) ?? [];
    if (host === undefined) continue;
    const path = join(folder, name);
    const changedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
    const isOld = Date.now() - changedAt > MAX_AGE_MS;
    // A container that starts again has the same host name, and often the same process id.
    const isGone = Number(pid) === process.pid ? changedAt < performance.timeOrigin : !isRunning(Number(pid));
    if (isOld || (host === hostname() && isGone)) await rm(path, { recursive: true, force: true });
  }
};

/**
 * Also removes old uploads while the service runs. The uploads of a pod that has just ended are too new to be removed
 * when the next pod starts.
 */
export const createUploadSweep = (dataDir: string, log: Logger): PeriodicTask =>
  startPeriodicTask("uploads", INTERVAL_MS, async () => {
    await clearUploads(dataDir).catch((error: unknown) => {
      log.warn({ err: error }, "Old uploads could not be removed; the next sweep tries again.");
    });
  });
