export type LaneLimits = {
  /** How many pieces of work run at the same time. Each piece of work uses at most one connection. */
  readonly connections: number;
  readonly perKey: number;
  readonly perAccount: number;
  /**
   * The maximum numbers of waiting requests. Further requests get 429 (limit of the key) or 503 (limit of the lane).
   */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
};

/** Every statement runs in a lane, and no key can use all slots of one (docs/decisions/0018-fair-shares.md). */
export const laneLimits = {
  control: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 5_000, maxWaiting: 5_000, maxWaitMs: 5_000 },
  /** The networks of clients take turns in this lane. */
  signIn: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 10_000 },
  writes: { connections: 3, perKey: 2, perAccount: 2, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 15_000 },
  bulkWrites: { connections: 3, perKey: 1, perAccount: 2, maxWaitingPerKey: 50, maxWaiting: 500, maxWaitMs: 15_000 },
  reads: { connections: 4, perKey: 3, perAccount: 3, maxWaitingPerKey: 2_000, maxWaiting: 10_000, maxWaitMs: 3_000 },
  searches: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 100, maxWaiting: 500, maxWaitMs: 5_000 },
  /** An export holds its connection until its client has read all of it. */
  exports: { connections: 2, perKey: 1, perAccount: 1, maxWaitingPerKey: 5, maxWaiting: 50, maxWaitMs: 5_000 },
} as const satisfies Record<string, LaneLimits>;

export type LaneName = keyof typeof laneLimits;

const connectionsOf = (...names: LaneName[]) => names.reduce((sum, name) => sum + laneLimits[name].connections, 0);

export const poolSizes = {
  // Exports use this pool too, because the statement timeout of `reads` is too short for an order without an index,
  // whose first rows take long.
  changes: connectionsOf("control", "signIn", "writes", "bulkWrites", "exports"),
  reads: connectionsOf("reads", "searches"),
  /** The pool for the standby serves the same reads, and polls the standby's position. */
  standby: connectionsOf("reads", "searches") + 1,
} as const;

/** The connections of the change feed, of the connection watchdog, and of the lease of the private PostgreSQL. */
const CONNECTIONS_BESIDE_POOLS = 3;

export const connectionsPerProcess = poolSizes.changes + poolSizes.reads + CONNECTIONS_BESIDE_POOLS;
