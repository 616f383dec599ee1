import type { Plan } from "./load/job.js";
import { shuffle } from "./random.js";
import {
  createPlan,
  cursorsPlan,
  type Dialect,
  FIRST_SEARCH,
  fillPlan,
  getPlan,
  hotPlan,
  keyedCreatePlan,
  mixPlan,
  ordersPlan,
  searchPlan,
  updatePlan,
  zipfPlan,
} from "./requests.js";
import type { ServerName } from "./servers/servers.js";
import { PETS } from "./store/open-store.js";
import { ORDERS } from "./store/orders.js";

/** `requests` is the length of a plan. It is larger than the number of requests that any server answers in a run. */
type Turn = { readonly round: number; readonly rounds: number; readonly requests: number };

type MakePlan = (dialect: Dialect, turn: Turn) => Plan;

export type Scenario = {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  readonly idleConnections?: number;
  readonly isWriting?: boolean;
  readonly isRecorded?: boolean;
  /** The competitors that take part; all of them by default. */
  readonly competitors?: readonly ServerName[];
  /** If the competitors lack the operation, Fastify does this work instead, to measure the speed of the machine. */
  readonly yardstick?: { readonly work: string; readonly plan: MakePlan };
  /** True if this service starts with thousands of cached responses. */
  readonly isCacheFull?: boolean;
  readonly hasOrders?: boolean;
  /**
   * True if the scenario also runs with requests that are due at fixed times, at 70 % of the rate that each server
   * reached.
   */
  readonly isOpenLoopToo?: boolean;
  readonly targets?: Partial<Record<ServerName, number>>;
  readonly targetMb?: number;
  readonly plan: MakePlan;
};

const ids = Array.from({ length: PETS }, (_, index) => index + 1);

/** The cached pages contain one half of the pets, and only the other half is changed, so the cache stays full. */
const CACHED_UP_TO = PETS / 2;
const changedIds = ids.slice(CACHED_UP_TO);
const SEARCHES = 30_000;

/** Draws different items in each round. They are the same for all servers. */
const draw = <One>(from: readonly One[], count: number, round: number) => shuffle(from, round).slice(0, count);

/** Returns a part of the items that no other round uses. The warm-up is round 0. */
const part = (from: readonly number[], { round, rounds }: Turn) => {
  const size = Math.floor(from.length / (rounds + 1));
  return from.slice(round * size, (round + 1) * size);
};

const native: readonly ServerName[] = ["fastify", "go", "rust"];
const plainCreates = { work: "plain creates", plan: createPlan };

const cursors: MakePlan = (dialect, { round, requests }) =>
  cursorsPlan(dialect, draw(ids.slice(0, -20), requests, round));
const get: MakePlan = (dialect, { round, requests }) => getPlan(dialect, draw(ids, requests, round));
const mix: MakePlan = (dialect) => mixPlan(dialect, PETS);
const keyed: MakePlan = (dialect, { round, requests }) => keyedCreatePlan(dialect, requests / 4, round);
const update: MakePlan = (dialect, { round, requests }) =>
  updatePlan(dialect, draw(changedIds, requests / 4, round), round);
/**
 * Searches for the first digits of the numbers that 15 % of the pets have in their names. Each search finds only a few
 * pets.
 */
const search: MakePlan = (dialect, { round, requests }) => {
  const names = Array.from({ length: SEARCHES }, (_, index) => `a${FIRST_SEARCH + index}`);
  return searchPlan(dialect, draw(names, requests, round));
};
const orders: MakePlan = (dialect, turn) =>
  ordersPlan(dialect, part(changedIds.slice(ORDERS), turn), part(ids.slice(0, ORDERS), turn));

/** Plans requests for this service only, because the competitors have no cache. */
export const fullCachePlan = (dialect: Dialect): Plan => fillPlan(dialect, CACHED_UP_TO);

const creates = { isWriting: true, plan: createPlan } as const;
const fullCache = { isWriting: true, isCacheFull: true } as const;

export const scenarios: readonly Scenario[] = [
  {
    name: "hot-list",
    title: "Hot list: one page of 20, 32 connections",
    connections: 32,
    isRecorded: true,
    isOpenLoopToo: true,
    targets: { "node-http": 0.8, fastify: 5 },
    plan: hotPlan,
  },
  {
    name: "zipf",
    title: "200 URLs by Zipf's law (s = 1), 32 connections",
    connections: 32,
    isRecorded: true,
    targets: { "node-http": 0.7 },
    plan: (dialect) => zipfPlan(dialect, PETS),
  },
  {
    name: "cursors",
    title: "All-different cursors, pages of 20, every one a miss, 32 connections",
    connections: 32,
    isOpenLoopToo: true,
    targets: { fastify: 1.4, go: 1 },
    plan: cursors,
  },
  {
    name: "cursors-128",
    title: "All-different cursors, pages of 20, every one a miss, 128 connections",
    connections: 128,
    competitors: native,
    targets: { fastify: 1.4, go: 1 },
    plan: cursors,
  },
  {
    name: "get",
    title: "One pet, all-different ids, every one a miss, 32 connections",
    connections: 32,
    isOpenLoopToo: true,
    targets: { fastify: 1, go: 1 },
    plan: get,
  },
  {
    name: "get-128",
    title: "One pet, all-different ids, every one a miss, 128 connections",
    connections: 128,
    competitors: native,
    targets: { fastify: 1, go: 1 },
    plan: get,
  },
  {
    name: "create-32",
    title: "Creates with a full cache, 32 connections",
    connections: 32,
    isOpenLoopToo: true,
    targets: { fastify: 1.2 },
    ...fullCache,
    ...creates,
  },
  {
    name: "create-128",
    title: "Creates with a full cache, 128 connections",
    connections: 128,
    competitors: native,
    targets: { fastify: 2, rust: 1 },
    ...fullCache,
    ...creates,
  },
  {
    name: "create-empty",
    title: "Creates on an empty cache, 128 connections",
    connections: 128,
    competitors: ["fastify"],
    ...creates,
  },
  {
    name: "create-keyed",
    title: "Creates with an Idempotency-Key and a full cache, 32 connections",
    connections: 32,
    yardstick: plainCreates,
    ...fullCache,
    plan: keyed,
  },
  {
    name: "update",
    title: "PATCH of different pets with a full cache, 32 connections",
    connections: 32,
    yardstick: plainCreates,
    ...fullCache,
    plan: update,
  },
  {
    name: "orders",
    title: "Orders with a full cache: placed, approved, delivered, 32 connections",
    connections: 32,
    yardstick: plainCreates,
    hasOrders: true,
    ...fullCache,
    plan: orders,
  },
  {
    name: "search",
    title: "Search by the beginning of a name, every one a miss, 32 connections",
    connections: 32,
    yardstick: { work: "one pet by its id", plan: get },
    plan: search,
  },
  {
    name: "mix",
    title: "95 % pages by Zipf's law, 5 % creates, a full cache, 32 connections",
    connections: 32,
    targets: { fastify: 4 },
    ...fullCache,
    plan: mix,
  },
  {
    name: "mix-128",
    title: "95 % pages by Zipf's law, 5 % creates, a full cache, 128 connections",
    connections: 128,
    competitors: native,
    targets: { fastify: 4 },
    ...fullCache,
    plan: mix,
  },
  {
    name: "memory",
    title: "Memory: the hot list with 1,000 idle connections beside it",
    connections: 32,
    idleConnections: 1_000,
    isRecorded: true,
    competitors: ["node-http", "fastify", "go", "rust"],
    targetMb: 160,
    plan: hotPlan,
  },
];
