import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { startBusyWriters } from "../events/busy-writers.js";
import { startCluster } from "../failover/cluster.js";
import { databaseTrials } from "../failover/database-trials.js";
import { portsFrom } from "../failover/ports.js";
import { findPrograms } from "../failover/programs.js";
import { startReplicas } from "../failover/replicas.js";
import { startCopies } from "./copies.js";

type FailoverProof = {
  readonly api: string;
  readonly seconds: number;
  readonly writers: number;
  readonly port: number;
};

const trials = databaseTrials.filter(({ name }) => !name.includes("standby"));
export const failoverChecks = trials.length;

/**
 * Stops the primary of PostgreSQL while copies follow three replicas of the service behind HAProxy.
 * @returns A sentence for each check that failed.
 */
export const proveFailover = async (
  { api, seconds, writers: count, port }: FailoverProof,
  print: (line: string) => void,
  cleanup: Cleanup,
): Promise<string[]> => {
  const build = { api };
  const programs = findPrograms(process.env["PATH"] ?? "");
  const ports = portsFrom(port);
  const cluster = await startCluster(ports, programs, cleanup);
  const replicas = await startReplicas({ ports, programs, cluster, build }, cleanup);
  const copies = await startCopies(replicas.origin, replicas.key, cleanup);
  const problems: string[] = [];
  for (const { name, inject } of trials) {
    const writers = startBusyWriters(replicas.origin, replicas.key, count);
    await sleep(seconds * 1_000);
    await inject({ cluster, replicas, build, cleanup, acknowledged: [] }, () => {});
    await sleep(seconds * 1_000);
    await writers.stop();
    print(`${name}: acknowledged ${Object.values(writers.done).reduce((sum, done) => sum + done, 0)} writes`);
    problems.push(...(await copies.compare(print)).map((problem) => `${name}: ${problem}`));
  }
  await copies.stop();
  return problems;
};
