import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createCleanup, exitAfterCleanup, type Cleanup } from "../cleanup.js";
import { apiIn, numberIn, ownApi, readOptions } from "../command-line.js";
import { quantile } from "../load/requests.js";
import { openAttackRun } from "./open-attack-run.js";
import { measurePipelining } from "./pipelining-client.js";
import { openStage } from "./stage.js";

const help = `npx pnpm faults:pipelining --before PATH/TO/apps/api [--api PATH/TO/apps/api] [--rounds 9] [--seconds 2]

Compares the throughput of two builds for a client that keeps 16 requests in flight on each of 4 connections and reads
everything. The builds take turns; the medians decide: at least 0.95 of the build before.
`;

const MIN_RATIO = 0.95;
const WARM_UP_SECONDS = 2;
const print = (text: string) => void process.stdout.write(`${text}\n`);

const parse = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      before: { type: "string" },
      api: { type: "string", default: ownApi },
      rounds: { type: "string", default: "9" },
      seconds: { type: "string", default: "2" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  if (values.before === undefined) throw new RangeError("--before must name the build to compare with.");
  return {
    builds: { before: apiIn(values.before), after: apiIn(values.api) },
    rounds: numberIn("rounds", values.rounds, 1, 1_000),
    seconds: numberIn("seconds", values.seconds, 0.1, 600),
  };
};

type Options = NonNullable<ReturnType<typeof parse>>;

const requestsOf = (key: string) => ({
  "health checks": "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
  "cache hits with a key": `GET /v1/pets?limit=20 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`,
});

const openBuild = async (api: string, cleanup: Cleanup) => {
  const run = await openAttackRun({ api }, cleanup);
  const { service, access } = await openStage(run, { RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "0" }, cleanup);
  const requests = requestsOf(access.ownerKey);
  for (const request of Object.values(requests)) await measurePipelining(service.port, request, WARM_UP_SECONDS);
  return (kind: keyof typeof requests, seconds: number) => measurePipelining(service.port, requests[kind], seconds);
};

const compare = async ({ builds, rounds, seconds }: Options, cleanup: Cleanup): Promise<boolean> => {
  const measures = [await openBuild(builds.before, cleanup), await openBuild(builds.after, cleanup)] as const;
  print(`${builds.before}, then ${builds.after}, with a load of ${loadavg()[0]?.toFixed(1)}`);
  let isFine = true;
  for (const kind of ["health checks", "cache hits with a key"] as const) {
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Each build goes first in every second round: a drift of the machine meets both.
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        rates[at].push(await measures[at](kind, seconds));
      }
    }
    const [before, after] = [quantile(rates[0], 0.5), quantile(rates[1], 0.5)];
    const ratio = after / before;
    isFine &&= ratio >= MIN_RATIO;
    print(`${kind}: ${Math.round(before)}/s before, ${Math.round(after)}/s after, ratio ${ratio.toFixed(3)}`);
  }
  print(isFine ? "passed" : `failed: a ratio is below ${MIN_RATIO}`);
  return isFine;
};

const options = readOptions(parse, help);
if (options !== undefined) {
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, () => compare(options, cleanup));
}
