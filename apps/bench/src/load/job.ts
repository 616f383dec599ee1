export type Job = {
  readonly port: number;
  readonly connections: number;
  /** How many connections make one request each in advance, and then stay open. */
  readonly idleConnections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly plan: Plan;
  /**
   * Open loop: requests are due at times fixed in advance. Without a rate, each connection sends its next request after
   * each response.
   */
  readonly ratePerSecond?: number;
};

export type Plan = {
  readonly requests: readonly string[];
  /** Indices of the requests to send, repeated from the start. By default the requests are sent in their own order. */
  readonly sequence?: Uint32Array;
  readonly isOnce?: boolean;
};

export type Outcome = {
  readonly responses: number;
  readonly seconds: number;
  readonly errors: number;
  /** The number of 201s of the whole job, including warm-up and end. */
  readonly created: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /**
   * The share of time in which the generator did not wait. If it is close to 1, the measurement is that of the
   * generator.
   */
  readonly busy: number;
};
