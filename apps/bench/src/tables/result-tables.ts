import type { Measurement } from "../measure.js";
import type { ServerRuns } from "../run-scenarios.js";
import type { Scenario } from "../scenarios.js";
import { median, perSecond, quartiles, ratiosByRound, sum } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";

export type Result = { readonly scenario: Scenario; readonly servers: readonly ServerRuns[] };

/** If the generator is busier than this, it may have limited the measurement. */
const BUSY = 0.9;

const middle = (runs: readonly Measurement[], read: (run: Measurement) => number) => median(runs.map(read));

const percentiles = (runs: readonly Measurement[]) => [
  decimal(middle(runs, ({ p50Ms }) => p50Ms)),
  decimal(middle(runs, ({ p99Ms }) => p99Ms)),
  decimal(middle(runs, ({ p999Ms }) => p999Ms)),
];

const percentileHead = ["p50 ms", "p99 ms", "p99.9 ms"];

const isOwn = ({ server }: ServerRuns) => server.name === "petstore";

const ratio = ({ scenario, servers }: Result, one: ServerRuns) => {
  if (isOwn(one)) return "";
  const factors = ratiosByRound(servers.find(isOwn)?.runs ?? [], one.runs);
  const [factor, between] = [median(factors), quartiles(factors).map((each) => decimal(each))];
  const found = `${decimal(factor)} × [${between.join("–")}]`;
  const target = scenario.targets?.[one.server.name];
  return target === undefined ? found : `${found} (${factor >= target ? "reaches" : "below"} ${target})`;
};

const memory = ({ targetMb }: Scenario, one: ServerRuns) => {
  const most = Math.max(...one.runs.map(({ memoryMb }) => memoryMb));
  const isHeld = targetMb !== undefined && isOwn(one);
  return `${integer(most)}${isHeld ? ` (${most < targetMb ? "under" : "NOT under"} ${targetMb})` : ""}`;
};

const title = ({ yardstick }: Scenario, one: ServerRuns) =>
  yardstick === undefined || isOwn(one) ? one.server.title : `${one.server.title}: ${yardstick.work}`;

const isBound = ({ runs }: ServerRuns) => runs.some(({ busy }) => busy > BUSY);

const note = "\n\n\\* The generator was busy almost all of the time: the server may be faster than this.";

/**
 * Writes scenarios and their servers in one table. An acknowledged create without a row, and a row without an
 * acknowledged create, count as errors.
 */
export const closedLoopTable = (results: readonly Result[]): string => {
  const rows = results.flatMap((result) =>
    result.servers.map((one, index) => [
      index === 0 ? result.scenario.name : "",
      title(result.scenario, one),
      `${integer(middle(one.runs, perSecond))}${isBound(one) ? " *" : ""}`,
      ...percentiles(one.runs),
      integer(sum(one.runs.map(({ errors }) => errors)) + Math.abs(one.missingRows)),
      memory(result.scenario, one),
      ratio(result, one),
    ]),
  );
  const head = ["scenario", "server", "responses/s", ...percentileHead, "errors", "memory MB", "this service is"];
  return `${drawTable(head, rows)}${results.some(({ servers }) => servers.some(isBound)) ? note : ""}`;
};

export const openLoopTable = (results: readonly Result[]): string =>
  drawTable(
    ["scenario", "server", "due/s", ...percentileHead, "errors"],
    results.flatMap(({ scenario, servers }) =>
      servers
        .filter(({ openLoop }) => openLoop.length > 0)
        .map((one, index) => [
          index === 0 ? scenario.name : "",
          one.server.title,
          integer(middle(one.openLoop, perSecond)),
          ...percentiles(one.openLoop),
          integer(sum(one.openLoop.map(({ errors }) => errors))),
        ]),
    ),
  );
