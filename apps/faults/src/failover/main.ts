import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Cleanup, createCleanup, exitAfterCleanup } from "../cleanup.js";
import { apiIn, numberIn, ownApi, readOptions } from "../command-line.js";
import { startCluster } from "./cluster.js";
import { databaseTrials } from "./database-trials.js";
import { portsFrom } from "./ports.js";
import { findPrograms } from "./programs.js";
import { startReplicas } from "./replicas.js";
import { type Result, runTrial, WRITERS } from "./run-trial.js";
import { serviceTrials } from "./service-trials.js";
import type { Trial } from "./stage.js";

const help = `npx pnpm faults:failover [--only "switchover"] [--list] [--port 46000] [--api PATH/TO/apps/api] [--json FILE]

Builds a cluster on loopback (PostgreSQL under Patroni with etcd, HAProxy, Redis, three replicas of the service), and takes
its parts away under ${WRITERS} writers and three readers. Requires Debian's packages patroni, etcd-server, postgresql-15,
haproxy and redis-server; their services need not run.

  --only  only the trials whose name contains this text
  --list  print the names of the trials and exit
  --port  the first of a hundred ports that nothing else uses
  --api   another build of the service (default: this workspace's)
  --json  also write the results to this file
`;

const MAX_PORT = 65_000;
const trials: readonly Trial[] = [...databaseTrials, ...serviceTrials];
const print = (line: string) => void process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const parse = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: "" },
      port: { type: "string", default: "46000" },
      api: { type: "string", default: ownApi },
      json: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  const chosen = trials.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) throw new RangeError("--only matches no trial: --list prints their names.");
  const port = numberIn("port", values.port, 1_024, MAX_PORT);
  return { chosen, port, api: apiIn(values.api), json: values.json, isListing: values.list };
};

const describeResult = (result: Result): string => {
  const { reads, reasons, remarks } = result;
  return [
    `${result.trial}: ${reasons.length === 0 ? "passed" : "FAILED"}`,
    `  writes ${result.writes}; by second: ${result.writesBySecond}`,
    `  one page ${reads.page}; by second: ${result.pageBySecond}`,
    `  newest page ${reads.newest}; single pets ${reads.pet}`,
    `  no write for ${seconds(result.gapMs)} at most; the slowest response took ${seconds(result.slowestMs)}`,
    `  acknowledged ${result.acknowledged}, lost ${result.lost}, doubled ${result.doubled}, stale ${result.stale}`,
    ...remarks.map((remark) => `  ${remark}`),
    ...reasons.map((reason) => `  FAILED: ${reason}`),
  ].join("\n");
};

type Options = NonNullable<ReturnType<typeof parse>>;

const run = async ({ chosen, port, api, json }: Options, cleanup: Cleanup): Promise<boolean> => {
  const programs = findPrograms(process.env["PATH"] ?? "");
  const ports = portsFrom(port);
  const build = { api };
  const cluster = await startCluster(ports, programs, cleanup);
  const replicas = await startReplicas({ ports, programs, cluster, build }, cleanup);
  print(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}, ${WRITERS} writers, 3 readers\n`);
  const results: Result[] = [];
  let failed = 0;
  for (const trial of chosen) {
    try {
      await cluster.whole();
      const result = await runTrial({ cluster, replicas, build, cleanup }, trial);
      results.push(result);
      print(`${describeResult(result)}\n`);
      if (result.reasons.length > 0) failed += 1;
    } catch (error) {
      failed += 1;
      print(`${trial.name}: FAILED to run: ${(error as Error).message}\n`);
    }
  }
  if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
  print(`${chosen.length - failed} passed, ${failed} failed; load ${loadavg()[0]?.toFixed(1)}`);
  return failed === 0;
};

const options = readOptions(parse, help);
if (options?.isListing === true) for (const { name } of options.chosen) print(name);
else if (options !== undefined) {
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, () => run(options, cleanup));
}
