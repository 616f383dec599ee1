import { type Bench, startWarm, type Measurement, mostRequests, takeTurns } from "./measure.js";
import { fullCachePlan, type Scenario, scenarios } from "./scenarios.js";
import { type Server, thisService } from "./servers/servers.js";
import { median, perSecond, sum } from "./statistics.js";
import { PETS } from "./store/open-store.js";
import { fillOrders, ORDERS } from "./store/orders.js";
import { integer } from "./tables/format.js";

export type ServerRuns = {
  readonly server: Server;
  readonly runs: readonly Measurement[];
  /** The measurements of the open loop, if the scenario includes one. */
  readonly openLoop: readonly Measurement[];
  readonly missingRows: number;
};

/** If the competitors lack an operation, this one does other work for comparison. */
const YARDSTICK = "fastify";

const OPEN_LOOP_LOAD = 0.7;

const takesPart = (scenario: Scenario, { name, isService, isRecording = false }: Server) => {
  if (isService) return true;
  const known = scenario.yardstick === undefined ? scenario.competitors : [YARDSTICK];
  const isWanted = known === undefined || known.includes(name);
  return isWanted && (scenario.isRecorded === true || !isRecording);
};

/** Chooses the database of a server. A scenario that writes gets a copy. */
const databaseOf = ({ store }: Bench, { isWriting = false }: Scenario, server: Server) =>
  isWriting ? `copy_for_${server.name.replaceAll("-", "_")}` : store.databaseOf(server);

const planOf = ({ store, options }: Bench, scenario: Scenario, server: Server, round: number) => {
  const { plan } = server.name === YARDSTICK ? (scenario.yardstick ?? scenario) : scenario;
  return plan(store.dialectOf(server), { round, rounds: options.rounds, requests: mostRequests(options) });
};

const prepare = async (bench: Bench, scenario: Scenario, server: Server) => {
  const { connections, idleConnections = 0, isWriting = false } = scenario;
  const database = databaseOf(bench, scenario, server);
  if (isWriting) await bench.store.postgres.create(database, bench.store.databaseOf(server));
  if (scenario.hasOrders === true && server.isService) {
    await bench.store.postgres.query(database, fillOrders);
  }
  const plan = planOf(bench, scenario, server, 0);
  const isFilled = scenario.isCacheFull === true && server.isService;
  const fill = isFilled ? fullCachePlan(bench.store.dialectOf(server)) : undefined;
  const ready = await startWarm(bench, server, database, { connections, idleConnections }, plan, fill);
  return { server, database, ready };
};

type Prepared = Awaited<ReturnType<typeof prepare>>;

const rowsAtStart = { pet: PETS, store_order: ORDERS } as const;

const createdIn = (scenario: Scenario, server: Server) =>
  scenario.hasOrders === true && server.isService ? "store_order" : "pet";

const countCreated = ({ store }: Bench, database: string, table: keyof typeof rowsAtStart) =>
  store.postgres.query(database, async (client) => {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return (rows[0]?.count ?? 0) - rowsAtStart[table];
  });

/** @returns The number of acknowledged creates that have no row. */
const finish = async (bench: Bench, scenario: Scenario, { server, database, ready }: Prepared): Promise<number> => {
  await ready.stop();
  if (scenario.isWriting !== true) return 0;
  const made = await countCreated(bench, database, createdIn(scenario, server));
  await bench.store.postgres.drop(database);
  return ready.created() - made;
};

type Turns = Prepared & { readonly runs: Measurement[]; readonly openLoop: Measurement[] };

/**
 * Loads each server with the same share of its capacity. The requests belong to a round that no closed loop has used.
 */
const runOpenLoop = async (bench: Bench, scenario: Scenario, all: readonly Turns[]) => {
  const { rounds } = bench.options;
  await takeTurns(rounds, all, async ({ server, ready, runs, openLoop }, round) => {
    const plan = planOf(bench, scenario, server, rounds + round);
    openLoop.push(await ready.runOpenLoop(plan, OPEN_LOOP_LOAD * median(runs.map(perSecond))));
  });
};

/**
 * Runs the servers in short turns, so that a slow phase of the machine, which can last seconds, affects all of them
 * equally.
 */
const runScenario = async (bench: Bench, scenario: Scenario): Promise<ServerRuns[]> => {
  const { rounds } = bench.options;
  bench.report(`${scenario.name}: starting the servers and warming them up`);
  const all: Turns[] = [];
  for (const server of [thisService, ...bench.competitors].filter((one) => takesPart(scenario, one))) {
    all.push({ ...(await prepare(bench, scenario, server)), runs: [], openLoop: [] });
  }
  await takeTurns(rounds, all, async ({ server, ready, runs }, round) => {
    runs.push(await ready.run(planOf(bench, scenario, server, round)));
  });
  if (scenario.isOpenLoopToo === true) await runOpenLoop(bench, scenario, all);
  const results: ServerRuns[] = [];
  for (const one of all) {
    const { server, runs, openLoop } = one;
    results.push({ server, runs, openLoop, missingRows: await finish(bench, scenario, one) });
    const errors = sum(runs.map((run) => run.errors));
    const rate = `${integer(median(runs.map(perSecond)))}/s${errors > 0 ? `, ${integer(errors)} errors` : ""}`;
    bench.report(`${scenario.name}: ${server.title} ${rate}`);
  }
  return results;
};

export const runScenarios = async (
  bench: Bench,
  onResult: (scenario: Scenario, results: readonly ServerRuns[]) => Promise<void>,
): Promise<void> => {
  for (const scenario of scenarios) {
    if (bench.options.scenarios.includes(scenario.name)) await onResult(scenario, await runScenario(bench, scenario));
  }
};
