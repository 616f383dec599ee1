import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Cleanup } from "../cleanup.js";

const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

/** The unit of the clock in proc(5). It is the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

export type ServerProcess = {
  readonly port: number;
  readonly output: () => string;
  readonly memoryMb: () => Promise<number>;
  /** Returns the CPU time of all threads of the process since its start. */
  readonly cpuSeconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

export const startServer = async (
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): Promise<ServerProcess> => {
  const { PATH = "", HOME = "" } = process.env;
  // The working directory is outside the repository, because in a folder of it the service would read a .env file.
  const child = spawn(program, args, { cwd: tmpdir(), env: { PATH, HOME, NODE_ENV: "production", ...env } });
  const exited = once(child, "exit");
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (output.stderr += text));

  const stop = cleanup.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const killing = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await exited;
    clearTimeout(killing);
  });

  const address = () => /http:\/\/127\.0\.0\.1:([0-9]+)\b/.exec(output.stdout)?.[1];
  const deadline = AbortSignal.timeout(START_WITHIN_MS);
  const gone = exited.then(() => {
    throw new Error(`${[program, ...args].join(" ")} ended:\n${output.stderr}`);
  });
  gone.catch(() => {});
  while (address() === undefined) await Promise.race([once(child.stdout, "data", { signal: deadline }), gone]);

  return {
    port: Number(address()),
    output: () => output.stdout,
    memoryMb: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    cpuSeconds: async () => {
      const stat = await readFile(`/proc/${child.pid}/stat`, "utf8");
      const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
      return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
    },
    stop,
  };
};
