import { readOptions } from "@petstore/bench/dist/command-line.js";
import { suiteHelp, suiteOptions } from "../options.js";
import { describeMachine, runSuite } from "../run-suite.js";
import { startCluster } from "./cluster.js";
import { databaseTrials } from "./database-trials.js";
import { FIRST_PORT, portOption, portsFrom } from "./ports.js";
import { findPrograms } from "./programs.js";
import { startReplicas } from "./replicas.js";
import { type Result, runTrial, WRITERS } from "./run-trial.js";
import { serviceTrials } from "./service-trials.js";

const help = `npx --yes pnpm faults:failover [--only "switchover"] [--list] [--port ${FIRST_PORT}] [--api PATH/TO/apps/api]
                               [--json FILE]

Builds a cluster on loopback (PostgreSQL under Patroni with etcd, HAProxy, Redis, three replicas of the service), and takes
its parts away under ${WRITERS} writers and three readers. Requires Debian's packages patroni, etcd-server, postgresql-15,
haproxy and redis-server; their services need not run.
${suiteHelp}  --port   the first of a hundred ports that nothing else uses
`;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

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
  ].join("\n");
};

const options = readOptions({ ...suiteOptions, port: portOption }, help);
if (options !== undefined) {
  const build = { api: options.api };
  await runSuite(
    {
      cases: [...databaseTrials, ...serviceTrials],
      nameOf: ({ name }) => name,
      open: async (cleanup) => {
        const programs = findPrograms(process.env["PATH"] ?? "");
        const ports = portsFrom(options.port);
        const cluster = await startCluster(ports, programs, cleanup);
        const replicas = await startReplicas({ ports, programs, cluster, build }, cleanup);
        process.stdout.write(`${describeMachine()}, ${WRITERS} writers, 3 readers\n\n`);
        return async (trial) => {
          await cluster.whole();
          // A trial may start something that later trials also use, such as the next version of the service.
          return runTrial({ cluster, replicas, build, cleanup }, trial);
        };
      },
      show: describeResult,
    },
    options,
  );
}
