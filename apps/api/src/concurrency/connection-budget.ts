/** The connections of a lane, and its queue. */
export type LaneLimits = {
  /** Units of work that run at a time; each uses at most one connection. */
  readonly connections: number;
  /** The most of them for one key, and for one account. */
  readonly perKey: number;
  readonly perAccount: number;
  /** The most waiting requests of one key, then the response is 429; and of all keys, then it is 503. */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
  /** The longest wait, then the response is 503. */
  readonly maxWaitMs: number;
};

/**
 * Every database connection of one process, by lane. All statements run in a lane, and no key can fill one
 * (docs/decisions/0018-fair-shares.md has the reasons for the numbers).
 */
export const laneLimits = {
  /** API keys, key look-ups, readiness and background work. */
  control: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 5_000, maxWaiting: 5_000, maxWaitMs: 5_000 },
  /** Requests below `/auth`; the flow is the client's network. */
  signIn: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 10_000 },
  writes: { connections: 3, perKey: 2, perAccount: 2, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 15_000 },
  /** Batches and merges, each of which keeps a processor busy. */
  bulkWrites: { connections: 3, perKey: 1, perAccount: 2, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 15_000 },
  /** Queries that an index answers. */
  reads: { connections: 4, perKey: 3, perAccount: 3, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 3_000 },
  /** Searches by name and counts, each of which keeps a processor busy. */
  searches: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 100, maxWaiting: 500, maxWaitMs: 5_000 },
} as const satisfies Record<string, LaneLimits>;

export type LaneName = keyof typeof laneLimits;

const connectionsOf = (...names: LaneName[]) => names.reduce((sum, name) => sum + laneLimits[name].connections, 0);

/** The sizes of the two pools: for changes, with a long statement timeout, and for reads, with a short one. */
export const poolSizes = {
  changes: connectionsOf("control", "signIn", "writes", "bulkWrites"),
  reads: connectionsOf("reads", "searches"),
} as const;

/** The change feed, the connection watchdog, and the lease of the private PostgreSQL. */
const CONNECTIONS_BESIDE_POOLS = 3;

/** The most connections that one process opens. */
export const connectionsPerProcess = poolSizes.changes + poolSizes.reads + CONNECTIONS_BESIDE_POOLS;
