/** What the generator is to send, over how many connections, for how long. */
export type Job = {
  readonly port: number;
  readonly connections: number;
  /** Connections that make one request each beforehand and are then left open. */
  readonly idleConnections: number;
  /** Answers of this time are not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly plan: Plan;
};

/** Whole HTTP requests, and their order. */
export type Plan = {
  readonly requests: readonly string[];
  /** Indices into the requests, begun anew at its end; without it they are sent as they stand. */
  readonly sequence?: Uint32Array;
  /** Each is sent once at most: the run ends when they are used up. */
  readonly isOnce?: boolean;
};

export type Outcome = {
  readonly answers: number;
  readonly seconds: number;
  /** Answers that are not 2xx, and connections that failed. */
  readonly errors: number;
  /** 201s of the whole job, those of the warm-up and of the end included. */
  readonly created: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The part of the time that the generator had something to do: near 1, and it is what was measured. */
  readonly busy: number;
};
