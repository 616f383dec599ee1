import { execFile } from "node:child_process";
import { chmod, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Cleanup, createCleanup } from "@petstore/bench/dist/cleanup.js";

const run = promisify(execFile);

/** A private store takes 60 MB of this space. */
const SIZE = "120m";

export const mountSmallDisk = async (folder: string, cleanup: Cleanup, size = SIZE): Promise<void> => {
  await run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "petstore-faults", folder]);
  cleanup.add(async () => void (await run("umount", ["-l", folder])));
  await chmod(folder, 0o700);
};

/** Returns why a small disk cannot be mounted, or undefined if it can. */
export const whyNoSmallDisk = async (folder: string): Promise<string | undefined> => {
  const trial = createCleanup();
  try {
    await mountSmallDisk(folder, trial);
    return undefined;
  } catch {
    return "this system does not permit mounting a tmpfs";
  } finally {
    await trial.all();
  }
};

const CHUNK = Buffer.alloc(64 * 1024);

export const fillDisk = async (folder: string): Promise<() => Promise<void>> => {
  const path = join(folder, "filler");
  const file = await open(path, "w");
  const fill = async (chunk: Buffer): Promise<void> => {
    for (;;) await file.write(chunk);
  };
  try {
    // PostgreSQL's pages are smaller than a chunk, so the last bytes are filled as well.
    for (const size of [CHUNK.length, 4_096]) {
      await fill(CHUNK.subarray(0, size)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
      });
    }
  } finally {
    await file.close();
  }
  return () => rm(path);
};
