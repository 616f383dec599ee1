import { type Bench, startWarm, type Measurement, mostRequests, takeTurns } from "./measure.js";
import { type Scenario, scenarios } from "./scenarios.js";
import { type Server, servers } from "./servers/servers.js";
import { median, perSecond, sum } from "./statistics.js";
import { PETS } from "./store/open-store.js";
import { integer } from "./tables/format.js";

export type ServerRuns = {
  readonly server: Server;
  readonly runs: readonly Measurement[];
  readonly missingRows: number;
};

const takesPart = ({ options }: Bench, scenario: Scenario, { name, isRecording = false }: Server) =>
  (name === "petstore" || options.servers.includes(name)) && (scenario.isRecorded === true || !isRecording);

/** A scenario that writes gets a copy of the database. */
const databaseOf = ({ store }: Bench, { isWriting = false }: Scenario, server: Server) =>
  isWriting ? `copy_for_${server.name.replaceAll("-", "_")}` : store.databaseOf(server);

const planOf = ({ store, options }: Bench, scenario: Scenario, server: Server, round: number) =>
  scenario.plan(store.dialectOf(server), { round, requests: mostRequests(options) });

const prepare = async (bench: Bench, scenario: Scenario, server: Server) => {
  const { connections, idleConnections = 0, isWriting = false } = scenario;
  const database = databaseOf(bench, scenario, server);
  if (isWriting) await bench.store.postgres.create(database, bench.store.databaseOf(server));
  const plan = planOf(bench, scenario, server, 0);
  return { server, database, ready: await startWarm(bench, server, database, { connections, idleConnections }, plan) };
};

type Prepared = Awaited<ReturnType<typeof prepare>>;

const countPets = ({ store }: Bench, database: string) =>
  store.postgres.query(database, async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM pet");
    return rows[0]?.count ?? 0;
  });

const finish = async (bench: Bench, scenario: Scenario, { database, ready }: Prepared): Promise<number> => {
  await ready.stop();
  if (scenario.isWriting !== true) return 0;
  const made = (await countPets(bench, database)) - PETS;
  await bench.store.postgres.drop(database);
  return ready.created() - made;
};

/** Servers take short turns, so that a slow phase of the machine, which can last seconds, affects all of them alike. */
const runScenario = async (bench: Bench, scenario: Scenario): Promise<ServerRuns[]> => {
  const { rounds } = bench.options;
  bench.report(`${scenario.name}: starting the servers and warming them up`);
  const all: (Prepared & { readonly runs: Measurement[] })[] = [];
  for (const server of servers.filter((one) => takesPart(bench, scenario, one))) {
    all.push({ ...(await prepare(bench, scenario, server)), runs: [] });
  }
  await takeTurns(rounds, all, async ({ server, ready, runs }, round) => {
    runs.push(await ready.run(planOf(bench, scenario, server, round)));
  });
  const results: ServerRuns[] = [];
  for (const one of all) {
    const { server, runs } = one;
    results.push({ server, runs, missingRows: await finish(bench, scenario, one) });
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
