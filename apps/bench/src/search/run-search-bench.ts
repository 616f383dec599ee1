import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "../cleanup.js";
import { flag, type ValuesOf } from "../command-line.js";
import { describeMachine } from "../machine.js";
import { createReport, type Report } from "../report.js";
import { ownEnv } from "../servers/own-env.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, thisService } from "../servers/servers.js";
import { quantile, sum } from "../statistics.js";
import { runFirstStart } from "../store/first-start.js";
import { openPostgres } from "../store/postgres.js";
import { decimal, drawTable, integer } from "../tables/format.js";
import { writeSection } from "../tables/write-section.js";
import { readAnimals } from "./animals.js";
import type { Engine } from "./engines/engine.js";
import { openFuse } from "./engines/fuse.js";
import { openService } from "./engines/service.js";
import { openTrigrams } from "./engines/trigrams.js";
import { createJudge, type Judged, type Kind, kinds, recallOf } from "./judge.js";
import { readQueries } from "./queries.js";

export const searchHelp = `npx --yes pnpm@12.21.0 run bench search [--misses] [--write]

How well the search finds what people mean, beside pg_trgm's word_similarity and Fuse.js: 10,000 animals of the Austin
data, 400 judged queries and 100 that mean nothing. Recall is the part of the first five results that a person expects.

  --misses  also list the queries for which this service misses something
  --write   also write the table into docs/benchmarks.md
`;

export const searchOptions = { misses: flag, write: flag };

const DATABASE = "judged";

type Outcome = { readonly judged: Judged; readonly recall: number; readonly ms: number };

type Seen = { readonly engine: Engine; readonly outcomes: Outcome[] };

/** A query that an engine refuses finds nothing. */
const searchWith = (engine: Engine, q: string) =>
  engine.search(q).catch((error: unknown) => {
    if (error instanceof Error && "status" in error && error.status === 400) return [];
    throw error;
  });

/** Asks each query of all engines before the next query, so that a slow moment of the machine concerns all of them. */
const askAll = async (
  engines: readonly Engine[],
  queries: readonly Judged[],
  judge: ReturnType<typeof createJudge>,
) => {
  const seen: Seen[] = engines.map((engine) => ({ engine, outcomes: [] }));
  for (const judged of queries) {
    const expected = judge(judged);
    for (const { engine, outcomes } of seen) {
      const start = performance.now();
      const results = await searchWith(engine, judged.q);
      outcomes.push({ judged, recall: recallOf(expected, results), ms: performance.now() - start });
    }
  }
  return seen;
};

const recallIn = (outcomes: readonly Outcome[], kind: Kind): string => {
  const recalls = outcomes.filter(({ judged }) => judged.kind === kind).map(({ recall }) => recall);
  return decimal(sum(recalls) / recalls.length);
};

const headOf = (first: readonly string[], seen: readonly Seen[]) => [
  ...first,
  ...seen.map(({ engine }) => engine.title),
];

const recallTable = (seen: readonly Seen[], queries: readonly Judged[]): string => {
  const rows = kinds.map((kind) => [
    kind === "nonsense" ? "nonsense, nothing found" : kind,
    integer(queries.filter((judged) => judged.kind === kind).length),
    ...seen.map(({ outcomes }) => recallIn(outcomes, kind)),
  ]);
  return drawTable(headOf(["Query", "number"], seen), rows);
};

const timeTable = (seen: readonly Seen[]): string => {
  const parts = [
    ["median, ms", 0.5],
    ["99th percentile, ms", 0.99],
  ] as const;
  const rows = parts.map(([title, part]) => [
    title,
    ...seen.map(({ outcomes }) =>
      decimal(
        quantile(
          outcomes.map(({ ms }) => ms),
          part,
        ),
        1,
      ),
    ),
  ]);
  return drawTable(headOf(["Time of a query"], seen), rows);
};

const reportMisses = ({ outcomes }: Seen, report: Report): void => {
  for (const { judged, recall } of outcomes)
    if (recall < 1)
      report(
        `${judged.kind}: "${judged.q}" (${judged.words?.join(" ") ?? judged.code ?? "nothing"}): ${decimal(recall)}`,
      );
};

export const runSearchBench = async (
  { misses, write }: ValuesOf<typeof searchOptions>,
  cleanup: Cleanup,
): Promise<void> => {
  const report = createReport();
  const folder = await mkdtemp(join(tmpdir(), "petstore-bench-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const postgres = await openPostgres(folder, cleanup);
  await postgres.create(DATABASE);
  const env = { ...ownEnv(postgres.urlOf(DATABASE)), DATA_DIR: join(folder, DATABASE) };
  const { key } = await runFirstStart(env, cleanup);
  const { port } = await startServer(commandOf(thisService), env, cleanup);
  const animals = readAnimals();
  report(`giving ${integer(animals.length)} animals to each engine`);
  const queries = readQueries();
  const service = await openService(`http://127.0.0.1:${port}`, key, animals);
  const fuse = openFuse(animals);
  const seen = await postgres.query(DATABASE, async (client) => {
    const trigrams = await openTrigrams(client, animals);
    report(`asking ${integer(queries.length)} queries`);
    return askAll([service, trigrams, fuse], queries, createJudge(animals));
  });
  const table = recallTable(seen, queries);
  const conditions = `${integer(animals.length)} animals, recall@5; ${describeMachine(postgres.version)}`;
  process.stdout.write(`\n${conditions}\n\n${table}\n\n${timeTable(seen)}\n\n`);
  if (misses && seen[0] !== undefined) reportMisses(seen[0], report);
  if (write) writeSection("search", `${table}\n\n${conditions}.`);
};
