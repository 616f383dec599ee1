import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  access,
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { Client } from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { OperatorError } from "../config/operator-error.js";
import { disownForeignPid } from "./postgres-pid.js";
import { stopServer } from "./postgres-server.js";
import { openPrivatePostgres, type PrivatePostgres } from "./private-postgres.js";

// Each test starts real servers, which takes time on a busy machine.

const log = pino({ level: "silent" });
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const noPrograms = { initdb: "", postgres: "", runAs: { viaNamespace: false } };
/**
 * This is false if other users cannot enter the folder of the clone, for example a folder of `mktemp -d`, because then
 * the user nobody cannot run programs there.
 */
const canActAsNobody =
  isRoot && spawnSync("test", ["-r", import.meta.filename], { uid: nobody, gid: nobody }).status === 0;

const mount = (path: string, size: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "petstore-test", path]).status === 0;
const unmount = (path: string) => spawnSync("umount", ["-l", path]);
const canMountHere = async (): Promise<boolean> => {
  const path = await makeTemporaryFolder();
  const isMounted = mount(path, "1m");
  if (isMounted) unmount(path);
  await rm(path, { recursive: true });
  return isMounted;
};
const canMount = isRoot && (await canMountHere());

let prepared: string;
let folder: string;
// These run before the folder is removed; vitest's onTestFinished would run after that.
let closers: (() => unknown)[] = [];

// initdb takes a second, and a copy of its folder a tenth of that.
beforeAll(async () => {
  prepared = await makeTemporaryFolder();
  const server = await openPrivatePostgres({ dataDir: prepared, log, settings: { fsync: "off" } });
  await server.close();
});

afterAll(() => rm(prepared, { recursive: true }));

beforeEach(async () => {
  folder = await makeTemporaryFolder();
});

afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  closers = [];
  await rm(folder, { recursive: true, force: true });
});

const mountDisk = (size: string): void => {
  expect(mount(folder, size)).toBe(true);
  closers.push(() => unmount(folder));
};

const fullDisk = () =>
  `The disk of DATA_DIR "${folder}" is full (ENOSPC): make room there, name another DATA_DIR, or name a PostgreSQL server in DATABASE_URL.`;

const openHere = async (dataDir = folder): Promise<PrivatePostgres> => {
  const server = await openPrivatePostgres({ dataDir, log, settings: { fsync: "off" } });
  closers.push(() => server.close());
  return server;
};

/** Starts another process that opens the same folder, from dist. Its standard input keeps it alive. */
const openElsewhere = async (dataDir = folder, uid = process.getuid?.()): Promise<ChildProcess> => {
  const module = pathToFileURL(join(import.meta.dirname, "../../dist/database/private-postgres.js"));
  const script = `
    import { openPrivatePostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    const dataDir = ${JSON.stringify(dataDir)};
    const server = await openPrivatePostgres({ dataDir, log, settings: { fsync: "off" } }).catch((error) => {
      console.log(error.name + ": " + error.message);
      process.exit(1);
    });
    console.log("open");
    process.stdin.resume().on("end", () => server.close());`;
  const stdio = ["pipe", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: "/",
    stdio: [...stdio],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  closers.push(() => endProcess(child));
  return child;
};

const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) {
    child.stdin?.end();
    await once(child, "exit");
  }
};

const usePrepared = () => cp(prepared, folder, { recursive: true });

const useOnce = async (delay: number): Promise<void> => {
  await sleep(delay);
  const server = await openPrivatePostgres({ dataDir: folder, log, settings: { fsync: "off" } });
  await query(server, "SELECT 1");
  await server.close();
};

const firstLine = async (child: ChildProcess): Promise<string> => {
  const ended = once(child, "close").then(([code]) =>
    Promise.reject(new Error(`It exited with ${code}, and no output.`)),
  );
  const [chunk] = await Promise.race([once(child.stdout ?? child, "data"), ended]);
  return String(chunk).trim();
};

const query = async (server: PrivatePostgres, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client(server.connection);
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
};

const serverPid = async (dataDir = folder): Promise<number | undefined> => {
  const text = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const untilItWorks = async <Value>(run: () => Promise<Value>): Promise<Value> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === 200) {
        throw error;
      }
      await sleep(50);
    }
  }
};

