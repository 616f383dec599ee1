import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isWellFormedApiKey } from "./api-key-format.js";
import type { Config } from "../config.js";
import type { ChangeFeed } from "../database/change-feed.js";
import { createLocalBus, type WorkerBus } from "../cluster/worker-bus.js";
import type { Principal } from "./principal.js";
import type { FindPrincipal } from "./find-principal.js";

/** What the keys that were checked stand for. */
export type PrincipalCache = {
  /** @returns what the key stands for, whether it has expired or not; undefined for one that is malformed, unknown or revoked. */
  find(key: string): Principal | undefined | Promise<Principal | undefined>;
  /**
   * Has every key looked up anew, by the other workers too. To be awaited after a change here, before it is answered; others'
   * the feed tells of.
   */
  forget(): Promise<void> | undefined;
};

const CHANNEL = "petstore_credentials";
const MOST_KEPT = 10_000;

/**
 * Keeps what was found, by the key itself: whoever reads this process's memory reads the requests that bear it, and hashing
 * it once more is a tenth of the work of an answer that is kept. It keeps it while the feed of changes is current, and forgets
 * all of it with each change. What was looked up while one came is answered but not kept: it may be what was there before.
 */
export const createPrincipalCache = (
  environment: Config["environment"],
  lookUp: FindPrincipal,
  feed: ChangeFeed,
  workerBus: Pick<WorkerBus, "tell" | "subscribe"> = createLocalBus(),
): PrincipalCache => {
  const kept = new LRUCache<string, Principal>({ max: MOST_KEPT });
  let changes = 0;
  const forgetHere = () => {
    changes += 1;
    kept.clear();
  };
  feed.subscribe(CHANNEL, forgetHere);
  workerBus.subscribe(CHANNEL, forgetHere);

  const lookUpAndKeep = async (key: string) => {
    const before = changes;
    const found = await lookUp(hash("sha256", key, "base64"));
    if (found !== undefined && before === changes && feed.isCurrent()) kept.set(key, found);
    return found;
  };
  return {
    find: (key) => {
      const found = feed.isCurrent() ? kept.get(key) : undefined;
      if (found !== undefined) return found;
      // A typing error, or what was never a key, costs no query.
      return isWellFormedApiKey(key, environment) ? lookUpAndKeep(key) : undefined;
    },
    forget: () => {
      forgetHere();
      return workerBus.tell(CHANNEL);
    },
  };
};
