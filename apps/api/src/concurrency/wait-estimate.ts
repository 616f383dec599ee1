const MAX_RETRY_SECONDS = 30;
const LONGEST_INTERVAL_MS = 1_000;
/** The weight of the latest of the intervals in their moving average. */
const WEIGHT = 0.1;

/** Estimates from the pace at which requests leave a queue how long those that wait in it will take. */
export const estimateWait = (now: () => number = () => performance.now(), random: () => number = Math.random) => {
  let meanIntervalMs = 0;
  let lastLeftAt = now();
  return {
    countLeft: () => {
      const leftAt = now();
      meanIntervalMs += WEIGHT * (Math.min(leftAt - lastLeftAt, LONGEST_INTERVAL_MS) - meanIntervalMs);
      lastLeftAt = leftAt;
    },
    /**
     * For `Retry-After` (RFC 9110 §10.2.3): as long as `ahead` requests take to leave, and up to twice as long by chance, so
     * that clients refused at once do not come back at once.
     * @returns Whole seconds, 1 to 30.
     */
    retrySeconds: (ahead: number): number => {
      const seconds = (ahead * meanIntervalMs * (1 + random())) / 1_000;
      return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
    },
  };
};
