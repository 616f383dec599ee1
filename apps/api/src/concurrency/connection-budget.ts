/** What a lane may use, and how much may wait for it. */
export type LaneLimits = {
  /** How many pieces of work run at a time; each uses one database connection at most. */
  readonly connections: number;
  /** How many of them one key, and one account, may have. */
  readonly perKey: number;
  readonly perAccount: number;
  /** How many requests may wait: of one key, beyond which the response is 429, and in all, beyond which it is 503. */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
  /** How long a request waits before the response is 503. */
  readonly maxWaitMs: number;
};

/**
 * Every database connection of one process, and what it is for. Statements run nowhere else than in a lane, so that no
 * connection is promised twice; `docs/decisions/0018-fair-shares.md` argues the numbers.
 *
 * One key cannot take a lane: another always finds a connection. Searches are few because each keeps a processor busy.
 */
export const laneLimits = {
  /** API keys, key look-ups, readiness, and what the service does in the background. */
  control: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 5_000, maxWaiting: 5_000, maxWaitMs: 5_000 },
  /** Below `/auth`. The flow is the client's network. */
  signIn: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 10_000 },
  writes: { connections: 3, perKey: 2, perAccount: 2, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 15_000 },
  /** Batches and merges: few, because each keeps a processor busy. */
  bulkWrites: { connections: 3, perKey: 1, perAccount: 2, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 15_000 },
  /** What an index finds. */
  reads: { connections: 4, perKey: 3, perAccount: 3, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 3_000 },
  /** Names, and whatever counts rows. */
  searches: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 100, maxWaiting: 500, maxWaitMs: 5_000 },
} as const satisfies Record<string, LaneLimits>;

export type LaneName = keyof typeof laneLimits;

const connectionsOf = (...names: LaneName[]) => names.reduce((sum, name) => sum + laneLimits[name].connections, 0);

/** The sizes of the two pools: one for changes, with long statement timeouts, and one for reads, with short ones. */
export const poolSizes = {
  changes: connectionsOf("control", "signIn", "writes", "bulkWrites"),
  reads: connectionsOf("reads", "searches"),
} as const;

/** Beside the pools: the change feed, the check of silent connections, and the lease of the private PostgreSQL. */
const CONNECTIONS_BESIDE_POOLS = 3;

/** The most connections that one process opens. */
export const connectionsPerProcess = poolSizes.changes + poolSizes.reads + CONNECTIONS_BESIDE_POOLS;
