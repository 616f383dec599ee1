import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isWellFormedApiKey } from "./api-key-format.js";
import type { Config } from "../config/config.js";
import type { ChangeFeed } from "../database/change-feed.js";
import { createLocalBus, type WorkerBus } from "../concurrency/worker-bus.js";
import type { Principal } from "../operation/principal.js";
import type { FindPrincipal } from "./find-principal.js";

export type PrincipalCache = {
  find(key: string): Principal | undefined | Promise<Principal | undefined>;
  /**
   * Call it after a local commit and await it before the response. Changes of other replicas arrive through the feed.
   */
  forget(): Promise<void> | undefined;
  /** Calls the listener after each change that may have changed a principal. */
  subscribe(onChange: () => void): void;
};

const CHANNEL = "petstore_credentials";
const MAX_ENTRIES = 10_000;

// The cache is indexed by the plain key. Hashing would cost a tenth of a cached response, and the memory contains the
// keys of requests anyway.
export const createPrincipalCache = (
  environment: Config["environment"],
  lookUp: FindPrincipal,
  feed: ChangeFeed,
  workerBus: Pick<WorkerBus, "publish" | "subscribe"> = createLocalBus(),
): PrincipalCache => {
  const principals = new LRUCache<string, Principal>({ max: MAX_ENTRIES });
  const listeners: (() => void)[] = [];
  let changes = 0;
  const forgetHere = () => {
    changes += 1;
    principals.clear();
    for (const onChange of listeners) onChange();
  };
  feed.subscribe(CHANNEL, forgetHere);
  workerBus.subscribe(CHANNEL, forgetHere);

  const lookUpAndCache = async (key: string) => {
    const before = changes;
    const found = await lookUp(hash("sha256", key, "base64"));
    if (found !== undefined && before === changes && feed.isCurrent()) principals.set(key, found);
    return found;
  };
  return {
    find: (key) => {
      const found = feed.isCurrent() ? principals.get(key) : undefined;
      if (found !== undefined) return found;
      return isWellFormedApiKey(key, environment) ? lookUpAndCache(key) : undefined;
    },
    forget: () => {
      forgetHere();
      return workerBus.publish(CHANNEL);
    },
    subscribe: (onChange) => void listeners.push(onChange),
  };
};
