import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type FaultProxy, openMovingProxy } from "../proxy/fault-proxy.js";
import { type Build, createService, type Environment, findFreePort, type Service } from "../service/service-process.js";
import { makeFolder } from "../store/store.js";

/** A line of the log at level `warn` or above, or a line that is not JSON. */
export type LogLine = { readonly at: number; readonly text: string; readonly isRequest: boolean };

export type Replica = {
  readonly origin: string;
  readonly metricsPort: number;
  /** The path to the primary of this replica alone. */
  readonly databasePath: FaultProxy;
  readonly service: () => Service;
  readonly log: readonly LogLine[];
  /** Stops the process as a deployment does, and starts another build. */
  replace(build: Build): Promise<void>;
};

/** It must exceed the amount by which PetStoreClockSkew allows clocks to differ. */
const CLOCK_JUMP_MS = 600_000;
const STOP_WITHIN_MS = 30_000;
/** The first replica of an update migrates the store, and a busy machine takes its time. */
const READY_WITHIN_MS = 120_000;
const clockPreload = new URL("../service/clock-preload.js", import.meta.url).href;

type Logged = { readonly msg?: string; readonly status?: number; readonly err?: { readonly message?: string } };

const parseLine = (line: string): Omit<LogLine, "at"> => {
  if (!line.startsWith("{")) return { text: line, isRequest: false };
  const { msg = "", status, err } = JSON.parse(line) as Logged;
  const isRequest = msg === "request";
  const reason = err?.message === undefined ? "" : `: ${err.message}`;
  return { text: isRequest ? `request ${status}${reason}` : msg, isRequest };
};

type Options = {
  readonly build: Build;
  readonly env: Environment;
  readonly primaryPort: () => number;
  readonly databaseUrl: (port: number) => string;
};

/** Starts a replica of the service, whose clock SIGUSR2 moves. */
export const startReplica = async (options: Options, cleanup: Cleanup): Promise<Replica> => {
  const { build, env: shared, primaryPort, databaseUrl } = options;
  const databasePath = await openMovingProxy(primaryPort, cleanup);
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...shared,
    CLOCK_JUMP_MS: String(CLOCK_JUMP_MS),
    DATABASE_URL: databaseUrl(databasePath.port),
    DATA_DIR: await makeFolder(cleanup),
    METRICS_PORT: String(metricsPort),
  };
  const log: LogLine[] = [];
  const onLine = (line: string) => void log.push({ at: performance.now(), ...parseLine(line) });
  const flags = ["--import", clockPreload];
  const limits = { stopWithinMs: STOP_WITHIN_MS, readyWithinMs: READY_WITHIN_MS };
  const create = (of: Build) => createService({ build: of, port, env, flags, onLine, ...limits }, cleanup);
  let service = create(build);
  const start = async () => {
    service.start();
    await service.ready();
  };
  await start();
  return {
    origin: service.origin,
    metricsPort,
    databasePath,
    service: () => service,
    log,
    replace: async (next) => {
      await service.stop();
      service = create(next);
      await start();
    },
  };
};
