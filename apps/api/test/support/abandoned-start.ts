import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import { processesOf } from "./processes.js";
import { startServiceProcess, stopServiceProcess } from "./service-process.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

const isLinux = process.platform === "linux";
const finished = ["postgres", "postgres.log", "first-start.txt"];

/** Gives each test of the file a DATA_DIR of its own, with functions for the phases and the checks of a start. */
export const useDataDir = () => {
  let folder = "";
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const names = () => readdir(folder).catch(() => []);
  const expectNothingLeft = async () => {
    if (isLinux) expect(await processesOf(folder)).toEqual([]);
    expect((await names()).filter((name) => !finished.includes(name))).toEqual([]);
    expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
  };
  return {
    path: () => folder,
    isInitialising: async () => (await names()).some((name) => name.startsWith("postgres.new-")),
    isStarting: () => existsSync(join(folder, "postgres/postmaster.pid")),
    expectNothingLeft,
    expectNextStart: async () => {
      const next = startServiceProcess({ DATA_DIR: folder });
      const address = await next.address();
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(await stopServiceProcess(next)).toBe(0);
      await expectNothingLeft();
    },
  };
};

/** Waits until the start has reached a phase, or until the process has exited. */
export const untilPhase = async (child: ChildProcess, isReached: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isReached()) && child.exitCode === null) await delay(2);
};
