import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, haveEnded, isRunning, workersOf } from "../service/processes.js";
import type { FaultCase, Stage, Struck } from "./fault-case.js";

const STOPPED_MS = 5_000;
const END_WITHIN_MS = 5_000;

const now = (): Struck => ({ backAt: performance.now() });

/** Starts the service again at once, as a supervisor does. The path is back when the new process listens. */
const killAndRestart = async ({ service }: Stage): Promise<Struck> => {
  const workers = await workersOf(service.pid());
  await service.kill();
  const haveWorkersEnded = await haveEnded(workers, END_WITHIN_MS);
  service.start();
  await service.listening();
  return { ...now(), reasons: haveWorkersEnded ? [] : ["workers outlive their primary"] };
};

const killWorker = async ({ service }: Stage): Promise<Struck> => {
  const [worker] = await workersOf(service.pid());
  if (worker === undefined) throw new Error("The service has no worker to kill.");
  process.kill(worker, "SIGKILL");
  return now();
};

const killPostmaster = async ({ postgres }: Stage): Promise<Struck> => {
  process.kill(await postgres.postmaster(), "SIGKILL");
  return now();
};

/** PostgreSQL ends all its other backends then, and recovers. */
const killBackend = async ({ postgres, database }: Stage): Promise<Struck> => {
  const [backend] = await postgres.query<{ pid: number }>(
    "postgres",
    "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'petstore' LIMIT 1",
    [database],
  );
  if (backend === undefined) throw new Error("The service has no connection to kill.");
  process.kill(backend.pid, "SIGKILL");
  return now();
};

/** Stops processes for a while. They go on at cleanup too, should the case end before. */
const standStill = async ({ cleanup }: Stage, pids: readonly number[]): Promise<Struck> => {
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of pids) if (await isRunning(pid)) process.kill(pid, name);
  };
  const goOn = cleanup.add(() => signal("SIGCONT"));
  await signal("SIGSTOP");
  await sleep(STOPPED_MS);
  await goOn();
  return now();
};

const killed: readonly FaultCase[] = [
  {
    fault: "kill -9",
    at: "service",
    store: "proxied",
    strike: killAndRestart,
    isRestarted: true,
    mayClose: true,
    isShort: true,
  },
  {
    fault: "kill -9",
    at: "service with a private store",
    store: "private",
    strike: killAndRestart,
    isRestarted: true,
    mayClose: true,
  },
  {
    fault: "kill -9",
    at: "worker of two",
    store: "proxied",
    env: { WORKERS: "2" },
    strike: killWorker,
    isRestarted: true,
    mayClose: true,
  },
  {
    fault: "kill -9",
    at: "primary of two workers",
    store: "proxied",
    env: { WORKERS: "2" },
    strike: killAndRestart,
    isRestarted: true,
    mayClose: true,
  },
  { fault: "kill -9", at: "PostgreSQL backend", store: "private", strike: killBackend },
  { fault: "kill -9", at: "postmaster", store: "private", strike: killPostmaster },
];

const stopped: readonly FaultCase[] = [
  {
    fault: "SIGSTOP",
    at: "postmaster",
    store: "proxied",
    strike: async (stage) => {
      const postmaster = await stage.postgres.postmaster();
      // Backends go on: without new connections, nothing would be felt.
      stage.proxy().closeAll();
      return standStill(stage, [postmaster]);
    },
  },
  {
    fault: "SIGSTOP",
    at: "all of PostgreSQL",
    store: "private",
    strike: async (stage) => {
      const postmaster = await stage.postgres.postmaster();
      return standStill(stage, [postmaster, ...(await childrenOf(postmaster))]);
    },
  },
  {
    fault: "SIGSTOP",
    at: "service",
    store: "proxied",
    mayClose: true,
    mayBeLate: true,
    strike: (stage) => standStill(stage, [stage.service.pid()]),
  },
  {
    fault: "SIGSTOP",
    at: "worker of two",
    store: "proxied",
    env: { WORKERS: "2" },
    mayClose: true,
    mayBeLate: true,
    strike: async (stage) => standStill(stage, (await workersOf(stage.service.pid())).slice(0, 1)),
  },
];

export const processCases: readonly FaultCase[] = [...killed, ...stopped];
