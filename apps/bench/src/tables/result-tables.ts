import type { Measurement } from "../measure.js";
import type { ServerRuns } from "../run-scenarios.js";
import type { Scenario } from "../scenarios.js";
import { median, perSecond, quartiles, ratiosByRound, sum } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";
import { titleIn } from "./scenario-table.js";

export type Result = { readonly scenario: Scenario; readonly servers: readonly ServerRuns[] };

const middle = (runs: readonly Measurement[], read: (run: Measurement) => number) => median(runs.map(read));

const percentiles = (runs: readonly Measurement[]) => [
  decimal(middle(runs, ({ p50Ms }) => p50Ms)),
  decimal(middle(runs, ({ p99Ms }) => p99Ms)),
  decimal(middle(runs, ({ p999Ms }) => p999Ms)),
];

const ratio = (own: readonly Measurement[], { server, runs }: ServerRuns) => {
  if (server.name === "petstore") return "";
  const factors = ratiosByRound(own, runs);
  return `${decimal(median(factors))} × [${quartiles(factors)
    .map((factor) => decimal(factor))
    .join("–")}]`;
};

const ownOf = ({ servers }: Result) => servers.find(({ server }) => server.name === "petstore")?.runs ?? [];

const percentileHead = ["p50 ms", "p99 ms", "p99.9 ms"];

/** All scenarios and servers in one table. */
export const closedLoopTable = (results: readonly Result[]): string =>
  drawTable(
    ["scenario", "server", "responses/s", ...percentileHead, "errors", "this service is"],
    results.flatMap((result) =>
      result.servers.map((one, index) => [
        index === 0 ? result.scenario.name : "",
        titleIn(result.scenario, one),
        integer(middle(one.runs, perSecond)),
        ...percentiles(one.runs),
        integer(sum(one.runs.map(({ errors }) => errors)) + Math.abs(one.missingRows)),
        ratio(ownOf(result), one),
      ]),
    ),
  );

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
