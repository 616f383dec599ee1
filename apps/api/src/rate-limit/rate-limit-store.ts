import type { Logger } from "pino";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Config } from "../config.js";
import { type Counter, type CounterOptions, openMemoryCounter } from "./memory-counter.js";
import { type RateLimitResult, WINDOW_SECONDS } from "./rate-limit-result.js";

/** How a request was counted against the limits of its key and of its account. */
export type RateLimitStanding = {
  /** Which of them is nearer, or over. */
  readonly limitOf: "key" | "account";
  readonly count: RateLimitResult;
  /** The other one, if there is one. */
  readonly other: RateLimitResult | undefined;
};

/** Counts the requests of each API key, and of all keys of an account together. */
export type RateLimitStore = {
  add(principal: Flow): RateLimitStanding | Promise<RateLimitStanding>;
  close(): void;
};

type Adder = Pick<Counter, "add">;

const andThen = <Value, Result>(value: Value | Promise<Value>, use: (value: Value) => Result | Promise<Result>) =>
  value instanceof Promise ? value.then((resolved) => use(resolved)) : use(value);

/** A request over the limit of its key does not count against the account: the other keys need not pay for it. */
const createAdd =
  (keys: Adder | undefined, accounts: Adder | undefined): RateLimitStore["add"] =>
  ({ key, account }) => {
    if (keys === undefined) {
      return andThen((accounts as Adder).add(account), (count) => ({ limitOf: "account", count, other: undefined }));
    }
    return andThen(keys.add(key), (ofKey): RateLimitStanding | Promise<RateLimitStanding> => {
      if (ofKey.isOver || accounts === undefined) return { limitOf: "key", count: ofKey, other: undefined };
      return andThen(accounts.add(account), (ofAll): RateLimitStanding => {
        const isAccountNearer = ofAll.isOver || ofAll.remaining < ofKey.remaining;
        return isAccountNearer
          ? { limitOf: "account", count: ofAll, other: ofKey }
          : { limitOf: "key", count: ofKey, other: ofAll };
      });
    });
  };

/**
 * Counts in the Redis that `REDIS_URL` names, else in this process. A key takes memory while its window lasts.
 * @param openCounter - Opens what counts without Redis, and while Redis is away: the workers of a service share theirs.
 * @returns undefined if no limit is set.
 */
export const openRateLimitStore = async (
  { rateLimit, accountRateLimit, redisUrl }: Pick<Config, "rateLimit" | "accountRateLimit" | "redisUrl">,
  log: Logger,
  openCounter: (options: CounterOptions) => Counter = openMemoryCounter,
): Promise<RateLimitStore | undefined> => {
  if (rateLimit === 0 && accountRateLimit === 0) return undefined;
  // Loaded on demand: most services run without Redis, and its client takes 20 MB of memory.
  const redis =
    redisUrl === undefined ? undefined : await (await import("./redis-counter.js")).openRedisCounters(redisUrl, log);
  const open = (name: string, points: number): Adder | undefined => {
    if (points === 0) return undefined;
    const options = { name, points, seconds: WINDOW_SECONDS };
    const here = openCounter(options);
    return redis === undefined ? here : redis.open(options, here);
  };
  return {
    add: createAdd(open("requests", rateLimit), open("accounts", accountRateLimit)),
    close: () => redis?.close(),
  };
};
