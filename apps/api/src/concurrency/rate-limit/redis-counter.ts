import { Redis } from "ioredis";
import type { Logger } from "pino";
// The main entry would load the limiters of every store, which take 9 MB of memory.
import RateLimiterRedis from "rate-limiter-flexible/lib/RateLimiterRedis.js";
import { addShared, type Counter, type CounterOptions, createPresence } from "./counter.js";

const CONNECT_TIMEOUT_MS = 1_000;
const COMMAND_TIMEOUT_MS = 500;
const RETRY_DELAY_MS = 1_000;

/** No command is queued while there is no connection, so that the local counter takes over at once. */
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

/**
 * Returns the code or message of an error. The whole error would contain the failed command, and AUTH contains the
 * password.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "the connection was closed";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
};

/** Asks whether Redis answers. @returns the reason why it cannot be used; undefined if it can */
export const pingRedis = async (url: string): Promise<string | undefined> => {
  const client = createClient(url);
  let lastError: unknown;
  client.on("error", (error) => (lastError = error));
  try {
    await client.connect();
    await client.ping();
    return undefined;
  } catch (error) {
    return reasonOf(lastError ?? error);
  } finally {
    client.disconnect();
  }
};

export type RedisCounters = {
  /** Tells whether the replicas count together, which is so if the last command to Redis succeeded. */
  isUsed(): boolean;
  open(options: CounterOptions, local: Pick<Counter, "add">): Pick<Counter, "add">;
  close(): void;
};

export const openRedisCounters = async (url: string, log: Logger): Promise<RedisCounters> => {
  const client = createClient(url);
  const presence = createPresence(
    (error) =>
      log.warn(
        { reason: reasonOf(error) },
        "Redis cannot be used; until it is back, this replica counts requests on its own.",
      ),
    () => log.info("Redis is back; the replicas count requests together again."),
  );
  const isReady = () => client.status === "ready";
  const noteAway = (error: unknown) => {
    presence.noteAway(error);
    if (isReady()) client.disconnect(true);
  };
  let lastError: unknown;
  client.on("error", (error) => (lastError = error));
  const noteClosed = () => {
    noteAway(lastError);
    lastError = undefined;
  };
  client.on("close", noteClosed);
  await client.connect().catch(noteAway);
  return {
    isUsed: () => isReady() && !presence.isAway(),
    open: ({ name, points, seconds }, local) => {
      const keyPrefix = `petstore:${name}`;
      const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix, points, duration: seconds });
      const shared = {
        points,
        seconds,
        penalty: (key: string, more: number) => limiter.penalty(key, more),
        reward: (key: string, less: number) => limiter.reward(key, less),
      };
      return { add: addShared(shared, local, isReady, { ...presence, noteAway }) };
    },
    close: () => {
      client.off("close", noteClosed);
      client.disconnect();
    },
  };
};