describe("openPrivatePostgres", () => {
  it("creates its folder, connects as an ordinary user, and stops", async () => {
    const dataDir = join(folder, "made", "data");
    const server = await openHere(dataDir);
    expect(
      await query(server, "SELECT current_user, current_database(), current_setting('is_superuser') AS su"),
    ).toEqual([{ current_user: "petstore", current_database: "petstore", su: "off" }]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
    await server.close();
    expect(await serverPid(dataDir)).toBeUndefined();
  });

  it("listens on no network address", async () => {
    await usePrepared();
    const server = await openHere();
    expect(await query(server, "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
  });

  it("keeps commits over a restart", async () => {
    await usePrepared();
    const first = await openHere();
    await query(first, "CREATE TABLE kept AS SELECT 1 AS one");
    await first.close();
    const second = await openHere();
    expect(await query(second, "SELECT * FROM kept")).toEqual([{ one: 1 }]);
  });

  it("folds letters of every script and orders by code point", async () => {
    await usePrepared();
    const server = await openHere();
    const [row] = await query(server, "SELECT lower('ÄÉЖ') AS low, 'Z' < 'a' AS by_code_point");
    expect(row).toEqual({ low: "äéж", by_code_point: true });
  });

  it.each([
    ["spaces and 'quotes' \"both\", a comma"],
    ["Käfig für 猫"],
    [`${"long".repeat(40)}/${"longer".repeat(20)}`],
  ])("works in a folder named %s", async (name) => {
    const server = await openHere(join(folder, name));
    expect(await query(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const other = await openElsewhere(join(folder, name));
    expect(await firstLine(other)).toBe("open");
  });
});

describe("several processes", () => {
  it("share one server when they open an empty folder at once", async () => {
    const others = await Promise.all([openElsewhere(), openElsewhere()]);
    const [server, ...lines] = await Promise.all([openHere(), ...others.map(firstLine)]);
    expect(lines).toEqual(["open", "open"]);
    expect(await query(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).toSorted()).toEqual(["postgres", "postgres.log"]);
  });

  it("stop the server when the last of them closes, and not earlier", async () => {
    await usePrepared();
    const other = await openElsewhere();
    await firstLine(other);
    const server = await openHere();
    const pid = await serverPid();
    await endProcess(other);
    expect(await query(server, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await serverPid()).toBe(pid);
    await server.close();
    expect(await serverPid()).toBeUndefined();
  });

  it("open and close concurrently without losing or leaving a server", async () => {
    await usePrepared();
    await Promise.all(Array.from({ length: 8 }, (_, index) => useOnce(index * 60)));
    expect(await serverPid()).toBeUndefined();
  });

  it("adopt a server that outlived its killed process", async () => {
    await usePrepared();
    const other = await openElsewhere();
    await firstLine(other);
    const pid = await serverPid();
    other.kill("SIGKILL");
    await once(other, "exit");
    const server = await openHere();
    expect(await serverPid()).toBe(pid);
    await server.close();
    expect(await serverPid()).toBeUndefined();
  });
});

describe("a server that dies", () => {
  it("is restarted, with all commits", async () => {
    await usePrepared();
    const server = await openHere();
    await query(server, "CREATE TABLE kept AS SELECT 1 AS one");
    const pid = await serverPid();
    process.kill(pid ?? 0, "SIGKILL");
    expect(await untilItWorks(() => query(server, "SELECT * FROM kept"))).toEqual([{ one: 1 }]);
    expect(await serverPid()).not.toBe(pid);
  });

  it("is restarted only once for all processes that share it", async () => {
    await usePrepared();
    const other = await openElsewhere();
    await firstLine(other);
    const server = await openHere();
    process.kill((await serverPid()) ?? 0, "SIGKILL");
    await untilItWorks(() => query(server, "SELECT 1"));
    await endProcess(other);
    expect(await untilItWorks(() => query(server, "SELECT 1 AS one"))).toEqual([{ one: 1 }]);
  });

  it("stays stopped if the process closes it at that moment", async () => {
    await usePrepared();
    const server = await openHere();
    process.kill((await serverPid()) ?? 0, "SIGKILL");
    await sleep(30);
    await server.close();
    const pid = await serverPid();
    expect(pid !== undefined && isAlive(pid)).toBe(false);
  });

  it("is restarted despite a stale postmaster.pid that names a foreign process", async () => {
    await usePrepared();
    const foreign = spawn("sleep", ["60"]);
    closers.push(() => foreign.kill());
    const lines = [foreign.pid, join(folder, "postgres"), 1_700_000_000, 5432, ".", "", " 1 1", "ready"];
    await writeFile(join(folder, "postgres/postmaster.pid"), `${lines.join("\n")}\n`, { mode: 0o600 });
    const again = await openHere();
    await again.close();
    expect(foreign.exitCode).toBeNull();
    expect(foreign.signalCode).toBeNull();
  });
});

describe("disownForeignPid", () => {
  it("does not change the postmaster.pid of a live server behind a symbolic link", async () => {
    await usePrepared();
    await rename(join(folder, "postgres"), join(folder, "elsewhere"));
    await symlink("elsewhere", join(folder, "postgres"));
    await openHere();
    const pgData = join(folder, "postgres");
    const before = await readFile(join(pgData, "postmaster.pid"), "utf8");
    await disownForeignPid(pgData);
    expect(await readFile(join(pgData, "postmaster.pid"), "utf8")).toBe(before);
  });
});

it("stopServer succeeds if the server has already stopped", async () => {
  const { pid } = spawnSync("true");
  const pgData = join(folder, "postgres");
  await mkdir(pgData);
  await writeFile(join(pgData, "postmaster.pid"), `${pid}\n`);
  const server = { folder: { dataDir: folder, pgData, programs: noPrograms }, host: pgData, settings: {}, log };
  await expect(stopServer(server)).resolves.toBeUndefined();
});

describe("an abandoned opening", () => {
  it.each([0, 50, 200, 400, 700])("leaves no server and no unfinished folder after %i ms", async (ms) => {
    const signal = AbortSignal.timeout(ms);
    const server = await openPrivatePostgres({ dataDir: folder, log, settings: { fsync: "off" }, signal }).catch(
      (error: unknown) => {
        expect(error).toBe(signal.reason);
      },
    );
    await server?.close();
    expect(await serverPid()).toBeUndefined();
    expect((await readdir(folder)).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
  });
});

const refusal = (dataDir = folder): Promise<unknown> =>
  openPrivatePostgres({ dataDir, log }).then(
    () => "opened",
    (error: unknown) => (error instanceof OperatorError ? error.message : error),
  );

describe("openPrivatePostgres with an unusable folder", () => {
  it("refuses a folder that is a file", async () => {
    await writeFile(join(folder, "file"), "");
    expect(await refusal(join(folder, "file"))).toContain("cannot be used (ENOTDIR)");
    expect(await refusal(join(folder, "file", "below"))).toMatch(/cannot be used \((ENOTDIR|EEXIST)\)/);
  });

  it("refuses a folder with another major version of PostgreSQL", async () => {
    await mkdir(join(folder, "postgres"));
    await writeFile(join(folder, "postgres/PG_VERSION"), "17\n");
    expect(await refusal()).toContain("was created by PostgreSQL 17, but this version runs PostgreSQL 18");
  });

  it("refuses a folder that is not a PostgreSQL folder", async () => {
    await mkdir(join(folder, "postgres"));
    expect(await refusal()).toContain("is not a PostgreSQL folder");
  });

  it("refuses a folder with a configuration that PostgreSQL refuses", async () => {
    await usePrepared();
    await writeFile(join(folder, "postgres/postgresql.conf"), "no_such_setting = 1\n");
    expect(await refusal()).toMatch(/does not start \(.*configuration file.*postgres\.log/);
  });

  it.runIf(canMount)("refuses a folder on a disk that is too small for a new store", async () => {
    mountDisk("8m");
    expect(await refusal()).toBe(fullDisk());
  });

  it.runIf(canMount)("refuses a folder on a disk without room for a start", async () => {
    mountDisk("120m");
    await usePrepared();
    spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "filler")}`, "bs=4096"]);
    expect(await refusal()).toBe(fullDisk());
  });

  it.runIf(canActAsNobody)("refuses a folder that is not writable", async () => {
    const dataDir = join(folder, "data");
    await chmod(folder, 0o755);
    expect(await firstLine(await openElsewhere(dataDir, nobody))).toMatch(/OperatorError: .*cannot be used \(EACCES\)/);
  });

  it.runIf(canActAsNobody)("refuses a folder that belongs to another user", async () => {
    await usePrepared();
    await chown(folder, nobody, nobody);
    const line = await firstLine(await openElsewhere(folder, nobody));
    expect(line).toContain("belongs to another user (uid 0)");
  });
});

it.runIf(canActAsNobody)("root runs PostgreSQL as the folder's owner, who can use it afterwards", async () => {
  await chown(folder, nobody, nobody);
  await (await openHere()).close();
  expect((await stat(join(folder, "postgres"))).uid).toBe(nobody);
  const other = await openElsewhere(folder, nobody);
  expect(await firstLine(other)).toBe("open");
});

it("openPrivatePostgres removes the remains of an initdb that was cut off long ago", async () => {
  const leftover = join(folder, "postgres.new-abc");
  await mkdir(leftover);
  await writeFile(join(leftover, "PG_VERSION"), "18\n");
  await utimes(leftover, 0, 0);
  await openHere();
  await expect(access(leftover)).rejects.toThrow("ENOENT");
});

describe("postgres.log", () => {
  const marker = "the evidence";
  const limit = 10 * 1024 * 1024;
  const fill = (path: string, bytes: number) => appendFile(path, `${"x".repeat(bytes)}\n${marker}\n`);
  const log1 = () => readFile(join(folder, "postgres.log.1"), "utf8").catch(() => "");

  it("is kept as postgres.log.1 if it is too long at a start", async () => {
    await usePrepared();
    await fill(join(folder, "postgres.log"), limit);
    await openHere();
    expect((await log1()).endsWith(`${marker}\n`)).toBe(true);
    expect((await stat(join(folder, "postgres.log"))).size).toBeLessThan(100_000);
  });

  it("is shortened while PostgreSQL keeps writing to it", async () => {
    await usePrepared();
    await rm(join(folder, "postgres.log"));
    // The lines that PostgreSQL writes when it starts make the log longer than the limit.
    await fill(join(folder, "postgres.log"), limit - 100);
    const server = await openPrivatePostgres({ dataDir: folder, log, settings: { fsync: "off" }, logCheckMs: 20 });
    closers.push(() => server.close());
    await expect.poll(async () => (await log1()).includes(`${marker}\n`)).toBe(true);
    process.kill((await serverPid()) ?? Number.NaN, "SIGHUP");
    await expect
      .poll(async () => (await readFile(join(folder, "postgres.log"), "utf8")).includes("received SIGHUP"))
      .toBe(true);
    expect((await stat(join(folder, "postgres.log"))).size).toBeLessThan(100_000);
  });
});
