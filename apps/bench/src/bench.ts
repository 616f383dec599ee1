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
import { buildNatives } from "./servers/build-natives.js";
import { installCompetitors } from "./servers/install-competitors.js";
import { earlierService, servers, thisService } from "./servers/servers.js";
import { openPostgres } from "./store/postgres.js";
import { openStore } from "./store/open-store.js";
import { growthTable } from "./tables/growth-table.js";
import { closedLoopTable, openLoopTable, type Result } from "./tables/result-tables.js";
import { summaryOf } from "./tables/summary-tables.js";
import { writeSection } from "./tables/write-section.js";

const GROWTH_TITLE = "Growth: all-different cursors of this service, pages of 20, 32 connections";

/** Prints a table. `summary` is the part of the table that docs/benchmarks.md shows. */
type Publish = (name: string, title: string, table: string, summary: string) => void;

const publishResults = (results: readonly Result[], publish: Publish) => {
  const withOpenLoop = results.filter(({ scenario }) => scenario.isOpenLoopToo);
  const openLoop = `\n\nOpen loop, at 70 % of each server's capacity\n\n${openLoopTable(withOpenLoop)}`;
  const table = `${closedLoopTable(results)}${withOpenLoop.length === 0 ? "" : openLoop}`;
  publish("results", "All results: closed loop", table, summaryOf(results, withOpenLoop));
};

export const runBench = async (options: Options, cleanup: Cleanup): Promise<void> => {
  const report = createReport();
  const allCompetitors = servers.filter((server) => server !== thisService);
  const isAlone = options.scenarios.every((name) => name === GROWTH);
  const wanted = isAlone ? [] : allCompetitors.filter(({ name }) => options.servers.includes(name));

  if (wanted.length > 0) installCompetitors(report);
  const earlier = options.earlier === undefined ? [] : [earlierService(options.earlier)];
  const competitors = [...earlier, ...buildNatives(wanted, report)];
  const folder = await mkdtemp(join(resolve(options.dataDir ?? tmpdir()), "petstore-bench-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  report(`starting PostgreSQL in ${folder} and filling the store`);
  const postgres = await openPostgres(folder, cleanup);
  const store = await openStore(postgres, cleanup, earlier);
  const generator = openGenerator(cleanup);
  const bench: Bench = {
    options,
    competitors,
    store,
    generator,
    cleanup,
    responsesFile: join(folder, "responses.json"),
    report,
  };

  report("checking that all servers respond alike");
  await compareResponses(
    bench,
    competitors.filter(({ isRecording }) => isRecording !== true),
  );
  report("measuring the load generator against a server that does nothing");
  const ceiling = await describeCeiling(generator, Math.min(options.seconds, 5), cleanup);

  const kind = options.isQuick ? "QUICK: short runs, no figures to quote; " : "";
  const conditions = `${kind}${options.rounds} × ${options.seconds} s; ${describeMachine(postgres.version)}; ${ceiling}`;
  process.stdout.write(`\n${conditions}\n`);
  const print = (title: string, table: string) => process.stdout.write(`\n${title}\n\n${table}\n\n`);
  const publish: Publish = (name, title, table, summary) => {
    print(title, table);
    if (options.isWriting) writeSection(name, `${summary}\n\n${conditions}.`);
  };
  const results: Result[] = [];
  await runScenarios(bench, async (scenario, ofServers) => {
    const result = { scenario, servers: ofServers };
    print(scenario.title, closedLoopTable([result]));
    results.push(result);
  });
  if (options.scenarios.includes(GROWTH)) {
    const table = growthTable(await runGrowth(bench));
    publish(GROWTH, GROWTH_TITLE, table, table);
  }
  if (results.length > 0) publishResults(results, publish);
  report("done");
};
