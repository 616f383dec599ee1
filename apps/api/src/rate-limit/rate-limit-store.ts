import type { Logger } from "pino";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Config } from "../config.js";
import { type Counter, type CounterOptions, openMemoryCounter } from "./memory-counter.js";
import { type RateLimitResult, WINDOW_SECONDS } from "./rate-limit-result.js";

export type RateLimitStanding = {
  /** The limit that is over, or has fewer requests left. */
  readonly limitOf: "key" | "account";
  readonly result: RateLimitResult;
  readonly other: RateLimitResult | undefined;
};

export type RateLimitStore = {
  add(flow: Flow): RateLimitStanding | Promise<RateLimitStanding>;
  close(): void;
};

type Adder = Pick<Counter, "add">;

const andThen = <Value, Result>(value: Value | Promise<Value>, use: (value: Value) => Result | Promise<Result>) =>
  value instanceof Promise ? value.then((resolved) => use(resolved)) : use(value);

/** A request over its key's limit does not count against the account, whose other keys would pay for it. */
const createAdd =
  (keys: Adder | undefined, accounts: Adder | undefined): RateLimitStore["add"] =>
  ({ key, account }) => {
    if (keys === undefined) {
      return andThen((accounts as Adder).add(account), (result) => ({ limitOf: "account", result, other: undefined }));
    }
    return andThen(keys.add(key), (ofKey): RateLimitStanding | Promise<RateLimitStanding> => {
      if (ofKey.isOver || accounts === undefined) return { limitOf: "key", result: ofKey, other: undefined };
      return andThen(accounts.add(account), (ofAll): RateLimitStanding => {
        const isAccountNearer = ofAll.isOver || ofAll.remaining < ofKey.remaining;
        return isAccountNearer
          ? { limitOf: "account", result: ofAll, other: ofKey }
          : { limitOf: "key", result: ofKey, other: ofAll };
      });
    });
  };

/** @returns undefined if no limit is set. */
export const openRateLimitStore = async (
  { rateLimit, accountRateLimit, redisUrl }: Pick<Config, "rateLimit" | "accountRateLimit" | "redisUrl">,
  log: Logger,
  openCounter: (options: CounterOptions) => Counter = openMemoryCounter,
): Promise<RateLimitStore | undefined> => {
  if (rateLimit === 0 && accountRateLimit === 0) return undefined;
  // Loaded on demand: the Redis client takes 20 MB of memory.
  const redis =
    redisUrl === undefined ? undefined : await (await import("./redis-counter.js")).openRedisCounters(redisUrl, log);
  const open = (name: string, points: number): Adder | undefined => {
    if (points === 0) return undefined;
    const options = { name, points, seconds: WINDOW_SECONDS };
    const local = openCounter(options);
    return redis === undefined ? local : redis.open(options, local);
  };
  return {
    add: createAdd(open("requests", rateLimit), open("accounts", accountRateLimit)),
    close: () => redis?.close(),
  };
};
