import { type Bench, type Measurement, measureScenario } from "./measure.js";
import { type Scenario, scenarios } from "./scenarios.js";
import { type Server, servers } from "./servers/servers.js";
import { perSecond } from "./statistics.js";
import { integer } from "./tables/format.js";

/** The runs of a server, one a round. */
export type ServerRuns = { readonly server: Server; readonly runs: readonly Measurement[] };

const takesPart = ({ options }: Bench, scenario: Scenario, { name, isRecording = false }: Server) =>
  (name === "petstore" || options.servers.includes(name)) && (scenario.isRecorded === true || !isRecording);

/** Every server once, then every server again: what the machine does meanwhile falls on all alike. */
const runScenario = async (bench: Bench, scenario: Scenario): Promise<ServerRuns[]> => {
  const all = servers
    .filter((server) => takesPart(bench, scenario, server))
    .map((server) => ({ server, runs: [] as Measurement[] }));
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    for (const { server, runs } of all) {
      const run = await measureScenario(bench, server, scenario, round);
      runs.push(run);
      const rate = `${integer(perSecond(run))}/s${run.errors > 0 ? `, ${integer(run.errors)} errors` : ""}`;
      bench.report(`${scenario.name}, round ${round} of ${bench.options.rounds}: ${server.title} ${rate}`);
    }
  }
  return all;
};

/** Runs the scenarios that were asked for, and hands the runs of each over as soon as they are there. */
export const runScenarios = async (
  bench: Bench,
  onResult: (scenario: Scenario, results: readonly ServerRuns[]) => Promise<void>,
): Promise<void> => {
  for (const scenario of scenarios) {
    if (bench.options.scenarios.includes(scenario.name)) await onResult(scenario, await runScenario(bench, scenario));
  }
};
