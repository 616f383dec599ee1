import { setTimeout as sleep } from "node:timers/promises";
import { type Cleanup, createCleanup } from "@petstore/bench/dist/cleanup.js";
import { type Recovery, waitForRecovery } from "../judge/recovery.js";
import { judge, summariseStatuses } from "../judge/verdict.js";
import { openFaultProxy } from "../proxy/fault-proxy.js";
import { type Footprint, footprintOf, workersOf } from "../service/processes.js";
import { createService, findFreePort } from "../service/service-process.js";
import { cloneStore, postgresIn, storeDatabase, urlOf } from "../store/postgres.js";
import { mountSmallDisk } from "../store/small-disk.js";
import { copyFolder, stopServerAtCleanup, makeFolder } from "../store/store.js";
import { findLosses, type Losses } from "../traffic/ledger.js";
import { createTraffic } from "../traffic/traffic.js";
import type { FaultCase, Run, Stage } from "./fault-case.js";

export type Result = {
  readonly fault: string;
  readonly at: string;
  readonly statuses: string;
  readonly recovery: Recovery;
  readonly before: Footprint;
  readonly after: Footprint;
  readonly losses: Losses;
  /** The number of requests with an Idempotency-Key that were still refused when the traffic stopped. */
  readonly unanswered: number;
  readonly reasons: readonly string[];
};

/** The pool and the caches fill during this time, before the fault. */
const WARM_UP_MS = 1_200;
const SETTLE_MS = 600;

const footprint = async (pid: number) => footprintOf([pid, ...(await workersOf(pid))]);

let clones = 0;

const stageProxied = async (run: Run, { env = {}, flags = [] }: FaultCase, cleanup: Cleanup): Promise<Stage> => {
  const database = `faults_${process.pid}_${(clones += 1)}`;
  await cloneStore(run.shared, database, cleanup);
  const proxy = await openFaultProxy(run.shared.socketPath);
  cleanup.add(() => proxy.close());
  const variables = {
    DATABASE_URL: urlOf(proxy.port, database),
    DATA_DIR: run.template.dataDir,
    RATE_LIMIT: "0",
    ...env,
  };
  const service = createService({ build: run.build, port: await findFreePort(), env: variables, flags }, cleanup);
  const { key } = run.template;
  return { service, postgres: run.shared, database, dataDir: run.sharedDataDir, proxy: () => proxy, key, cleanup };
};

const stagePrivate = async (run: Run, { store, env = {}, flags = [] }: FaultCase, cleanup: Cleanup): Promise<Stage> => {
  const dataDir = await makeFolder(cleanup);
  if (store === "small disk") await mountSmallDisk(dataDir, cleanup);
  await copyFolder(run.template.dataDir, dataDir);
  stopServerAtCleanup(dataDir, cleanup);
  const variables = { DATA_DIR: dataDir, RATE_LIMIT: "0", ...env };
  const service = createService({ build: run.build, port: await findFreePort(), env: variables, flags }, cleanup);
  const proxy = () => {
    throw new Error("A private store has no proxy.");
  };
  const { key } = run.template;
  return { service, postgres: postgresIn(dataDir), database: storeDatabase, dataDir, proxy, key, cleanup };
};

export const runCase = async (run: Run, faultCase: FaultCase, cleanup = createCleanup()): Promise<Result> => {
  try {
    const stage = await (faultCase.store === "proxied" ? stageProxied : stagePrivate)(run, faultCase, cleanup);
    const { service, postgres, database } = stage;
    service.start();
    await service.ready();
    const { key, seed } = run.template;
    const traffic = createTraffic({ origin: service.origin, key, seed });
    traffic.start();
    cleanup.add(() => traffic.stop());
    await sleep(WARM_UP_MS);
    await traffic.stop();
    await sleep(SETTLE_MS);
    const before = await footprint(service.pid());

    traffic.start();
    await sleep(SETTLE_MS);
    const injected = await faultCase.inject(stage);
    const recovery = await waitForRecovery(traffic, injected.backAt, run.waitMs);
    await sleep(SETTLE_MS);
    const after = await footprint(service.pid());
    const losses = await findLosses((text, values) => postgres.query(database, text, values), traffic.ledger);
    const { attempts, unanswered } = traffic;
    const evidence = { attempts, recovery, before, after, losses, injected, exit: service.exit() };
    return {
      fault: faultCase.fault,
      at: faultCase.at,
      statuses: summariseStatuses(attempts),
      recovery,
      before,
      after,
      losses,
      unanswered: unanswered.length,
      reasons: judge(faultCase, evidence, run.boundMs),
    };
  } finally {
    await cleanup.all();
  }
};
