const MAX_RETRY_SECONDS = 30;
const LONGEST_INTERVAL_MS = 1_000;
const WEIGHT = 0.1;

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
     * For `Retry-After` (RFC 9110 §10.2.3), 1 to 30 seconds. Random: clients refused together should not return
     * together.
     */
    retrySeconds: (ahead: number): number => {
      const seconds = (ahead * meanIntervalMs * (1 + random())) / 1_000;
      return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
    },
  };
};
