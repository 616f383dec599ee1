import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cleanup } from "../cleanup.js";
import { isRunning, workersOf } from "./processes.js";

const READY_WITHIN_MS = 40_000;
const STOP_WITHIN_MS = 5_000;
const KEPT_LOG = 100_000;

export type Environment = Readonly<Record<string, string>>;

/** A build of the service: the folder `apps/api` of a working tree. */
export type Build = { readonly api: string };

const variables = (env: Environment) => {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production", LOG_LEVEL: "warn", ...env };
};

/** Runs `petstore` with these variables alone. @returns what it printed */
export const runCommandLine = async ({ api }: Build, args: readonly string[], env: Environment): Promise<string> => {
  const options = { cwd: tmpdir(), env: variables(env) };
  return (await promisify(execFile)(process.execPath, [join(api, "dist/cli.js"), ...args], options)).stdout;
};

/** A port that is free now: the service keeps it over a restart. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

export type Service = {
  readonly origin: string;
  /** The process id; of the primary where there are workers. */
  pid(): number;
  /** The end of its log. */
  log(): string;
  /** What ended the process, where it has ended. */
  exit(): string | undefined;
  /** Starts the process, again after it was killed. */
  start(): void;
  /** Waits until it answers at all. @throws Error when it ends before, or does not in time */
  listening(): Promise<void>;
  /** Waits until it is ready. @throws as `listening` */
  ready(): Promise<void>;
  /** Sends SIGKILL, and waits until the process has ended. */
  kill(): Promise<void>;
};

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

type Start = {
  readonly build: Build;
  readonly port: number;
  readonly env: Environment;
  readonly flags?: readonly string[];
};

/** `node dist/main.js` with these variables alone. It is stopped at cleanup. */
export const createService = ({ build, port, env, flags = [] }: Start, cleanup: Cleanup): Service => {
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let log = "";
  const exit = () => {
    const how = child?.signalCode ?? child?.exitCode ?? undefined;
    return how === undefined ? undefined : String(how);
  };
  const start = () => {
    const args = ["--max-semi-space-size=8", ...flags, join(build.api, "dist/main.js")];
    // Not in a folder of the workspace: the service would read a .env there.
    child = spawn(process.execPath, args, {
      cwd: tmpdir(),
      env: variables({ PORT: String(port), ...env }),
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => void (log = (log + text).slice(-KEPT_LOG)));
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || exit() !== undefined) return;
    const ended = once(child, "exit");
    const workers = await workersOf(child.pid ?? 0);
    child.kill(signal);
    const killing = setTimeout(() => child?.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(killing);
    // A case looks at whether workers end by themselves; the suite leaves none behind.
    if (signal === "SIGTERM") for (const pid of workers) if (await isRunning(pid)) process.kill(pid, "SIGKILL");
  };
  const wait = async (path: string) => {
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    while (!(await answers(`${origin}${path}`))) {
      if (exit() !== undefined) throw new Error(`The service ended with ${exit()} before ${path} was 200:\n${log}`);
      if (performance.now() > giveUpAt) throw new Error(`${path} was not 200 in time:\n${log}`);
      await sleep(50);
    }
  };
  cleanup.add(() => end("SIGTERM"));
  return {
    origin,
    pid: () => child?.pid ?? 0,
    log: () => log,
    exit,
    start,
    listening: () => wait("/healthz"),
    ready: () => wait("/readyz"),
    kill: () => end("SIGKILL"),
  };
};
