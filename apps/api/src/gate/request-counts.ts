import type { Logger } from "pino";
// Not the package's front door: that loads the limiters of every store it knows, and 9 MB of memory with them.
import RateLimiterMemory from "rate-limiter-flexible/lib/RateLimiterMemory.js";
import type { Config } from "../config.js";
import { countRequest, type RequestCount, WINDOW_SECONDS } from "./request-count.js";

/** Counts the requests of each API key. */
export type RequestCounts = {
  add(key: string): Promise<RequestCount>;
  close(): void;
};

/**
 * Counts in this process, or with all replicas in the Redis that `REDIS_URL` names. A key takes memory while its window lasts.
 * @returns undefined where no limit is set.
 */
export const openRequestCounts = async (
  { rateLimit, redisUrl }: Pick<Config, "rateLimit" | "redisUrl">,
  log: Logger,
): Promise<RequestCounts | undefined> => {
  if (rateLimit === 0) return undefined;
  const local = new RateLimiterMemory({ points: rateLimit, duration: WINDOW_SECONDS });
  if (redisUrl === undefined) return { add: (key) => countRequest(local, key), close: () => {} };
  // Loaded where it is needed: most services run without Redis, and its client takes 20 MB of memory.
  const { openRedisCounts } = await import("./redis-counts.js");
  return openRedisCounts(redisUrl, local, log);
};
