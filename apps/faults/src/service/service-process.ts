import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { isRunning, workersOf } from "./processes.js";
import { createProcess, type ProcessOptions } from "./started-process.js";

const READY_WITHIN_MS = 40_000;
const STOP_WITHIN_MS = 5_000;
const LOG_CHARACTERS = 2_000;

export type Environment = Readonly<Record<string, string>>;

/** A build of the service: the folder `apps/api` of a working tree. */
export type Build = { readonly api: string };

const variables = (env: Environment) => {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production", DATABASE_URL: "private", LOG_LEVEL: "warn", ...env };
};

/** @param account - The address of the key's account. The default is the oldest owner. */
export const makeKey = async (
  { api }: Build,
  env: Environment,
  scope: "read" | "write" | "admin",
  account?: string,
): Promise<string> => {
  const ofAccount = account === undefined ? [] : ["--account", account];
  const args = ["keys", "create", "--name", "Fault tests", "--scope", scope, "--json", ...ofAccount];
  const options = { cwd: tmpdir(), env: variables(env) };
  const { stdout } = await promisify(execFile)(process.execPath, [join(api, "dist/cli.js"), ...args], options);
  return (JSON.parse(stdout) as { key: string }).key;
};

/** Finds a port that is free at the moment. After a restart the service uses it again. */
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
  readonly port: number;
  child(): ChildProcess;
  pid(): number;
  exit(): string | undefined;
  start(): void;
  listening(): Promise<void>;
  ready(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

type ServiceOptions = Pick<ProcessOptions, "onLine" | "hasChannel" | "stopWithinMs"> & {
  readonly build: Build;
  readonly port: number;
  readonly env: Environment;
  readonly flags?: readonly string[];
  readonly readyWithinMs?: number;
  /** The file that adds the service to a control group. */
  readonly cgroup?: string;
};

/**
 * Starts a shell that enters the group and is then replaced by the service, so that no part of the service runs
 * outside.
 */
const inGroup = (cgroup: string | undefined, args: readonly string[]) =>
  cgroup === undefined
    ? { command: process.execPath, args }
    : { command: "/bin/sh", args: ["-c", 'echo $$ > "$0" && exec "$@"', cgroup, process.execPath, ...args] };

/** Creates a service that runs `node dist/main.js` with only these variables. The cleanup stops it. */
export const createService = (options: ServiceOptions, cleanup: Cleanup): Service => {
  const { build, port, env, flags = [], cgroup, ...others } = options;
  const { stopWithinMs = STOP_WITHIN_MS, readyWithinMs = READY_WITHIN_MS } = options;
  const origin = `http://127.0.0.1:${port}`;
  const service = createProcess(
    {
      ...others,
      stopWithinMs,
      ...inGroup(cgroup, ["--max-semi-space-size=8", ...flags, join(build.api, "dist/main.js")]),
      // The working directory is outside the workspace, because in a folder of it the service would read a .env file.
      cwd: tmpdir(),
      env: variables({ PORT: String(port), ...env }),
    },
    cleanup,
  );
  const { child, start, exit, log } = service;
  const stop = async () => {
    if (!service.isRunning()) return;
    const workers = await workersOf(child().pid ?? 0);
    await service.end("SIGTERM");
    for (const pid of workers) if (await isRunning(pid)) process.kill(pid, "SIGKILL");
  };
  const wait = async (path: string) => {
    const giveUpAt = performance.now() + readyWithinMs;
    const end = () => log().slice(-LOG_CHARACTERS);
    while (!(await answers(`${origin}${path}`))) {
      if (exit() !== undefined) throw new Error(`The service exited with ${exit()} before ${path} was 200:\n${end()}`);
      if (performance.now() > giveUpAt) throw new Error(`${path} was not 200 within ${readyWithinMs} ms:\n${end()}`);
      await sleep(50);
    }
  };
  cleanup.add(stop);
  return {
    origin,
    port,
    child,
    pid: () => child().pid ?? 0,
    exit,
    start,
    listening: () => wait("/healthz"),
    ready: () => wait("/readyz"),
    // A case checks whether the workers exit by themselves, so only the primary is killed.
    kill: () => service.end("SIGKILL"),
    stop,
  };
};
