import type { Cleanup } from "./cleanup.js";
import type { Generator } from "./load/generator.js";
import type { Job, Outcome, Plan } from "./load/job.js";
import type { Options } from "./options.js";
import { ownEnv } from "./servers/own-env.js";
import { type ServerProcess, startServer } from "./servers/server-process.js";
import { commandOf, type Server } from "./servers/servers.js";
import type { Store } from "./store/open-store.js";

export type Bench = {
  readonly options: Options;
  readonly competitors: readonly Server[];
  readonly store: Store;
  readonly generator: Generator;
  readonly cleanup: Cleanup;
  readonly responsesFile: string;
  readonly report: (line: string) => void;
};

export type Measurement = Outcome & {
  readonly memoryMb: number;
};

/** The time to connect, and to replace the data of other servers in the processor's caches. */
const LEAD_IN_SECONDS = 0.2;
const MEMORY_EVERY_MS = 200;
const MOST_FILLING_SECONDS = 60;
/** This is more pages per second than any server reads without a cache. */
const MISSES_A_SECOND = 40_000;

/** Returns a number of requests that no server can answer during a run without a cache. */
export const mostRequests = ({ seconds }: Options): number => Math.ceil(MISSES_A_SECOND * (seconds + LEAD_IN_SECONDS));

export const startOn = ({ store, responsesFile, cleanup }: Bench, server: Server, database: string) => {
  const url = store.postgres.urlOf(database);
  const competitorEnv = { DATABASE_URL: url, KEY: store.dialectOf(server).key, RESPONSES: responsesFile };
  return startServer(commandOf(server), server.isService ? ownEnv(url) : competitorEnv, cleanup);
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

export type WarmServer = {
  run(plan: Plan): Promise<Measurement>;
  /** Runs requests that are due at fixed times. */
  runOpenLoop(plan: Plan, ratePerSecond: number): Promise<Measurement>;
  created(): number;
  stop(): Promise<void>;
};

export const startWarm = async (
  bench: Bench,
  server: Server,
  database: string,
  load: Pick<Job, "connections" | "idleConnections">,
  warmUp: Plan,
  fill?: Plan,
): Promise<WarmServer> => {
  const process = await startOn(bench, server, database);
  const { seconds, warmUpSeconds } = bench.options;
  let created = 0;
  const run = async (job: Pick<Job, "seconds" | "warmUpSeconds" | "ratePerSecond">, plan: Plan) => {
    const outcome = await runWatched(bench.generator, process, { ...load, ...job, plan, port: process.port });
    created += outcome.created;
    return outcome;
  };
  await run({ seconds: warmUpSeconds, warmUpSeconds: 0 }, warmUp);
  if (fill !== undefined) await run({ seconds: MOST_FILLING_SECONDS, warmUpSeconds: 0 }, fill);
  return {
    run: (plan) => run({ seconds, warmUpSeconds: LEAD_IN_SECONDS }, plan),
    runOpenLoop: (plan, ratePerSecond) => run({ seconds, warmUpSeconds: LEAD_IN_SECONDS, ratePerSecond }, plan),
    created: () => created,
    stop: process.stop,
  };
};

/** Runs every second round in reverse order, so that no server always comes first. */
export const takeTurns = async <One>(
  rounds: number,
  all: readonly One[],
  turn: (one: One, round: number) => Promise<void>,
): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of round % 2 === 0 ? all.toReversed() : all) await turn(one, round);
  }
};
