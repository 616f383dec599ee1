import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeCeiling } from "./ceiling.js";
import { compareResponses } from "./compare-responses.js";
import type { Cleanup } from "./cleanup.js";
import { runGrowth } from "./run-growth.js";
import { openGenerator } from "./load/generator.js";
import { describeMachine } from "./machine.js";
import type { Bench } from "./measure.js";
import { GROWTH, type Options } from "./options.js";
import { createReport } from "./report.js";
import { runScenarios } from "./run-scenarios.js";
import { installCompetitors } from "./servers/install-competitors.js";
import { servers } from "./servers/servers.js";
import { openPostgres } from "./store/postgres.js";
import { openStore } from "./store/open-store.js";
import { growthTable } from "./tables/growth-table.js";
import { scenarioTable } from "./tables/scenario-table.js";
import { writeSection } from "./tables/write-section.js";

const GROWTH_TITLE = "Growth: all-different cursors of this service, pages of 20, 32 connections";

export const runBench = async (options: Options, cleanup: Cleanup): Promise<void> => {
  const report = createReport();
  const [own, ...allCompetitors] = servers;
  if (own === undefined) throw new TypeError("No server is defined.");
  const isAlone = options.scenarios.every((name) => name === GROWTH);
  const competitors = isAlone ? [] : allCompetitors.filter(({ name }) => options.servers.includes(name));

  if (competitors.length > 0) installCompetitors(report);
  const folder = await mkdtemp(join(resolve(options.dataDir ?? tmpdir()), "petstore-bench-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  report(`starting PostgreSQL in ${folder} and filling the store`);
  const postgres = await openPostgres(folder, cleanup);
  const store = await openStore(postgres, own, cleanup);
  const generator = openGenerator(cleanup);
  const bench: Bench = { options, store, generator, cleanup, responsesFile: join(folder, "responses.json"), report };

  report("checking that all servers respond alike");
  await compareResponses(
    bench,
    own,
    competitors.filter(({ isRecording }) => isRecording !== true),
  );
  report("measuring the load generator against a server that does nothing");
  const ceiling = await describeCeiling(generator, Math.min(options.seconds, 5), cleanup);

  const kind = options.isQuick ? "QUICK: short runs, no figures to quote; " : "";
  const conditions = `${kind}${options.rounds} × ${options.seconds} s; ${describeMachine(postgres.version)}; ${ceiling}`;
  process.stdout.write(`\n${conditions}\n`);
  const publish = (name: string, title: string, table: string) => {
    process.stdout.write(`\n${title}\n\n${table}\n\n`);
    if (options.isWriting) writeSection(name, `${table}\n\n${conditions}.`);
  };
  await runScenarios(bench, async (scenario, results) =>
    publish(scenario.name, scenario.title, scenarioTable(scenario, results)),
  );
  if (options.scenarios.includes(GROWTH)) publish(GROWTH, GROWTH_TITLE, growthTable(await runGrowth(bench, own)));
  report("done");
};
