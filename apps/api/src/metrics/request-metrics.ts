/**
 * Upper bounds in seconds. A cached response takes a tenth of the first bound, and a failing response takes at most 40
 * s.
 */
export const DURATION_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

/** `aborted` means that the client disconnected before a response started. */
export const statusClasses = ["aborted", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

const rateLimits = ["key", "account", "address", "static_files"] as const;
type RateLimitName = (typeof rateLimits)[number];

const signInResults = ["succeeded", "failed", "limited"] as const;
export type SignInResult = (typeof signInResults)[number];

/** `buckets` are not cumulative. The last one has no upper bound. */
type Durations = { readonly buckets: Float64Array; sum: number };

/** Plain counters that a scrape reads. Counting a request costs a map lookup and a few additions. */
export type RequestMetrics = {
  inFlight: number;
  /** The durations by operation, and then by the index in `statusClasses`. */
  readonly durations: ReadonlyMap<string, readonly (Durations | undefined)[]>;
  readonly rateLimited: Record<RateLimitName, number>;
  readonly signIns: Record<SignInResult, number>;
  begin(): void;
  /** @param operation - Must come from the contract or be a constant, never from a request. */
  end(operation: string, status: number | undefined, durationMs: number): void;
};

const MS_PER_SECOND = 1_000;

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const bucketOf = (seconds: number): number => {
  let at = 0;
  while (at < DURATION_BUCKETS.length && seconds > (DURATION_BUCKETS[at] as number)) at += 1;
  return at;
};

export const createRequestMetrics = (): RequestMetrics => {
  const durations = new Map<string, (Durations | undefined)[]>();
  const open = (classes: (Durations | undefined)[], at: number): Durations =>
    (classes[at] = { buckets: new Float64Array(DURATION_BUCKETS.length + 1), sum: 0 });
  const addOperation = (operation: string) => {
    const classes: (Durations | undefined)[] = statusClasses.map(() => undefined);
    durations.set(operation, classes);
    return classes;
  };
  const metrics: RequestMetrics = {
    inFlight: 0,
    durations,
    rateLimited: zeros(rateLimits),
    signIns: zeros(signInResults),
    begin: () => void (metrics.inFlight += 1),
    end: (operation, status = 0, durationMs) => {
      metrics.inFlight -= 1;
      const classes = durations.get(operation) ?? addOperation(operation);
      const at = Math.floor(status / 100);
      const found = classes[at] ?? open(classes, at);
      const seconds = durationMs / MS_PER_SECOND;
      const bucket = bucketOf(seconds);
      found.buckets[bucket] = (found.buckets[bucket] as number) + 1;
      found.sum += seconds;
    },
  };
  return metrics;
};
