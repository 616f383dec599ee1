import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWatchdog } from "./watchdog.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petstore-watchdog-"));
  // The script may use only commands that are built into the shell, because its PATH contains nothing else.
  await writeFile(join(folder, "systemd-notify"), `#!/bin/sh\necho "$@" >> "${folder}/calls"\n`, { mode: 0o755 });
});
// The shell's last command may still be writing into the folder.
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

const calls = async () => (await readFile(join(folder, "calls"), "utf8").catch(() => "")).split("\n").slice(0, -1);
const start = (env: NodeJS.ProcessEnv) => {
  const lines: { msg?: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { msg?: string }) });
  return { isWatched: startWatchdog(env, log), lines };
};

describe("a process with a watchdog of systemd", () => {
  it.each([
    ["without WATCHDOG_USEC", {}],
    ["with WATCHDOG_USEC=0", { WATCHDOG_USEC: "0" }],
    ["for another process", { WATCHDOG_USEC: "200000", WATCHDOG_PID: "1" }],
  ])("notifies nobody %s", async (_when, env) => {
    expect(start({ ...env, PATH: folder })).toEqual({ isWatched: false, lines: [] });
    expect(await calls()).toEqual([]);
  });

  it("keeps notifying while its event loop runs", async () => {
    const env = { WATCHDOG_USEC: "200000", WATCHDOG_PID: String(process.pid), PATH: folder };
    expect(start(env)).toEqual({ isWatched: true, lines: [] });
    await expect.poll(async () => (await calls()).length).toBeGreaterThan(2);
    expect(new Set(await calls())).toEqual(new Set(["WATCHDOG=1"]));
  });

  it("logs once that systemd-notify is missing", async () => {
    const { lines } = start({ WATCHDOG_USEC: "20000", PATH: join(folder, "none") });
    await expect.poll(() => lines.map(({ msg }) => msg)).toHaveLength(1);
    expect(lines[0]?.msg).toMatch(/^systemd-notify is not on PATH/);
  });
});
