import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./ask.js";
import { type Acknowledged, nameOutcome, type Seen } from "./careful-writers.js";

/**
 * `page` is always the same page, `newest` is a page that each create changes, and `pet` is a pet that no other client
 * reads.
 */
export type ReadKind = "page" | "newest" | "pet";
export type Read = Seen & { readonly kind: ReadKind };

export type WatchfulReaders = {
  readonly seen: readonly Read[];
  /**
   * Returns the number of pages that lacked a pet whose create had been acknowledged more than a second before, and of
   * pets that were not found.
   */
  stale(): number;
  stop(): Promise<void>;
};

/** The limit that docs/response-cache.md derives. */
const BOUND_MS = 1_000;
const kinds: readonly ReadKind[] = ["page", "newest", "pet"];

type Options = {
  readonly origin: string;
  readonly key: string;
  readonly acknowledged: readonly Acknowledged[];
  readonly pauseMs?: number;
};

/** Starts one reader of each kind. */
export const startWatchfulReaders = ({ origin, key, acknowledged, pauseMs = 25 }: Options): WatchfulReaders => {
  const agent = new Agent({ keepAlive: true, maxSockets: kinds.length });
  const seen: Read[] = [];
  const ending = new AbortController();
  let stale = 0;
  let turn = 0;
  let known = 0;
  let next = 0;
  // Ids increase, so the newest page must show the highest id that was acknowledged in time, or a higher one.
  const highestBefore = (time: number) => {
    for (let one = acknowledged[next]; one !== undefined && one.at < time; one = acknowledged[next]) {
      known = Math.max(known, one.id);
      next += 1;
    }
    return known;
  };
  const pathOf = (kind: ReadKind) => {
    if (kind === "page") return "/v1/pets?limit=20";
    if (kind === "newest") return "/v1/pets?limit=5&sort=-id";
    const pet = acknowledged[(turn += 7) % Math.max(1, acknowledged.length)];
    return pet === undefined ? "/v1/pets?limit=1" : `/v1/pets/${pet.id}`;
  };
  const read = async (kind: ReadKind) => {
    while (!ending.signal.aborted) {
      const sentAt = performance.now();
      const expected = kind === "newest" ? highestBefore(sentAt - BOUND_MS) : 0;
      const outcome = await ask(agent, origin, { method: "GET", path: pathOf(kind), key });
      seen.push({ kind, sentAt, at: performance.now(), outcome: nameOutcome(outcome) });
      // No client deletes pets here.
      if (kind === "pet" && typeof outcome !== "string" && outcome.status === 404) stale += 1;
      if (kind === "newest" && typeof outcome !== "string" && outcome.status === 200) {
        const [first] = JSON.parse(outcome.body) as { id: number }[];
        if ((first?.id ?? 0) < expected) stale += 1;
      }
      await sleep(pauseMs);
    }
  };
  const working = Promise.all(kinds.map(read));
  return {
    seen,
    stale: () => stale,
    stop: async () => {
      ending.abort();
      await working;
      agent.destroy();
    },
  };
};
