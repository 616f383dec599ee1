import type { Cleanup } from "./cleanup.js";
import type { Generator } from "./load/generator.js";
import type { Job, Outcome, Plan } from "./load/job.js";
import type { Options } from "./options.js";
import { ownEnv } from "./servers/own-env.js";
import { type ServerProcess, startServer } from "./servers/server-process.js";
import type { Server } from "./servers/servers.js";
import type { Store } from "./store/open-store.js";

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
};

/** Time for the connections to be made, and for what the others have left in the processor's caches to go. */
const LEAD_IN_SECONDS = 0.2;
const MEMORY_EVERY_MS = 200;
/** No server reads a page from the database, of those that are all different, as fast as this. */
const MISSES_A_SECOND = 40_000;

/** More than any server answers in a run whose requests are all different. */
export const mostRequests = ({ seconds }: Options): number => Math.ceil(MISSES_A_SECOND * (seconds + LEAD_IN_SECONDS));

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

/** A server that is warm, and waits for its turns. */
export type Ready = {
  /** Nothing else goes on beside it. */
  run(plan: Plan): Promise<Measurement>;
  /** How many animals it has acknowledged so far. */
  created(): number;
  stop(): Promise<void>;
};

/** Starts a server and warms it up. @param warmUp - With what. */
export const makeReady = async (
  bench: Bench,
  server: Server,
  database: string,
  load: Pick<Job, "connections" | "idleConnections">,
  warmUp: Plan,
): Promise<Ready> => {
  const process = await startOn(bench, server, database);
  const { seconds, warmUpSeconds } = bench.options;
  let created = 0;
  const run = async (times: Pick<Job, "seconds" | "warmUpSeconds">, plan: Plan) => {
    const outcome = await runWatched(bench.generator, process, { ...load, ...times, plan, port: process.port });
    created += outcome.created;
    return outcome;
  };
  await run({ seconds: warmUpSeconds, warmUpSeconds: 0 }, warmUp);
  return {
    run: (plan) => run({ seconds, warmUpSeconds: LEAD_IN_SECONDS }, plan),
    created: () => created,
    stop: process.stop,
  };
};

/** Round and round, every second round backwards, so that nobody always comes first. */
export const takeTurns = async <One>(
  rounds: number,
  all: readonly One[],
  turn: (one: One, round: number) => Promise<void>,
): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of round % 2 === 0 ? all.toReversed() : all) await turn(one, round);
  }
};
