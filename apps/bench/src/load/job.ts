export type Job = {
  readonly port: number;
  readonly connections: number;
  /** The number of connections that make one request each before the run, and then stay open. */
  readonly idleConnections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly plan: Plan;
  /**
   * The rate of an open loop, whose requests are due at times that are fixed in advance. Without a rate, each
   * connection sends its next request after each response.
   */
  readonly ratePerSecond?: number;
};

export type Plan = {
  readonly requests: readonly string[];
  /**
   * The indices of the requests to send; they are repeated from the start. By default the requests are sent in their
   * own order.
   */
  readonly sequence?: Uint32Array;
  readonly isOnce?: boolean;
};

export type Outcome = {
  readonly responses: number;
  readonly seconds: number;
  readonly errors: number;
  /** The number of responses with status 201 in the whole job, including its warm-up and its end. */
  readonly created: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /**
   * The share of the time in which the generator was working. If it is close to 1, the generator itself was the limit
   * of the measurement.
   */
  readonly busy: number;
};
