import type { Flow } from "../fair-queue.js";
import type { RateLimitStore } from "./rate-limit-store.js";

/** If PostgreSQL looks at events for one reader alone, this many of them count as much as a request. */
const EVENTS_PER_POINT = 100;

/**
 * Counts what was read against the limits of a key and its account, in addition to the request that asked for it.
 * @returns How many seconds until the window ends if a limit is exceeded, else 0.
 */
export type ChargeReads = (flow: Flow, events: number) => Promise<number>;

export const createChargeReads =
  (store: Pick<RateLimitStore, "keys" | "accounts"> | undefined): ChargeReads =>
  async ({ key, account }, events) => {
    const points = Math.floor(events / EVENTS_PER_POINT);
    if (points === 0) return 0;
    const results = await Promise.all([store?.keys?.add(key, points), store?.accounts?.add(account, points)]);
    return Math.max(0, ...results.map((result) => (result?.isOver === true ? result.resetSeconds : 0)));
  };
