import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startS3Server } from "../../test/support/s3-server.js";
import { fillStore, readWholeStore } from "../../test/support/stores.js";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { readStoreMark } from "./backup/backup-names.js";
import { openBackup } from "./backup/open-place.js";
import { verifyBackup } from "./backup/read-backup.js";
import { withStoreClient } from "./backup/store-client.js";
import { findDifference } from "./backup/verify-by-restore.js";

let store: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let mark: string;
let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let bucket: string;
const env = { BACKUP_AWS_ACCESS_KEY_ID: "AKIDTEST", BACKUP_AWS_SECRET_ACCESS_KEY: "secretsecretsecret" };
beforeAll(async () => {
  store = await createTestDatabase();
  await fillStore(store);
  run = createTestShell(store.url);
  mark = await readStoreMark(store.pool);
  s3 = await startS3Server();
});
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  s3.fail();
  s3.meanwhile();
  bucket = `s3://backups/${folder
    .split("/")
    .at(-1)
    ?.replaceAll(/[^A-Za-z0-9]/g, "")}`;
});
afterAll(async () => {
  s3.close();
  await store.drop();
});

const address = (name = "") => `${bucket}${name === "" ? "" : `/${name}`}?endpoint=${s3.endpoint}`;
const nameAt = (time: string) => `petstore-${mark}-${time}.gz`;

/** Runs a command while the clock of this process shows a time. */
const runAt = async (time: string, args: readonly string[]) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  try {
    return await run(args, { env });
  } finally {
    vi.useRealTimers();
  }
};

/** Returns the days of the names that are left. */
const daysIn = async () => (await readdir(folder)).map((name) => name.slice(18, 26)).toSorted();

const lastBackup = async () =>
  (await store.pool.query<{ at: Date | null }>("SELECT last_backup_at AS at FROM store")).rows[0]?.at ?? null;

