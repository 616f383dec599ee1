import type { Measurement } from "../measure.js";
import type { ServerRuns } from "../run-scenarios.js";
import { type Server, servers, thisService } from "../servers/servers.js";
import { median, perSecond, ratiosByRound } from "../statistics.js";
import { decimal, drawTable, integer } from "./format.js";
import type { Result } from "./result-tables.js";

const p99 = (runs: readonly Measurement[]) => decimal(median(runs.map(({ p99Ms }) => p99Ms)), 1);

/** Writes a row for each scenario in which every competitor takes part, with a column for each server. */
const summarise = (results: readonly Result[], cell: (one: ServerRuns, own: ServerRuns) => string): string => {
  const shared = results.filter(({ scenario }) => !scenario.competitors && !scenario.yardstick);
  const find = ({ servers: runs }: Result, { name }: Server) => runs.find(({ server }) => server.name === name);
  const columns = servers.filter((server) => shared.some((result) => find(result, server) !== undefined));
  const rows = shared.map((result) => {
    const own = find(result, thisService);
    const cells = columns.map((server) => find(result, server));
    return [
      result.scenario.name,
      ...cells.map((one) => (one === undefined || own === undefined ? "" : cell(one, own))),
    ];
  });
  return drawTable(["scenario", ...columns.map(({ title }) => title)], rows);
};

/**
 * Writes, for each scenario, this service's responses per second, the ratio to each competitor, and the 99th percentile
 * of its latency.
 */
const closedLoopSummary = (results: readonly Result[]): string =>
  summarise(results, (one, own) => {
    const ratio = () => `${decimal(median(ratiosByRound(own.runs, one.runs)))}×`;
    return `${one === own ? `${integer(median(one.runs.map(perSecond)))}/s` : ratio()}, ${p99(one.runs)}`;
  });

const openLoopSummary = (results: readonly Result[]): string => summarise(results, ({ openLoop }) => p99(openLoop));

export const summaryOf = (results: readonly Result[], withOpenLoop: readonly Result[]): string =>
  `Closed loop:\n\n${closedLoopSummary(results)}\n\nOpen loop, p99:\n\n${openLoopSummary(withOpenLoop)}`;
