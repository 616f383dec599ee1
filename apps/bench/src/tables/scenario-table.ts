import type { Measurement } from "../measure.js";
import type { ServerRuns } from "../run-scenarios.js";
import type { Scenario } from "../scenarios.js";
import { median, perSecond, quartiles, ratiosByRound, sum } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";

/** Above this the generator itself may be what was measured. */
const BUSY = 0.9;

const middle = (runs: readonly Measurement[], read: (run: Measurement) => number) => median(runs.map(read));

const between = (values: readonly number[], write: (value: number) => string) =>
  quartiles(values)
    .map((value) => write(value))
    .join("–");

const verdict = (scenario: Scenario, results: readonly ServerRuns[], { server, runs }: ServerRuns) => {
  const own = results.find((one) => one.server.name === "petstore")?.runs ?? [];
  if (server.name === "petstore") return "";
  const factors = ratiosByRound(own, runs);
  const factor = median(factors);
  const found = `${decimal(factor)} × [${between(factors, decimal)}]`;
  const target = scenario.targets?.[server.name];
  return target === undefined ? found : `${found} (${factor >= target ? "reaches" : "below"} ${target})`;
};

const memory = ({ targetMb }: Scenario, { server, runs }: ServerRuns) => {
  const most = Math.max(...runs.map(({ memoryMb }) => memoryMb));
  const isHeld = targetMb !== undefined && server.name === "petstore";
  return `${integer(most)}${isHeld ? ` (${most < targetMb ? "under" : "NOT under"} ${targetMb})` : ""}`;
};

export const titleIn = ({ yardstick }: Scenario, { server }: ServerRuns): string =>
  yardstick === undefined || server.name === "petstore" ? server.title : `${server.title}: ${yardstick.work}`;

export const scenarioTable = (scenario: Scenario, results: readonly ServerRuns[]): string => {
  const { isWriting = false, targetMb } = scenario;
  const head = [
    "server",
    "responses/s",
    "p25–p75",
    "p50 ms",
    "p99 ms",
    "p99.9 ms",
    "errors",
    ...(isWriting ? ["201s without a row"] : []),
    ...(targetMb === undefined ? [] : ["memory MB"]),
    "generator busy",
    "this service is",
  ];
  const rows = results.map((result) => {
    const { runs } = result;
    const busy = Math.max(...runs.map((run) => run.busy));
    return [
      titleIn(scenario, result),
      integer(middle(runs, perSecond)),
      between(runs.map(perSecond), integer),
      decimal(middle(runs, ({ p50Ms }) => p50Ms)),
      decimal(middle(runs, ({ p99Ms }) => p99Ms)),
      decimal(middle(runs, ({ p999Ms }) => p999Ms)),
      integer(sum(runs.map(({ errors }) => errors))),
      ...(isWriting ? [integer(result.missingRows)] : []),
      ...(targetMb === undefined ? [] : [memory(scenario, result)]),
      `${integer(busy * 100)} %${busy > BUSY ? " *" : ""}`,
      verdict(scenario, results, result),
    ];
  });
  const isBound = results.some(({ runs }) => runs.some(({ busy }) => busy > BUSY));
  const note = "\n\n\\* The generator was busy almost all of the time: the server may be faster than this.";
  return `${drawTable(head, rows)}${isBound ? note : ""}`;
};
