import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoreTemplate } from "../store/store.js";
import { ask, type Outcome } from "./ask.js";
import { createLedger, type Ledger } from "./ledger.js";
import type { Operation, Scope } from "./operation.js";
import { createOperations } from "./operations.js";

/** A request and its outcome. The times come from `performance.now()`. */
export type Attempt = {
  readonly operation: Operation;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: Outcome;
};

export const isSuccess = ({ operation, outcome }: Attempt): boolean =>
  typeof outcome === "object" && outcome.status === operation.success;

const PAUSE_MS = 90;

export type Traffic = {
  readonly operations: readonly Operation[];
  readonly attempts: readonly Attempt[];
  readonly ledger: Ledger;
  /** The requests with an Idempotency-Key that never got a 201. */
  readonly unanswered: readonly string[];
  start(): void;
  stop(): Promise<void>;
};

type Target = Pick<StoreTemplate, "key" | "seed"> & { readonly origin: string };

export const createTraffic = ({ origin, key, seed }: Target): Traffic => {
  const attempts: Attempt[] = [];
  const unanswered: string[] = [];
  let sequence = 0;
  const scope: Scope = { key, seed, ledger: createLedger(), next: () => sequence++, unanswered, keyIds: [] };
  const operations = createOperations();
  let stopping = new AbortController();
  let running: Promise<void>[] = [];

  const run = async (operation: Operation, { signal }: AbortController) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!signal.aborted) {
      const asking = operation.make(scope);
      if (asking !== undefined) {
        const startedAt = performance.now();
        const outcome = await ask(agent, origin, asking);
        attempts.push({ operation, startedAt, endedAt: performance.now(), outcome });
        operation.settle?.(scope, asking, outcome);
      }
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };
  return {
    operations,
    attempts,
    ledger: scope.ledger,
    unanswered,
    start: () => {
      stopping = new AbortController();
      running = operations.flatMap((operation) =>
        Array.from({ length: operation.connections }, () => run(operation, stopping)),
      );
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
