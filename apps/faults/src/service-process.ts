import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const REPORT_WITHIN_MS = 15_000;
const TAIL_CHARACTERS = 20_000;
const preload = fileURLToPath(new URL("../preload/report-memory.mjs", import.meta.url));

/** What the service's process holds after a full garbage collection. */
export type ProcessReport = {
  readonly rss: number;
  /** The live heap, with what lies outside of it: buffers. */
  readonly live: number;
  /** The longest that its event loop has waited since the last report. */
  readonly loopDelayMs: number;
  /** Sockets, timers and the like, by their kind in Node. */
  readonly resources: Readonly<Record<string, number>>;
};

export type ServiceProcess = {
  readonly port: number;
  readonly child: ChildProcess;
  /** How it ended; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** The end of its standard error. */
  readonly stderr: () => string;
  readonly report: () => Promise<ProcessReport>;
  /** Makes a key with the command line. */
  readonly makeKey: (scope: "read" | "write" | "admin") => Promise<string>;
  readonly stop: () => Promise<void>;
};

export type ServiceOptions = {
  /** The folder of the package `apps/api` to start, built. */
  readonly api: string;
  readonly env: Readonly<Record<string, string>>;
  /** Called with each line of standard error. */
  readonly onLine?: (line: string) => void;
};

export const ownApi = fileURLToPath(new URL("../../api", import.meta.url));

const ownEnv = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production", ...env };
};

/** A folder for `DATA_DIR`, and what removes it. */
export const makeDataDir = async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-faults-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

const readLines = (child: ChildProcess, onLine: (line: string) => void) => {
  let [tail, rest] = ["", ""];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  return () => tail;
};

const waitForAddress = async (child: ChildProcess, ended: () => string | undefined, stderr: () => string) => {
  let stdout = "";
  const giveUpAt = performance.now() + START_WITHIN_MS;
  child.stdout?.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  for (;;) {
    const port = /http:\/\/127\.0\.0\.1:([0-9]+)\/v1/.exec(stdout)?.[1];
    if (port !== undefined) return Number(port);
    if (ended() !== undefined) throw new Error(`The service ended at its start (${ended()}):\n${stderr()}`);
    if (performance.now() > giveUpAt) throw new Error(`The service has not started within a minute:\n${stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Starts `dist/main.js` with these variables alone, and waits until it listens. */
export const startService = async ({ api, env, onLine = () => {} }: ServiceOptions): Promise<ServiceProcess> => {
  const flags = ["--expose-gc", "--import", preload, "--max-semi-space-size=8"];
  const child = spawn(process.execPath, [...flags, join(api, "dist/main.js")], {
    // In a folder of ours the service would read a .env.
    cwd: tmpdir(),
    env: ownEnv({ HOST: "127.0.0.1", PORT: "0", ...env }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let end: string | undefined;
  const exited = once(child, "exit").then(([code, signal]) => (end = String(signal ?? code)));
  const stderr = readLines(child, onLine);
  const stop = async () => {
    if (end !== undefined) return;
    child.kill("SIGTERM");
    const killing = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await exited;
    clearTimeout(killing);
  };
  const port = await waitForAddress(child, () => end, stderr).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    port,
    child,
    stderr,
    stop,
    ended: () => end,
    report: async () => {
      if (!child.connected) throw new Error("The service has ended.");
      const signal = AbortSignal.timeout(REPORT_WITHIN_MS);
      child.send({ probe: "process" });
      const [report] = (await once(child, "message", { signal })) as [ProcessReport];
      return report;
    },
    makeKey: async (scope) => {
      const args = [join(api, "dist/cli.js"), "keys", "create", "--name", "Fault tests", "--scope", scope, "--json"];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tmpdir(), env: ownEnv(env) });
      return (JSON.parse(stdout) as { key: string }).key;
    },
  };
};
