import type { Measurement } from "../measure.js";
import type { ServerRuns } from "../run-scenarios.js";
import type { Scenario } from "../scenarios.js";
import { median, perSecond, sum } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";

/** Above this the generator had hardly a moment to spare, and it may be what was measured. */
const BUSY = 0.9;

const middle = (runs: readonly Measurement[], read: (run: Measurement) => number) => median(runs.map(read));

const spread = (runs: readonly Measurement[]) => {
  const rates = runs.map(perSecond);
  return `${integer(Math.min(...rates))}–${integer(Math.max(...rates))}`;
};

/** How far the service is ahead: the median of the rounds' ratios, since a round's runs are close in time. */
const ahead = (own: readonly Measurement[], peer: readonly Measurement[]) =>
  median(own.map((run, round) => perSecond(run) / perSecond(peer[round] ?? run)));

const verdict = (scenario: Scenario, results: readonly ServerRuns[], { server, runs }: ServerRuns) => {
  const own = results.find((one) => one.server.name === "petstore")?.runs ?? [];
  if (server.name === "petstore") return "";
  const factor = ahead(own, runs);
  const target = scenario.targets?.[server.name];
  if (target === undefined) return `${decimal(factor)} ×`;
  return `${decimal(factor)} × (${factor >= target ? "reaches" : "below"} ${target})`;
};

const memory = ({ targetMb }: Scenario, { server, runs }: ServerRuns) => {
  const most = Math.max(...runs.map(({ memoryMb }) => memoryMb));
  const isHeld = targetMb !== undefined && server.name === "petstore";
  return `${integer(most)}${isHeld ? ` (${most < targetMb ? "under" : "NOT under"} ${targetMb})` : ""}`;
};

/** A scenario's servers: medians over the rounds, with the least and the most. */
export const scenarioTable = (scenario: Scenario, results: readonly ServerRuns[]): string => {
  const { isWriting = false, targetMb } = scenario;
  const head = [
    "server",
    "answers/s",
    "least–most",
    "p50 ms",
    "p99 ms",
    "errors",
    ...(isWriting ? ["201s without a row"] : []),
    ...(targetMb === undefined ? [] : ["memory MB"]),
    "generator busy",
    "this service is",
  ];
  const rows = results.map((result) => {
    const { server, runs } = result;
    const busy = Math.max(...runs.map((run) => run.busy));
    return [
      server.title,
      integer(middle(runs, perSecond)),
      spread(runs),
      decimal(middle(runs, ({ p50Ms }) => p50Ms)),
      decimal(middle(runs, ({ p99Ms }) => p99Ms)),
      integer(sum(runs.map(({ errors }) => errors))),
      ...(isWriting ? [integer(sum(runs.map(({ missingRows }) => missingRows)))] : []),
      ...(targetMb === undefined ? [] : [memory(scenario, result)]),
      `${integer(busy * 100)} %${busy > BUSY ? " *" : ""}`,
      verdict(scenario, results, result),
    ];
  });
  const isBound = results.some(({ runs }) => runs.some(({ busy }) => busy > BUSY));
  const note = "\n\n\\* The generator had hardly a moment to spare: the server may be faster than this.";
  return `${drawTable(head, rows)}${isBound ? note : ""}`;
};
