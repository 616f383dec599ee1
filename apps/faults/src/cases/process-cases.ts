import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, haveExited, isRunning, workersOf } from "../service/processes.js";
import type { FaultCase, Stage, Injected } from "./fault-case.js";

const PAUSED_MS = 5_000;
const END_WITHIN_MS = 5_000;

const now = (): Injected => ({ backAt: performance.now() });

/** Restarts the service at once, as a supervisor would. The fault ends when the new process listens. */
const killAndRestart = async ({ service }: Stage): Promise<Injected> => {
  const workers = await workersOf(service.pid());
  await service.kill();
  const haveWorkersExited = await haveExited(workers, END_WITHIN_MS);
  service.start();
  await service.listening();
  return { ...now(), reasons: haveWorkersExited ? [] : ["workers outlive their primary"] };
};

const killWorker = async ({ service }: Stage): Promise<Injected> => {
  const [worker] = await workersOf(service.pid());
  if (worker === undefined) throw new Error("The service has no worker to kill.");
  process.kill(worker, "SIGKILL");
  return now();
};

const killPostmaster = async ({ postgres }: Stage): Promise<Injected> => {
  process.kill(await postgres.postmaster(), "SIGKILL");
  return now();
};

/** Kills one backend, after which PostgreSQL terminates all others and recovers. */
const killBackend = async ({ postgres, database }: Stage): Promise<Injected> => {
  const [backend] = await postgres.query<{ pid: number }>(
    "postgres",
    "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'petstore' LIMIT 1",
    [database],
  );
  if (backend === undefined) throw new Error("The service has no connection to kill.");
  process.kill(backend.pid, "SIGKILL");
  return now();
};

const pauseProcesses = async ({ cleanup }: Stage, pids: readonly number[]): Promise<Injected> => {
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of pids) if (await isRunning(pid)) process.kill(pid, name);
  };
  const resume = cleanup.add(() => signal("SIGCONT"));
  await signal("SIGSTOP");
  await sleep(PAUSED_MS);
  await resume();
  return now();
};

const killed: readonly FaultCase[] = [
  {
    fault: "kill -9",
    at: "service",
    store: "proxied",
    inject: killAndRestart,
    isRestarted: true,
    mayClose: true,
    isShort: true,
  },
  {
    fault: "kill -9",
    at: "service with a private store",
    store: "private",
    inject: killAndRestart,
    isRestarted: true,
    mayClose: true,
  },
  {
    fault: "kill -9",
    at: "worker of two",
    store: "proxied",
    env: { WORKERS: "2" },
    inject: killWorker,
    isRestarted: true,
    mayClose: true,
  },
  {
    fault: "kill -9",
    at: "primary of two workers",
    store: "proxied",
    env: { WORKERS: "2" },
    inject: killAndRestart,
    isRestarted: true,
    mayClose: true,
  },
  { fault: "kill -9", at: "PostgreSQL backend", store: "private", inject: killBackend },
  { fault: "kill -9", at: "postmaster", store: "private", inject: killPostmaster },
];

const stopped: readonly FaultCase[] = [
  {
    fault: "SIGSTOP",
    at: "postmaster",
    store: "proxied",
    inject: async (stage) => {
      const postmaster = await stage.postgres.postmaster();
      // Backends continue to run when the postmaster is stopped, so only new connections notice it.
      stage.proxy().closeAll();
      return pauseProcesses(stage, [postmaster]);
    },
  },
  {
    fault: "SIGSTOP",
    at: "all of PostgreSQL",
    store: "private",
    inject: async (stage) => {
      const postmaster = await stage.postgres.postmaster();
      return pauseProcesses(stage, [postmaster, ...(await childrenOf(postmaster))]);
    },
  },
  {
    fault: "SIGSTOP",
    at: "service",
    store: "proxied",
    mayClose: true,
    mayBeLate: true,
    inject: (stage) => pauseProcesses(stage, [stage.service.pid()]),
  },
  {
    fault: "SIGSTOP",
    at: "worker of two",
    store: "proxied",
    env: { WORKERS: "2" },
    mayClose: true,
    mayBeLate: true,
    inject: async (stage) => pauseProcesses(stage, (await workersOf(stage.service.pid())).slice(0, 1)),
  },
];

export const processCases: readonly FaultCase[] = [...killed, ...stopped];