describe("petstore backup --to FOLDER", () => {
  it("writes a backup under a name with the time in UTC, which restores into an equal store", async () => {
    const { code, stdout, stderr } = await runAt("2026-11-29T02:15:00.900Z", ["backup", "--to", folder, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const name = nameAt("20261129T021500Z");
    expect(JSON.parse(stdout)).toMatchObject({ file: join(folder, name), missingFiles: 0, removed: [] });
    expect(await readdir(folder)).toEqual([name]);
    const target = await createTestDatabase("template1");
    onTestFinished(() => target.drop());
    expect((await createTestShell(target.url)(["restore", join(folder, name)])).code).toBe(0);
    expect((await readWholeStore(target))["pet"]).toEqual((await readWholeStore(store))["pet"]);
  });

  it("keeps the newest backup of the last days, weeks and months that have one", async () => {
    const days = ["2026-08-10", "2026-09-30", "2026-10-05", "2026-10-31", "2026-11-13", "2026-11-15", "2026-11-22"];
    for (const day of [...days, "2026-11-27", "2026-11-28"]) {
      await writeFile(join(folder, nameAt(`${day.replaceAll("-", "")}T021500Z`)), "");
    }
    const { stdout } = await runAt("2026-11-29T02:15:00Z", ["backup", "--to", folder, "--keep", "2d,3w,3m"]);
    expect(stdout).toMatch(/ Removed 4 older backups\.\nA backup contains personal data /);
    // Days: 29, 28. Weeks: those that end with the 29th, the 22nd and the 15th. Months: November, October, September.
    expect(await daysIn()).toEqual(["20260930", "20261031", "20261115", "20261122", "20261128", "20261129"]);
  });

  it("keeps what it keeps however often it runs, and removes nothing that has another name", async () => {
    const other = "petstore-00000000-20200101T000000Z.gz";
    const others = [other, `${nameAt("20200101T000000Z")}.old`, "store.gz", nameAt("20201301T000000Z")];
    for (const name of others) await writeFile(join(folder, name), "");
    await mkdir(join(folder, nameAt("20200102T000000Z")));
    for (let second = 0; second < 5; second += 1) {
      const time = `2026-11-29T02:15:0${second}Z`;
      expect((await runAt(time, ["backup", "--to", folder, "--keep", "1d"])).code).toBe(0);
    }
    expect((await readdir(folder)).toSorted()).toEqual(
      [...others, nameAt("20200102T000000Z"), nameAt("20261129T021504Z")].toSorted(),
    );
  });

  it("keeps the backup that it has just written, although an older one seems to be newer", async () => {
    const future = nameAt("20991231T000000Z");
    await writeFile(join(folder, future), "");
    await runAt("2026-11-29T02:15:00Z", ["backup", "--to", folder, "--keep", "1d"]);
    expect((await readdir(folder)).toSorted()).toEqual([nameAt("20261129T021500Z"), future]);
  });

  it("removes what killed backups of this store left behind more than a day ago", async () => {
    const [old, recent] = ["20261127T021500Z", "20261129T011500Z"].map((time) => `${nameAt(time)}.77.tmp`);
    for (const name of [old, recent]) await writeFile(join(folder, name ?? ""), "part");
    await utimes(join(folder, old ?? ""), 0, 0);
    await run(["backup", "--to", folder, "--keep", "7d"]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([recent]);
  });

  it("records the time of the backup in the store, and neither does one that fails nor one to a file", async () => {
    const before = await lastBackup();
    const missing = join(folder, "missing");
    const { code, stderr } = await run(["backup", "--to", missing, "--keep", "1d"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Cannot write "\S+\/missing\/petstore-\S+\.gz" \(ENOENT\); make sure that its folder exists, is writable and has space\.\n$/,
      ),
    ]);
    await run(["backup", join(folder, "manual.gz")]);
    expect(await lastBackup()).toEqual(before);
    const { stdout } = await run(["backup", "--to", folder, "--json"]);
    expect((await lastBackup())?.toISOString()).toBe((JSON.parse(stdout) as { createdAt: string }).createdAt);
  });

  it.each([
    [["backup"], "name either a file or '--to'"],
    [["backup", "store.gz", "--to", "/mnt"], "name either a file or '--to'"],
    [["backup", "store.gz", "--keep", "7d"], "option '--keep' needs '--to'"],
    [["backup", "--to", "/mnt", "--keep", "7d,7d"], "each once, for example 7d,4w,12m"],
    [["backup", "--to", "/mnt", "--keep", "0d"], "each once, for example 7d,4w,12m"],
    [["backup", "--to", "/mnt", "--keep", "7y"], "each once, for example 7d,4w,12m"],
  ])("refuses the command line %j", async (args, problem) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe("petstore restore --verify", () => {
  const scratchFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("petstore-verify-"));

  it("restores into a scratch store, compares it with the backup, and removes it", async () => {
    const before = await scratchFolders();
    const file = join(folder, "store.gz");
    await run(["backup", file]);
    const { code, stdout, stderr } = await run(["restore", "--verify", file]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^The backup was restored into a scratch store, and equals it: [\d,]+ rows of \d+ tables, of /,
    );
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000);
    await writeFile(file, bytes);
    const damaged = await run(["restore", "--verify", file]);
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringMatching(/^The backup is cut off or altered /)]);
    expect(await scratchFolders()).toEqual(before);
  });

  it("names the table that differs", async () => {
    const file = join(folder, "store.gz");
    await run(["backup", file]);
    const source = await openBackup(file, () => ({ backupCredentials: undefined }));
    const settings = { signal: new AbortController().signal };
    const { tail } = await verifyBackup(source, settings);
    const differenceFrom = (tables: typeof tail.tables) =>
      withStoreClient(store.connection, "petstore backup", settings.signal, (client) =>
        findDifference(client, { ...tail, tables }, source, settings),
      );
    const altered = (change: object) => tail.tables.map((one) => (one.name === "pet" ? { ...one, ...change } : one));
    expect(await differenceFrom(tail.tables)).toBeUndefined();
    expect(await differenceFrom(altered({ rows: 77 }))).toMatch(/^table "pet" has \d+ instead of 77 rows$/);
    expect(await differenceFrom(altered({ sha256: "0" }))).toBe('the rows of table "pet" differ');
    const [files] = tail.tables.filter(({ name }) => name === "media_chunk");
    expect(files?.rows).toBeGreaterThan(0);
    const reordered = tail.tables.map((one) => (one === files ? { ...one, sha256: "0" } : one));
    expect(await differenceFrom(reordered)).toBeUndefined();
    await source.close();
  });
});

describe("petstore backup --to s3://…", () => {
  it("uploads a backup that can be verified and restored from there, and keeps the newest ones", async () => {
    for (const day of ["25", "26", "27", "28", "29"]) {
      const { code, stderr } = await runAt(`2026-11-${day}T02:15:00Z`, ["backup", "--to", address(), "--keep", "4d"]);
      expect([code, stderr]).toEqual([0, ""]);
    }
    const path = bucket.replace("s3:/", "");
    const kept = ["26", "27", "28", "29"].map((day) => nameAt(`202611${day}T021500Z`));
    expect(s3.keys().filter((key) => key.startsWith(path))).toEqual(kept.map((name) => `${path}/${name}`));
    const file = address(kept[0]);
    expect((await run(["restore", "--dry-run", file], { env })).stdout).toMatch(/^The backup is complete: /);
    const target = await createTestDatabase("template1");
    onTestFinished(() => target.drop());
    expect((await createTestShell(target.url)(["restore", file], { env })).code).toBe(0);
    expect((await readWholeStore(target))["store_order"]).toEqual((await readWholeStore(store))["store_order"]);
  });

  it("is refused by a restore if one byte of the object has changed", async () => {
    const { stdout } = await run(["backup", "--to", address(), "--json"], { env });
    const { file } = JSON.parse(stdout) as { file: string };
    s3.alter(file.replace("s3:/", ""), (bytes) => {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(1000) ^ 1, 1000);
      return altered;
    });
    const { code, stderr } = await run(["restore", "--dry-run", `${file}?endpoint=${s3.endpoint}`], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The backup is cut off or altered /)]);
  });

  it("is verified by a restore; a damaged object is removed, and then nothing counts as done", async () => {
    const before = [await lastBackup(), s3.keys()];
    s3.meanwhile(async (method) => {
      if (method !== "GET") return;
      s3.meanwhile();
      const key = s3.keys().at(-1) ?? "";
      s3.alter(key, (bytes) => Buffer.concat([bytes.subarray(0, 1000), Buffer.of(0x55), bytes.subarray(1001)]));
    });
    const bad = await run(["backup", "--to", address(), "--keep", "1d", "--verify"], { env });
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/^The backup is cut off or altered /)]);
    expect([await lastBackup(), s3.keys()]).toEqual(before);
    s3.meanwhile();
    const good = await run(["backup", "--to", address(), "--verify", "--json"], { env });
    expect([good.code, good.stderr, JSON.parse(good.stdout)]).toMatchObject([0, "", { isVerified: true }]);
  });

  it.each([
    ["refuses", 403, "AccessDenied"],
    ["is not there", 404, "NoSuchBucket"],
    ["is busy", 503, "SlowDown"],
  ])("says in one sentence that the bucket %s", async (_what, status, code) => {
    s3.fail((_, response) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));
    const before = s3.keys();
    const outcome = await run(["backup", "--to", address(), "--keep", "1d"], { env });
    expect([outcome.code, outcome.stderr.split("\n")]).toEqual([
      1,
      [expect.stringMatching(/^The bucket of backups cannot be used: .*; correct the address, BACKUP_AWS_/), ""],
    ]);
    // The first request is a HEAD, whose answer has no body with a code.
    expect(outcome.stderr).toContain(status === 404 ? code : `was ${status}`);
    expect([s3.keys(), outcome.stderr.includes(env.BACKUP_AWS_SECRET_ACCESS_KEY)]).toEqual([before, false]);
  });

  it("leaves no object and removes none when the upload fails in the middle", async () => {
    await runAt("2026-11-01T02:15:00Z", ["backup", "--to", address()]);
    const before = s3.keys();
    let puts = 0;
    s3.meanwhile(async (method) => {
      if (method === "PUT" && (puts += 1) === 1) s3.fail((_, response) => response.destroy());
    });
    const { code, stderr } = await run(["backup", "--to", address(), "--keep", "1d"], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The bucket of backups cannot be used: POST s3:\S+/)]);
    expect(s3.keys()).toEqual(before);
  });

  it("aborts the upload when the store cannot be read, so the bucket keeps no parts", async () => {
    const open = s3.openUploads();
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    await other.pool.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%last_backup'");
    const outcome = await createTestShell(other.url)(["backup", "--to", address()], { env });
    expect([outcome.code, outcome.stderr, s3.openUploads()]).toEqual([
      1,
      expect.stringContaining("was never finished"),
      open,
    ]);
  });

  it.each([
    ["s3://backups?readOnly=true", "The address of the backups is not valid: "],
    ["ftp://backups/x", "The address of the backups is not valid: "],
  ])("refuses the address %s", async (to, problem) => {
    const { code, stderr } = await run(["backup", "--to", to], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
  });

  it("asks for a key, and names the variables", async () => {
    const { code, stderr } = await run(["backup", "--to", address()]);
    expect([code, stderr]).toEqual([
      1,
      "The bucket of backups needs a key: set BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY.\n",
    ]);
  });

  it("says that there is no such object", async () => {
    const { code, stderr } = await run(["restore", "--dry-run", address("none.gz")], { env });
    expect([code, stderr]).toEqual([1, 'The bucket has no object "none.gz": correct the address of the backup.\n']);
  });
});
