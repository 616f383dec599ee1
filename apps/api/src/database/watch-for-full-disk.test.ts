import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchForFullDisk } from "./watch-for-full-disk.js";

const coded = (code: string) => Object.assign(new Error("lost"), { code });

describe("an error while a command works on its store", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "petstore-full-"));
    await writeFile(join(dataDir, "postgres.log"), "PANIC: No space left on device\n");
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it("is a full disk if the private PostgreSQL ends and its log says so", async () => {
    const explain = await watchForFullDisk(dataDir);
    await appendFile(join(dataDir, "postgres.log"), 'PANIC:  could not write "x": No space left on device\n');
    expect(await explain(coded("57P02"))).toMatchObject({ message: expect.stringMatching(/^The disk of DATA_DIR/) });
  });

  it("is no full disk if the log says so only from an earlier time", async () => {
    const lost = coded("57P02");
    expect(await (await watchForFullDisk(dataDir))(lost)).toBe(lost);
  });

  it("names the server of DATABASE_URL if that has no room", async () => {
    const explain = await watchForFullDisk(undefined);
    expect(await explain(coded("53100"))).toMatchObject({
      message:
        "The disk of the PostgreSQL server that DATABASE_URL names is full (53100); make room there, and run the command again.",
    });
    const other = coded("23505");
    expect(await explain(other)).toBe(other);
  });
});
