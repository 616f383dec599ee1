import { createCleanup, exitAfterCleanup, type Cleanup } from "@petstore/bench/dist/cleanup.js";
import { number, type Option, readOptions } from "@petstore/bench/dist/command-line.js";
import { median } from "@petstore/bench/dist/statistics.js";
import { apiFolder } from "../options.js";
import { describeMachine } from "../run-suite.js";
import { openAttackRun } from "./open-attack-run.js";
import { measurePipelining } from "./pipelining-client.js";
import { openStage } from "./stage.js";

const help = `npx --yes pnpm faults:pipelining --before PATH/TO/apps/api [--api PATH/TO/apps/api] [--rounds 9] [--seconds 2]

Compares the throughput of two builds for a client that keeps 16 requests in flight on each of 4 connections and reads
everything. The builds take turns; the medians decide: at least 0.95 of the build before.
`;

const MIN_RATIO = 0.95;
const WARM_UP_SECONDS = 2;
const print = (text: string) => void process.stdout.write(`${text}\n`);

const requestsOf = (key: string) => ({
  "health checks": "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
  "cache hits with a key": `GET /v1/pets?limit=20 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`,
});

const openBuild = async (api: string, cleanup: Cleanup) => {
  const run = await openAttackRun({ api }, cleanup);
  const { service, access } = await openStage(run, { env: { RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "0" } }, cleanup);
  const requests = requestsOf(access.ownerKey);
  for (const request of Object.values(requests)) await measurePipelining(service.port, request, WARM_UP_SECONDS);
  return (kind: keyof typeof requests, seconds: number) => measurePipelining(service.port, requests[kind], seconds);
};

type Options = { readonly before: string; readonly after: string; readonly rounds: number; readonly seconds: number };

const compare = async (options: Options, cleanup: Cleanup): Promise<boolean> => {
  const { rounds, seconds } = options;
  const measures = [await openBuild(options.before, cleanup), await openBuild(options.after, cleanup)] as const;
  print(`${options.before}, then ${options.after}, on ${describeMachine()}`);
  let isFine = true;
  for (const kind of ["health checks", "cache hits with a key"] as const) {
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Each build goes first in every second round, so that a change in the machine's speed affects both.
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        rates[at].push(await measures[at](kind, seconds));
      }
    }
    const [before, after] = [median(rates[0]), median(rates[1])];
    const ratio = after / before;
    isFine &&= ratio >= MIN_RATIO;
    print(`${kind}: ${Math.round(before)}/s before, ${Math.round(after)}/s after, ratio ${ratio.toFixed(3)}`);
  }
  print(isFine ? "passed" : `failed: a ratio is below ${MIN_RATIO}`);
  return isFine;
};

/** The build to compare with. */
const before: Option<string> = {
  read: (given, name) => {
    if (given.length === 0) throw new RangeError(`--${name} must name the build to compare with.`);
    return apiFolder.read(given, name);
  },
};

const known = { api: apiFolder, before, rounds: number(9, 1, 1_000), seconds: number(2, 0.1, 600) };
const options = readOptions(known, help);
if (options !== undefined) {
  const { api: after, ...others } = options;
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, () => compare({ ...others, after }, cleanup));
}
