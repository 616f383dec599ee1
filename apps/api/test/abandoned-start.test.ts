import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { processesOf } from "./support/processes.js";
import { startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
/** As long as Node loads its first module, nothing is started, and the signal itself ends it. */
const atAnyMoment = [0, "SIGTERM"];
const isLinux = process.platform === "linux";

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const names = () => readdir(folder).catch(() => []);
const untilFile = async (child: ChildProcess, isThere: () => Promise<boolean> | boolean) => {
  while (!(await isThere()) && child.exitCode === null) await delay(2);
};
const isInitialising = async () => (await names()).some((name) => name.startsWith("postgres.new-"));
const isStarting = () => existsSync(join(folder, "postgres/postmaster.pid"));

const expectNothingLeft = async () => {
  if (isLinux) expect(await processesOf(folder)).toEqual([]);
  expect((await names()).filter((name) => !["postgres", "postgres.log", "first-start.txt"].includes(name))).toEqual([]);
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
};
const expectNextStart = async () => {
  const next = startServiceProcess({ DATA_DIR: folder });
  const address = await next.address();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await stopServiceProcess(next)).toBe(0);
  await expectNothingLeft();
};

describe("a start that a signal abandons leaves no process and no unfinished file", () => {
  it.each([0, 60, 150, 250, 350, 450, 600, 750, 900, 1_050, 1_250, 1_500])("SIGTERM after %i ms", async (ms) => {
    const service = startServiceProcess({ DATA_DIR: folder });
    await delay(ms);
    service.child.kill("SIGTERM");
    const code = await service.ended;
    await expectNothingLeft();
    expect(atAnyMoment).toContain(code);
  });

  it.each([
    ["SIGTERM", "initdb runs", isInitialising],
    ["SIGINT", "initdb runs", isInitialising],
    ["SIGTERM", "PostgreSQL starts", isStarting],
    ["SIGHUP", "PostgreSQL starts", isStarting],
  ] as const)("%s while %s: the exit code is 0, and the next start works", async (signal, _, isThere) => {
    const service = startServiceProcess({ DATA_DIR: folder });
    await untilFile(service.child, isThere);
    service.child.kill(signal);
    // npm passes on a terminal's signal as well: it is the same request.
    service.child.kill(signal);
    const code = await service.ended;
    await expectNothingLeft();
    expect([code, service.output.stdout]).toEqual([0, ""]);
    await expectNextStart();
  });

  it.each([0, 400])("SIGTERM %i ms after PostgreSQL began, with two workers", async (ms) => {
    const service = startServiceProcess({ DATA_DIR: folder, WORKERS: "2" });
    await untilFile(service.child, isStarting);
    await delay(ms);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    await expectNothingLeft();
  });
});

describe("a command that a signal abandons while the store is opened", () => {
  it.each([
    ["initdb runs", isInitialising],
    ["PostgreSQL starts", isStarting],
  ] as const)("leaves nothing and exits with 130 while %s", async (_, isThere) => {
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [cli, "keys", "list"], {
      ...{ cwd: "/", env: { PATH, DATA_DIR: folder }, stdio: "ignore" },
    });
    const ended = once(child, "close");
    await untilFile(child, isThere);
    child.kill("SIGTERM");
    expect(await ended).toEqual([130, null]);
    await expectNothingLeft();
  });
});
