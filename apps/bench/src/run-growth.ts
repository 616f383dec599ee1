import { type Bench, startWarm, mostRequests, type WarmServer, takeTurns } from "./measure.js";
import { shuffle } from "./random.js";
import { cursorsPlan } from "./requests.js";
import { thisService } from "./servers/servers.js";
import { median, perSecond } from "./statistics.js";
import { fillStore, GROWTH_IDS } from "./store/pets.js";
import { EMPTY } from "./store/open-store.js";
import { integer } from "./tables/format.js";

/** The number of positions in each range. Only the largest catalogue has more pets in it. */
const POSITIONS = 100_000;
const CONNECTIONS = 32;
const PAGE = 20;

const stretches = {
  "first pages": [0, 0.01],
  "middle pages": [0.495, 0.01],
  "last pages": [0.99, 0.01],
  "any page": [0, 1],
} as const;

export type Growth = {
  readonly sizes: readonly number[];
  readonly rates: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
};

const databaseOf = (size: number) => `growth_${size}`;

/** Spreads the ids so that catalogues of all sizes have the same range of ids and the same number of cursors. */
const makeStores = async ({ store: { postgres }, report }: Bench, sizes: readonly number[]) => {
  for (const size of sizes) {
    report(`growth: inserting ${integer(size)} pets`);
    await postgres.create(databaseOf(size), EMPTY);
    await postgres.query(databaseOf(size), (client) => fillStore(client, size, GROWTH_IDS / size));
  }
};

const planOf = (bench: Bench, size: number, stretch: readonly [number, number], round: number) => {
  const end = 1 - PAGE / size;
  const length = Math.min(stretch[1], end);
  const from = Math.min(stretch[0], end - length);
  const ids = Array.from({ length: POSITIONS }, (_, index) =>
    Math.floor((from + (length * index) / POSITIONS) * GROWTH_IDS),
  );
  const drawn = shuffle(ids, round).slice(0, mostRequests(bench.options));
  return cursorsPlan(bench.store.dialectOf(thisService), drawn);
};

/** Requests the same pages of this service from catalogues of growing size. */
export const runGrowth = async (bench: Bench): Promise<Growth> => {
  const { rounds, isQuick } = bench.options;
  const sizes = isQuick ? [10_000, 100_000] : [10_000, 1_000_000, GROWTH_IDS];
  await makeStores(bench, sizes);
  const load = { connections: CONNECTIONS, idleConnections: 0 };
  const all: { readonly size: number; readonly ready: WarmServer }[] = [];
  for (const size of sizes) {
    const plan = planOf(bench, size, stretches["any page"], 0);
    all.push({ size, ready: await startWarm(bench, thisService, databaseOf(size), load, plan) });
  }
  const rates = new Map<string, ReadonlyMap<number, readonly number[]>>();
  for (const [name, stretch] of Object.entries(stretches)) {
    const ofSizes = new Map(sizes.map((size) => [size, [] as number[]]));
    await takeTurns(rounds, all, async ({ size, ready }, round) => {
      ofSizes.get(size)?.push(perSecond(await ready.run(planOf(bench, size, stretch, round))));
    });
    const found = [...ofSizes].map(([size, all]) => `${integer(median(all))}/s of ${integer(size)}`);
    bench.report(`growth, ${name}: ${found.join(", ")}`);
    rates.set(name, ofSizes);
  }
  for (const { size, ready } of all) {
    await ready.stop();
    await bench.store.postgres.drop(databaseOf(size));
  }
  return { sizes, rates };
};
