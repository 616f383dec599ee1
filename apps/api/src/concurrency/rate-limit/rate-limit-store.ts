import type { Logger } from "pino";
import type { Config } from "../../config/config.js";
import { type Counter, type CounterOptions, openMemoryCounter, WINDOW_SECONDS } from "./counter.js";

/** The counters of the rate limits. If a counter is undefined, its limit is switched off. */
export type RateLimitStore = {
  readonly keys: Adder | undefined;
  readonly accounts: Adder | undefined;
  /** Tells whether the counts are kept in Redis; undefined without REDIS_URL. */
  readonly isRedisUsed: (() => boolean) | undefined;
  close(): void;
};

type Adder = Pick<Counter, "add">;

export const openRateLimitStore = async (
  { rateLimit, accountRateLimit, redisUrl }: Pick<Config, "rateLimit" | "accountRateLimit" | "redisUrl">,
  log: Logger,
  openCounter: (options: CounterOptions) => Counter = openMemoryCounter,
): Promise<RateLimitStore | undefined> => {
  if (rateLimit === 0 && accountRateLimit === 0) return undefined;
  // The Redis client is loaded on demand, because it takes 20 MB of memory.
  const redis =
    redisUrl === undefined ? undefined : await (await import("./redis-counter.js")).openRedisCounters(redisUrl, log);
  const open = (name: string, points: number): Adder | undefined => {
    if (points === 0) return undefined;
    const options = { name, points, seconds: WINDOW_SECONDS };
    const local = openCounter(options);
    return redis === undefined ? local : redis.open(options, local);
  };
  return {
    keys: open("requests", rateLimit),
    accounts: open("accounts", accountRateLimit),
    isRedisUsed: redis && (() => redis.isUsed()),
    close: () => redis?.close(),
  };
};
