import { Redis } from "ioredis";
import type { Logger } from "pino";
// Not the main entry, which loads the limiters of every store and 9 MB of memory.
import RateLimiterRedis from "rate-limiter-flexible/lib/RateLimiterRedis.js";
import { type Counter, type CounterOptions, countRequest, type Limiter } from "./counter.js";

const CONNECT_TIMEOUT_MS = 1_000;
const COMMAND_TIMEOUT_MS = 500;
const RETRY_DELAY_MS = 1_000;

/** No command waits for a connection: the local counter takes over at once. */
const createClient = (url: string): Redis =>
  new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: 0,
    retryStrategy: () => RETRY_DELAY_MS,
  });

/** Errors of the client contain the failed command, and AUTH contains the password. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "the connection was closed";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
};

const createPresence = (log: Logger) => {
  let isAway = false;
  return {
    noteAway: (error: unknown) => {
      if (isAway) return;
      isAway = true;
      log.warn(
        { reason: reasonOf(error) },
        "Redis cannot be used: until it can, this replica counts requests for itself.",
      );
    },
    noteBack: () => {
      if (!isAway) return;
      isAway = false;
      log.info("Redis is back: the replicas count requests together again.");
    },
  };
};

export type RedisCounters = {
  open(options: CounterOptions, local: Pick<Counter, "add">): Pick<Counter, "add">;
  close(): void;
};

export const openRedisCounters = async (url: string, log: Logger): Promise<RedisCounters> => {
  const client = createClient(url);
  const { noteAway, noteBack } = createPresence(log);
  let lastError: unknown;
  client.on("error", (error) => (lastError = error));
  const noteClosed = () => {
    noteAway(lastError);
    lastError = undefined;
  };
  client.on("close", noteClosed);
  await client.connect().catch(noteAway);
  return {
    open: ({ name, points, seconds }, local) => {
      const keyPrefix = `petstore:${name}`;
      const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix, points, duration: seconds });
      const shared: Limiter = {
        points,
        seconds,
        penalty: (key) => limiter.penalty(key),
        reward: (key) => limiter.reward(key),
      };
      return {
        add: async (key) => {
          if (client.status !== "ready") return local.add(key);
          try {
            const count = await countRequest(shared, key);
            noteBack();
            return count;
          } catch (error) {
            noteAway(error);
            if (client.status === "ready") client.disconnect(true);
            return local.add(key);
          }
        },
      };
    },
    close: () => {
      client.off("close", noteClosed);
      client.disconnect();
    },
  };
};
