import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Outcome } from "./ask.js";
import type { Ledger } from "./ledger.js";

/** The response that a client saw, and its time by `performance.now()`. */
export type Seen = { readonly sentAt: number; readonly at: number; readonly outcome: string };

export type Acknowledged = { readonly id: number; readonly at: number };

export type CarefulWriters = {
  readonly seen: readonly Seen[];
  readonly acknowledged: readonly Acknowledged[];
  /**
   * Resolves when the last create of each writer has been acknowledged.
   * @returns The number of creates that were not acknowledged in time.
   */
  stop(withinMs: number): Promise<number>;
};

type Options = {
  readonly origin: string;
  readonly key: string;
  readonly writers: number;
  readonly categoryId: number;
  readonly ledger: Ledger;
  readonly pauseMs?: number;
};

const MAX_PAUSE_MS = 1_000;
const PAUSE_MS = 250;

export const nameOutcome = (outcome: Outcome): string =>
  typeof outcome === "string" ? outcome : String(outcome.status);

const pauseAfter = (outcome: Outcome) => {
  const seconds = typeof outcome === "string" ? Number.NaN : Number(outcome.headers["retry-after"]);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, MAX_PAUSE_MS) : PAUSE_MS;
};

/**
 * Starts writers. Each creates pets with unique names, one after the other, and repeats each create with its
 * Idempotency-Key until it gets a 201.
 */
export const startCarefulWriters = (options: Options): CarefulWriters => {
  const { origin, key, writers, categoryId, ledger, pauseMs = 20 } = options;
  const run = randomUUID().slice(0, 8);
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const seen: Seen[] = [];
  const acknowledged: Acknowledged[] = [];
  const ending = new AbortController();
  let giveUpAt = Infinity;
  let number = 0;
  const create = async (): Promise<boolean> => {
    const name = `careful ${run} ${(number += 1)}`;
    ledger.attempted.add(name);
    const idempotencyKey = `"${run}-${number}"`;
    while (performance.now() < giveUpAt) {
      const sentAt = performance.now();
      const body = { name, categoryId };
      const outcome = await ask(agent, origin, { method: "POST", path: "/v1/pets", key, body, idempotencyKey });
      const at = performance.now();
      seen.push({ sentAt, at, outcome: nameOutcome(outcome) });
      if (typeof outcome !== "string" && outcome.status === 201) {
        ledger.created.add(name);
        acknowledged.push({ id: (JSON.parse(outcome.body) as { id: number }).id, at });
        return true;
      }
      await sleep(pauseAfter(outcome));
    }
    return false;
  };
  const write = async () => {
    while (!ending.signal.aborted) {
      if (!(await create())) return true;
      await sleep(pauseMs);
    }
    return false;
  };
  const working = Promise.all(Array.from({ length: writers }, write));
  return {
    seen,
    acknowledged,
    stop: async (withinMs) => {
      ending.abort();
      giveUpAt = performance.now() + withinMs;
      const isOpen = await working;
      agent.destroy();
      return isOpen.filter(Boolean).length;
    },
  };
};
