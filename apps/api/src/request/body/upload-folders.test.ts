import { mkdir, readdir, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { clearUploads, createUploadSweep, makeUploadFolder } from "./upload-folders.js";

const DEAD = 2 ** 22 + 1;
const TWO_HOURS_MS = 7_200_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTemporaryFolder();
});
const folders = () => readdir(join(dataDir, "uploads"));

/** Creates an upload that a process left behind. It was last changed `ageMs` ago. */
const leave = async (name: string, ageMs = 0) => {
  const path = join(dataDir, "uploads", name);
  await mkdir(join(path, "image"), { recursive: true });
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
  return name;
};

describe("clearUploads", () => {
  it("removes folders that dead processes of this host left, and none of running ones", async () => {
    await leave(`${hostname()}-${DEAD}-aaaaaa`);
    const kept = [
      await leave(`${hostname()}-${process.ppid}-bbbbbb`),
      await leave(`other-${hostname()}-${DEAD}-cccccc`),
      await leave("notes", TWO_HOURS_MS),
    ];
    await clearUploads(dataDir);
    expect(await folders()).toEqual(kept.toSorted());
    await clearUploads(join(dataDir, "nowhere"));
  });

  it("removes folders that a process of another host name left an hour ago", async () => {
    await leave(`petstore-5d9f-x2x-1-dddddd`, TWO_HOURS_MS);
    const young = await leave(`petstore-5d9f-y3y-1-eeeeee`);
    await clearUploads(dataDir);
    expect(await folders()).toEqual([young]);
  });

  it("removes folders of an earlier process with the same host and id, but not its own", async () => {
    const sinceStart = Date.now() - performance.timeOrigin;
    await leave(`${hostname()}-${process.pid}-ffffff`, sinceStart + 1_000);
    const own = await makeUploadFolder(dataDir);
    await clearUploads(dataDir);
    expect((await folders()).map((name) => join(dataDir, "uploads", name))).toEqual([own]);
  });
});

describe("the sweep of uploads", () => {
  it("removes folders that have become old since the start", async () => {
    const sweep = createUploadSweep(dataDir, pino({ level: "silent" }));
    await leave(`petstore-5d9f-x2x-1-dddddd`, TWO_HOURS_MS);
    await sweep.run();
    await sweep.close();
    expect(await folders()).toEqual([]);
  });
});
