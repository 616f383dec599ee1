import type { Flow } from "../fair-queue.js";
import type { RateLimitStore } from "./rate-limit-store.js";

/** If PostgreSQL reads events for only one reader, this many of them count as one request. */
const EVENTS_PER_POINT = 100;

/**
 * Counts the events that were read against the limits of a key and its account, in addition to the request that asked
 * for them.
 * @returns The number of seconds until the window ends if a limit is exceeded, and otherwise 0.
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
