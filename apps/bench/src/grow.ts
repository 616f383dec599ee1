import { type Bench, measure, mostRequests } from "./measure.js";
import { shuffle } from "./random.js";
import { cursorsPlan } from "./requests.js";
import type { Server } from "./servers/servers.js";
import { perSecond } from "./statistics.js";
import { fillStore, GROWTH_IDS } from "./store/animals.js";
import { EMPTY } from "./store/open-store.js";
import { integer } from "./tables/format.js";

/** Positions in each stretch: there are more of them than animals in it, save in the largest catalogue. */
const POSITIONS = 100_000;
const CONNECTIONS = 32;
const PAGE = 20;

/** Where the pages are that are asked for: from which part of all ids on, and how much of them. */
const stretches = {
  "first pages": [0, 0.01],
  "middle pages": [0.495, 0.01],
  "last pages": [0.99, 0.01],
  "any page": [0, 1],
} as const;

export type Growth = {
  /** Of rows, the smallest first. */
  readonly sizes: readonly number[];
  /** By stretch, then by size: requests a second, one a round. */
  readonly rates: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
};

const databaseOf = (size: number) => `growth_${size}`;

/** Ids are as far apart as it takes to have the same range of them, and the same number of cursors, in each size. */
const makeStores = async ({ store: { postgres }, report }: Bench, sizes: readonly number[]) => {
  for (const size of sizes) {
    report(`growth: making ${integer(size)} animals`);
    await postgres.create(databaseOf(size), EMPTY);
    await postgres.query(databaseOf(size), (client) => fillStore(client, size, GROWTH_IDS / size));
  }
};

/** Cursors spread over a stretch, none so near the end that its page would not be full. */
const planOf = (bench: Bench, server: Server, size: number, stretch: readonly [number, number], round: number) => {
  const end = 1 - PAGE / size;
  const length = Math.min(stretch[1], end);
  const from = Math.min(stretch[0], end - length);
  const ids = Array.from({ length: POSITIONS }, (_, index) =>
    Math.floor((from + (length * index) / POSITIONS) * GROWTH_IDS),
  );
  const drawn = shuffle(ids, round).slice(0, mostRequests(bench.options));
  return cursorsPlan(bench.store.dialectOf(server), drawn);
};

/** The same pages out of catalogues of growing size, this service alone. */
export const runGrowth = async (bench: Bench, own: Server): Promise<Growth> => {
  const { rounds, isQuick } = bench.options;
  const sizes = isQuick ? [10_000, 100_000] : [10_000, 1_000_000, GROWTH_IDS];
  await makeStores(bench, sizes);
  const rates = new Map(Object.keys(stretches).map((name) => [name, new Map<number, number[]>()]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, stretch] of Object.entries(stretches)) {
      for (const size of sizes) {
        const plan = planOf(bench, own, size, stretch, round);
        const run = { connections: CONNECTIONS, idleConnections: 0, plan };
        const rate = perSecond(await measure(bench, own, databaseOf(size), run));
        const ofSizes = rates.get(name);
        ofSizes?.set(size, [...(ofSizes.get(size) ?? []), rate]);
        bench.report(`growth, round ${round} of ${rounds}: ${name} of ${integer(size)} ${integer(rate)}/s`);
      }
    }
  }
  for (const size of sizes) await bench.store.postgres.drop(databaseOf(size));
  return { sizes, rates };
};
