import { type Bench, makeReady, type Measurement, mostRequests, takeTurns } from "./measure.js";
import { type Scenario, scenarios } from "./scenarios.js";
import { type Server, servers } from "./servers/servers.js";
import { median, perSecond, sum } from "./statistics.js";
import { ANIMALS } from "./store/open-store.js";
import { integer } from "./tables/format.js";

/** The runs of a server, one a round. */
export type ServerRuns = {
  readonly server: Server;
  readonly runs: readonly Measurement[];
  /** Animals that were acknowledged and are not there. */
  readonly missingRows: number;
};

const takesPart = ({ options }: Bench, scenario: Scenario, { name, isRecording = false }: Server) =>
  (name === "petstore" || options.servers.includes(name)) && (scenario.isRecorded === true || !isRecording);

/** A server's database in a scenario: a copy of its own where that changes it. */
const databaseOf = ({ store }: Bench, { isWriting = false }: Scenario, server: Server) =>
  isWriting ? `copy_for_${server.name.replaceAll("-", "_")}` : store.databaseOf(server);

const planOf = ({ store, options }: Bench, scenario: Scenario, server: Server, round: number) =>
  scenario.plan(store.dialectOf(server), { round, requests: mostRequests(options) });

const enter = async (bench: Bench, scenario: Scenario, server: Server) => {
  const { connections, idleConnections = 0, isWriting = false } = scenario;
  const database = databaseOf(bench, scenario, server);
  if (isWriting) await bench.store.postgres.create(database, bench.store.databaseOf(server));
  const plan = planOf(bench, scenario, server, 0);
  return { server, database, ready: await makeReady(bench, server, database, { connections, idleConnections }, plan) };
};

type Entered = Awaited<ReturnType<typeof enter>>;

const countAnimals = ({ store }: Bench, database: string) =>
  store.postgres.query(database, async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM pet");
    return rows[0]?.count ?? 0;
  });

/** @returns How many animals are missing. */
const leave = async (bench: Bench, scenario: Scenario, { database, ready }: Entered): Promise<number> => {
  await ready.stop();
  if (scenario.isWriting !== true) return 0;
  const made = (await countAnimals(bench, database)) - ANIMALS;
  await bench.store.postgres.drop(database);
  return ready.created() - made;
};

/**
 * All servers stand ready, and take turns of a second or so: what the machine does meanwhile, which may go on for seconds
 * and cost half of its speed, falls on all alike.
 */
const runScenario = async (bench: Bench, scenario: Scenario): Promise<ServerRuns[]> => {
  const { rounds } = bench.options;
  bench.report(`${scenario.name}: starting the servers and warming them up`);
  const all: (Entered & { readonly runs: Measurement[] })[] = [];
  for (const server of servers.filter((one) => takesPart(bench, scenario, one))) {
    all.push({ ...(await enter(bench, scenario, server)), runs: [] });
  }
  await takeTurns(rounds, all, async ({ server, ready, runs }, round) => {
    runs.push(await ready.run(planOf(bench, scenario, server, round)));
  });
  const results: ServerRuns[] = [];
  for (const one of all) {
    const { server, runs } = one;
    results.push({ server, runs, missingRows: await leave(bench, scenario, one) });
    const errors = sum(runs.map((run) => run.errors));
    const rate = `${integer(median(runs.map(perSecond)))}/s${errors > 0 ? `, ${integer(errors)} errors` : ""}`;
    bench.report(`${scenario.name}: ${server.title} ${rate}`);
  }
  return results;
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
