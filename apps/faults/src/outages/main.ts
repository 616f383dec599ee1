import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { apiFolder, suiteHelp, suiteOptions } from "../options.js";
import { describeMachine, runSuite } from "../run-suite.js";
import { within } from "../within.js";
import { outages } from "./outages.js";
import { findPrometheus } from "./prometheus.js";
import { runOutage } from "./run-outage.js";
import { header, row } from "./show.js";
import { openStage } from "./stage.js";

const help = `npx --yes pnpm faults:outages [--only "redis"] [--list] [--factor 15] [--from PATH/TO/apps/api]
                              [--api PATH/TO/apps/api] [--json FILE]

Starts PostgreSQL with a standby, Redis, a photo bucket, a collector, two replicas of the service with load, followers and
a receiver of webhooks, and Prometheus with the alert rules of operators. Takes one part after the other away, and says
which alert fired, what the service printed, whether anything was lost or doubled, and when it served again. Requires the
programs prometheus, redis-server and openssl.
${suiteHelp}  --factor how much faster than usual Prometheus scrapes, evaluates and waits
  --from   the build that the rolling update replaces
`;

const OUTAGE_MS = 600_000;
const print = (text: string) => void process.stdout.write(`${text}\n`);

const options = readOptions({ ...suiteOptions, factor: number(15, 1, 60), from: apiFolder }, help);
const prometheus = findPrometheus();
if (options !== undefined && prometheus === undefined) {
  print("skipped: prometheus was not found in PATH; on Debian: apt-get install --no-install-recommends prometheus");
} else if (options !== undefined && prometheus !== undefined) {
  const { api, from, factor } = options;
  await runSuite(
    {
      cases: outages,
      nameOf: ({ name }) => name,
      open: async (cleanup) => {
        const stage = await openStage({ build: { api }, from: { api: from }, prometheus, factor }, cleanup);
        print(
          `${describeMachine()}. Prometheus runs at ${factor} times its pace: it scrapes and evaluates every ${15 / factor} s instead of every 15 s, and "for" of each rule is divided by ${factor}. The expressions, with their windows, are those of operators.\n`,
        );
        print(header());
        return async (outage, own) => {
          const whyNot = outage.whyNot?.(stage);
          if (whyNot === undefined) return within(runOutage(stage, outage, own), OUTAGE_MS, outage.name);
          print(`${outage.name}: skipped, because ${whyNot}.`);
          return undefined;
        };
      },
      show: row,
    },
    options,
  );
}
