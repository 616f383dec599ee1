import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder for a PostgreSQL of the tests: in memory where there is room, since a disk makes them many times slower. */
export const makeTemporaryFolder = async (): Promise<string> => {
  const memory = "/dev/shm";
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(room > 2 * 1024 ** 3 ? memory : tmpdir(), "petstore-"));
};
