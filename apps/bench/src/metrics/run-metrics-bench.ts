import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "../cleanup.js";
import { number, type ValuesOf } from "../command-line.js";
import { openGenerator } from "../load/generator.js";
import { describeMachine } from "../machine.js";
import { takeTurns } from "../measure.js";
import { createReport } from "../report.js";
import { hotPlan } from "../requests.js";
import { ownEnv } from "../servers/own-env.js";
import { type ServerProcess, startServer } from "../servers/server-process.js";
import { commandOf, thisService } from "../servers/servers.js";
import { median, perSecond, quartiles } from "../statistics.js";
import { openStore } from "../store/open-store.js";
import { openPostgres } from "../store/postgres.js";
import { decimal, drawTable, integer } from "../tables/format.js";

export const metricsHelp = `npx --yes pnpm bench metrics [--rounds 9] [--seconds 1]

What metrics and traces cost the most frequent request, a cached page of 20 over 32 connections: one service for each,
in turns: processor time for each request, which other programs on the machine change less than the rate. Ratios are
to the service without them in the same round.

  --rounds   the number of turns of each
  --seconds  the length of a turn
`;

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const MICROSECONDS = 1_000_000;

export const metricsOptions = { rounds: number(9, 1, 600), seconds: number(1, 0.001, 600) };

/** Opens a collector that accepts traces and discards them. */
const openCollector = async (cleanup: Cleanup): Promise<string> => {
  const server = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const variantsOf = (collector: string) => {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  return [
    { title: "neither", env: {} },
    { title: "neither, again", env: {} },
    { title: "metrics", env: { METRICS_PORT: "0" } },
    {
      title: "traces of 1 %",
      env: { ...traces, OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.01" },
    },
    { title: "traces of all", env: traces },
  ];
};

type Turn = { readonly rate: number; readonly cpuMicroseconds: number };

const rowOf = (title: string, turns: readonly Turn[], base: readonly Turn[]) => {
  const ratios = turns.map(({ cpuMicroseconds }, round) => cpuMicroseconds / (base[round]?.cpuMicroseconds ?? NaN));
  const [low, high] = quartiles(ratios);
  return [
    title,
    `${integer(median(turns.map(({ rate }) => rate)))}/s`,
    `${decimal(median(turns.map(({ cpuMicroseconds }) => cpuMicroseconds)), 1)} µs`,
    decimal(median(ratios), 3),
    `${decimal(low, 3)} to ${decimal(high, 3)}`,
  ];
};

/** The first variant runs twice. The difference between the second ratio and 1 is the noise of the machine. */
export const runMetricsBench = async (
  { rounds, seconds }: ValuesOf<typeof metricsOptions>,
  cleanup: Cleanup,
): Promise<void> => {
  const report = createReport();
  const folder = await mkdtemp(join(tmpdir(), "petstore-bench-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  report("starting PostgreSQL and filling the store");
  const postgres = await openPostgres(folder, cleanup);
  const store = await openStore(postgres, cleanup);
  const generator = openGenerator(cleanup);
  const plan = hotPlan(store.dialectOf(thisService));
  const load = { connections: CONNECTIONS, idleConnections: 0, plan };
  const url = postgres.urlOf(store.databaseOf(thisService));

  report("starting a service for each and warming it up");
  const variants: { readonly title: string; readonly process: ServerProcess; readonly turns: Turn[] }[] = [];
  for (const { title, env } of variantsOf(await openCollector(cleanup))) {
    const process = await startServer(commandOf(thisService), { ...ownEnv(url), ...env }, cleanup);
    await generator.run({ ...load, port: process.port, seconds: WARM_UP_SECONDS, warmUpSeconds: 0 });
    variants.push({ title, process, turns: [] });
  }
  await takeTurns(rounds, variants, async ({ title, process, turns }) => {
    const before = await process.cpuSeconds();
    const outcome = await generator.run({ ...load, port: process.port, seconds, warmUpSeconds: 0 });
    if (outcome.errors > 0) throw new Error(`${title}: ${outcome.errors} errors`);
    const cpu = (await process.cpuSeconds()) - before;
    turns.push({ rate: perSecond(outcome), cpuMicroseconds: (MICROSECONDS * cpu) / outcome.responses });
  });
  const base = variants[0]?.turns ?? [];
  const rows = variants.map(({ title, turns }) => rowOf(title, turns, base));
  const conditions = `${rounds} × ${seconds} s; ${describeMachine(postgres.version)}`;
  const table = drawTable(["Service with", "rate", "CPU a request", "ratio", "quartiles"], rows);
  process.stdout.write(`\nA cached page of 20, ${CONNECTIONS} connections: ${conditions}\n\n${table}\n\n`);
};
