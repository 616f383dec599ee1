import { appendFile, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { boundServerLog } from "./postgres-log.js";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "petstore-log-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

it("keeps the end of PostgreSQL's log when several processes shorten it at once", async () => {
  const path = join(dataDir, "postgres.log");
  await appendFile(path, `${"x".repeat(12 * 1024 * 1024)}\nthe evidence\n`);
  const shorten = async (): Promise<void> => {
    await boundServerLog({ dataDir });
    if ((await stat(path)).size > 0) await shorten();
  };
  await Promise.all(Array.from({ length: 8 }, shorten));
  await boundServerLog({ dataDir });
  expect((await readFile(join(dataDir, "postgres.log.1"), "utf8")).slice(-14)).toBe("\nthe evidence\n");
  expect((await readdir(dataDir)).toSorted()).toEqual(["postgres.log", "postgres.log.1"]);
});
