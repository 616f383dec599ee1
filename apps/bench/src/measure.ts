import type { Cleanup } from "./cleanup.js";
import type { Generator } from "./load/generator.js";
import type { Job, Outcome } from "./load/job.js";
import type { Options } from "./options.js";
import type { Scenario } from "./scenarios.js";
import { ownEnv } from "./servers/own-env.js";
import { type ServerProcess, startServer } from "./servers/server-process.js";
import type { Server } from "./servers/servers.js";
import { ANIMALS, type Store } from "./store/open-store.js";

/** What every part of the bench works with. */
export type Bench = {
  readonly options: Options;
  readonly store: Store;
  readonly generator: Generator;
  readonly cleanup: Cleanup;
  /** Where the bare server's answers are. */
  readonly answersFile: string;
  readonly report: (line: string) => void;
};

export type Measurement = Outcome & {
  /** The largest seen during the run. */
  readonly memoryMb: number;
  /** Animals that were acknowledged and are not there. */
  readonly missingRows: number;
};

const COPY = "copy_for_one_run";
const MEMORY_EVERY_MS = 200;
/** No server reads a page from the database, of those that are all different, as fast as this. */
const MISSES_A_SECOND = 40_000;

/** More than any server answers in a run whose requests are all different. */
export const mostRequests = ({ seconds, warmUpSeconds }: Options): number =>
  Math.ceil(MISSES_A_SECOND * (seconds + warmUpSeconds));

export const startOn = ({ store, answersFile, cleanup }: Bench, server: Server, database: string) => {
  const url = store.postgres.urlOf(database);
  const peerEnv = { DATABASE_URL: url, KEY: store.dialectOf(server).key, ANSWERS: answersFile };
  return startServer(
    [...(server.flags ?? []), server.main],
    server.name === "petstore" ? ownEnv(url) : peerEnv,
    cleanup,
  );
};

const runWatched = async (generator: Generator, process: ServerProcess, job: Job) => {
  let memoryMb = 0;
  const look = async () => {
    memoryMb = Math.max(memoryMb, await process.memoryMb());
  };
  const looking = setInterval(() => void look(), MEMORY_EVERY_MS);
  try {
    return { ...(await generator.run(job)), memoryMb };
  } finally {
    clearInterval(looking);
  }
};

/** One run of a server, freshly started, that nothing else goes on beside. */
export const measure = async (
  bench: Bench,
  server: Server,
  database: string,
  run: Omit<Job, "port" | "seconds" | "warmUpSeconds">,
): Promise<Omit<Measurement, "missingRows">> => {
  const { seconds, warmUpSeconds } = bench.options;
  const process = await startOn(bench, server, database);
  try {
    return await runWatched(bench.generator, process, { ...run, port: process.port, seconds, warmUpSeconds });
  } finally {
    await process.stop();
  }
};

const countAnimals = ({ store }: Bench, database: string) =>
  store.postgres.query(database, async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM pet");
    return rows[0]?.count ?? 0;
  });

/** One run of a scenario, on a copy of the store where it changes it. */
export const measureScenario = async (
  bench: Bench,
  server: Server,
  scenario: Scenario,
  round: number,
): Promise<Measurement> => {
  const { connections, idleConnections = 0, isWriting = false } = scenario;
  const { postgres } = bench.store;
  const source = bench.store.databaseOf(server);
  const plan = scenario.plan(bench.store.dialectOf(server), { round, requests: mostRequests(bench.options) });
  if (!isWriting)
    return { ...(await measure(bench, server, source, { connections, idleConnections, plan })), missingRows: 0 };
  await postgres.create(COPY, source);
  try {
    const outcome = await measure(bench, server, COPY, { connections, idleConnections, plan });
    return { ...outcome, missingRows: outcome.created - ((await countAnimals(bench, COPY)) - ANIMALS) };
  } finally {
    await postgres.drop(COPY);
  }
};
