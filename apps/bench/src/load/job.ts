export type Job = {
  readonly port: number;
  readonly connections: number;
  /** Connections that make one request each in advance and stay open. */
  readonly idleConnections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly plan: Plan;
  /** Open loop: requests are due at times fixed in advance. Without it each connection sends after each response. */
  readonly ratePerSecond?: number;
};

export type Plan = {
  readonly requests: readonly string[];
  /** Indices into the requests, repeated from the start. By default the requests are sent in their own order. */
  readonly sequence?: Uint32Array;
  readonly isOnce?: boolean;
};

export type Outcome = {
  readonly responses: number;
  readonly seconds: number;
  readonly errors: number;
  /** 201s of the whole job, warm-up and end included. */
  readonly created: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** The share of time in which the generator did not wait. Near 1 the generator is what was measured. */
  readonly busy: number;
};
