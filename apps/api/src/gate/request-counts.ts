import type { Logger } from "pino";
import type { Config } from "../config.js";
import { alone, type Peers } from "../peers.js";
import type { Counter } from "./counter.js";
import { WINDOW_SECONDS } from "./request-count.js";

/** Counts the requests of each API key. */
export type RequestCounts = Pick<Counter, "add"> & {
  close(): void;
};

/**
 * Counts with the other workers of this service, or with all replicas in the Redis that `REDIS_URL` names. A key takes memory
 * while its window lasts.
 * @returns undefined where no limit is set.
 */
export const openRequestCounts = async (
  { rateLimit, redisUrl }: Pick<Config, "rateLimit" | "redisUrl">,
  log: Logger,
  peers: Pick<Peers, "openCounter"> = alone(),
): Promise<RequestCounts | undefined> => {
  if (rateLimit === 0) return undefined;
  const here = peers.openCounter({ name: "requests", points: rateLimit, seconds: WINDOW_SECONDS });
  if (redisUrl === undefined) return { add: (key) => here.add(key), close: () => {} };
  // Loaded where it is needed: most services run without Redis, and its client takes 20 MB of memory.
  const { openRedisCounts } = await import("./redis-counts.js");
  return openRedisCounts(redisUrl, rateLimit, here, log);
};
