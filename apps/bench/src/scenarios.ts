import type { Plan } from "./load/job.js";
import { createPlan, cursorsPlan, type Dialect, getPlan, hotPlan, mixPlan, zipfPlan } from "./requests.js";
import { shuffle } from "./random.js";
import type { ServerName } from "./servers/servers.js";
import { PETS } from "./store/open-store.js";

/** `requests`: the most that any server answers in a run. */
type Turn = { readonly round: number; readonly requests: number };

export type Scenario = {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  readonly idleConnections?: number;
  readonly isWriting?: boolean;
  readonly isRecorded?: boolean;
  readonly targets?: Partial<Record<ServerName, number>>;
  readonly targetMb?: number;
  readonly plan: (dialect: Dialect, turn: Turn) => Plan;
};

const ids = Array.from({ length: PETS }, (_, index) => index + 1);

/** Different ones in each round, the same for all servers. */
const draw = (from: readonly number[], count: number, round: number) => shuffle(from, round).slice(0, count);

export const scenarios: readonly Scenario[] = [
  {
    name: "hot-list",
    title: "Hot list: one page of 20, 32 connections",
    connections: 32,
    isRecorded: true,
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
    targets: { fastify: 1.4 },
    plan: (dialect, { round, requests }) => cursorsPlan(dialect, draw(ids.slice(0, -20), requests, round)),
  },
  {
    name: "get",
    title: "One pet, all-different ids, every one a miss, 32 connections",
    connections: 32,
    targets: { fastify: 1 },
    plan: (dialect, { round, requests }) => getPlan(dialect, draw(ids, requests, round)),
  },
  {
    name: "create-32",
    title: "Creates, 32 connections",
    connections: 32,
    isWriting: true,
    plan: createPlan,
  },
  {
    name: "create-128",
    title: "Creates, 128 connections",
    connections: 128,
    isWriting: true,
    targets: { fastify: 2 },
    plan: createPlan,
  },
  {
    name: "mix",
    title: "95 % pages by Zipf's law, 5 % creates, 32 connections",
    connections: 32,
    isWriting: true,
    targets: { fastify: 4 },
    plan: (dialect) => mixPlan(dialect, PETS),
  },
  {
    name: "memory",
    title: "Memory: the hot list with 1,000 idle connections beside it",
    connections: 32,
    idleConnections: 1_000,
    isRecorded: true,
    targetMb: 160,
    plan: hotPlan,
  },
];
