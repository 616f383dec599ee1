const MAX_RETRY_SECONDS = 30;
const LONGEST_INTERVAL_MS = 1_000;
/** Of the latest interval in the moving average. */
const WEIGHT = 0.1;

/** Estimates the wait in a queue from the pace of the last starts. */
export const estimateWait = (now: () => number = () => performance.now(), random: () => number = Math.random) => {
  let meanIntervalMs = 0;
  let lastStartAt = now();
  return {
    countStart: () => {
      const startAt = now();
      meanIntervalMs += WEIGHT * (Math.min(startAt - lastStartAt, LONGEST_INTERVAL_MS) - meanIntervalMs);
      lastStartAt = startAt;
    },
    /**
     * For `Retry-After` (RFC 9110 §10.2.3): as long as `ahead` requests take to start, and up to twice as long at random: clients
     * that are refused together should not return together.
     * @returns Whole seconds, 1 to 30.
     */
    retrySeconds: (ahead: number): number => {
      const seconds = (ahead * meanIntervalMs * (1 + random())) / 1_000;
      return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
    },
  };
};
