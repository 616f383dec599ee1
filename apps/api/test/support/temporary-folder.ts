import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates a folder for PostgreSQL. It is in memory if there is enough, because the tests are many times slower on a
 * disk.
 */
export const makeTemporaryFolder = async (): Promise<string> => {
  const memory = "/dev/shm";
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(room > 2 * 1024 ** 3 ? memory : tmpdir(), "petstore-"));
};
