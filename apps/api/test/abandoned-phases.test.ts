import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { untilPhase, useDataDir } from "./support/abandoned-start.js";
import { childrenOf } from "./support/processes.js";
import { startServiceProcess } from "./support/service-process.js";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const dataDir = useDataDir();
const { isInitialising, isStarting } = dataDir;

describe("a start that a signal interrupts", () => {
  it.each([
    ["SIGTERM", "initdb runs", isInitialising],
    ["SIGINT", "initdb runs", isInitialising],
    ["SIGTERM", "PostgreSQL starts", isStarting],
    ["SIGHUP", "PostgreSQL starts", isStarting],
  ] as const)("exits with 0 on %s while %s, and the next start works", async (signal, _phase, isReached) => {
    const service = startServiceProcess({ DATA_DIR: dataDir.path() });
    await untilPhase(service.child, isReached);
    service.child.kill(signal);
    // npm forwards the signal of a terminal, so the service receives it twice.
    service.child.kill(signal);
    const code = await service.ended;
    await dataDir.expectNothingLeft();
    expect([code, service.output.stdout]).toEqual([0, ""]);
    await dataDir.expectNextStart();
  });

  it.each([0, 400])("exits with 0 on SIGTERM %i ms after PostgreSQL starts, with two workers", async (ms) => {
    const service = startServiceProcess({ DATA_DIR: dataDir.path(), WORKERS: "2" });
    await untilPhase(service.child, isStarting);
    await delay(ms);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    await dataDir.expectNothingLeft();
  });

  it.runIf(process.platform === "linux")("also stops workers that do not listen for messages yet", async () => {
    const service = startServiceProcess({ DATA_DIR: dataDir.path(), WORKERS: "2" });
    const { child } = service;
    await untilPhase(child, async () => (await childrenOf(child.pid ?? 0, "worker.js")).length > 0);
    child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(service.output.stderr).not.toContain("have not stopped in time");
    await dataDir.expectNothingLeft();
  });
});

describe("a stop while a worker hangs", () => {
  it.runIf(process.platform === "linux")("kills the worker, and stops PostgreSQL", async () => {
    const service = startServiceProcess({ DATA_DIR: dataDir.path(), WORKERS: "2" });
    await service.address();
    const [worker = Number.NaN] = await childrenOf(service.child.pid ?? 0, "worker.js");
    process.kill(worker, "SIGSTOP");
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    await dataDir.expectNothingLeft();
  });
});

describe("a command that SIGTERM interrupts while the store opens", () => {
  it.each([
    ["initdb runs", isInitialising],
    ["PostgreSQL starts", isStarting],
  ] as const)("leaves nothing and exits with 130 while %s", async (_phase, isReached) => {
    const { PATH = "" } = process.env;
    const env = { PATH, DATA_DIR: dataDir.path() };
    const child = spawn(process.execPath, [cli, "migrate"], { cwd: "/", env, stdio: "ignore" });
    const ended = once(child, "close");
    await untilPhase(child, isReached);
    child.kill("SIGTERM");
    expect(await ended).toEqual([130, null]);
    await dataDir.expectNothingLeft();
  });
});
