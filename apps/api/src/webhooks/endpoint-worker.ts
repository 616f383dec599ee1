import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { createStepRunner } from "./do-step.js";
import { type Endpoint, reloaded, type StoredEndpoint } from "./endpoint.js";
import { nextStep } from "./next-step.js";
import type { Outcome } from "./step.js";

export type EndpointWorker = {
  endpoint(): Endpoint;
  reload(stored: StoredEndpoint): void;
  /** Serves the endpoint until nothing is left to do. A call in the meantime makes the worker look again. */
  wake(): void;
  /** Prevents any further step. */
  drop(): void;
  /** Waits for the step in progress. */
  idle(): Promise<void>;
};

type WorkerDeps = {
  readonly doStep: ReturnType<typeof createStepRunner>["doStep"];
  readonly clock: () => Date;
  readonly log: Logger;
  /** Whether this process sends. */
  readonly maySend: () => boolean;
  readonly stopping: AbortSignal;
  /** The pause between two requests to an endpoint. */
  readonly gapMs: number;
};

/** Serves one endpoint: it does what the next step says, one step at a time. */
export const createEndpointWorker = (
  { doStep, clock, log, maySend, stopping, gapMs }: WorkerDeps,
  stored: StoredEndpoint,
): EndpointWorker => {
  let endpoint = reloaded(undefined, stored, false);
  let work: Promise<void> | undefined;
  let isWanted = false;
  let isDropped = false;
  let sentAt = -Infinity;
  const mayGoOn = () => maySend() && !stopping.aborted && !isDropped && !endpoint.isStale;

  const pause = async () => {
    const wait = sentAt + gapMs - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: stopping }).catch(() => {});
  };

  const serve = async () => {
    if (!mayGoOn()) return;
    let outcome: Outcome = { of: "wait" };
    let { revision } = endpoint;
    for (;;) {
      const next = nextStep(endpoint, outcome, { revision, now: clock() });
      ({ endpoint } = next);
      ({ revision } = endpoint);
      const { step } = next;
      if (step.do === "wait") return;
      if (step.do === "send") await pause();
      // An attempt that was made is always recorded, even if the worker must stop.
      if (step.do !== "note attempt" && !mayGoOn()) return;
      const isChanged = endpoint.revision !== revision;
      if (step.do === "send" && !isChanged) sentAt = performance.now();
      outcome = isChanged ? { of: "wait" } : await doStep(endpoint, step);
    }
  };

  return {
    endpoint: () => endpoint,
    reload: (row) => {
      endpoint = reloaded(endpoint, row, work !== undefined);
    },
    wake: () => {
      isWanted = true;
      work ??= (async () => {
        try {
          while (isWanted) {
            isWanted = false;
            await serve();
          }
        } catch (error) {
          endpoint = { ...endpoint, isStale: true };
          log.debug(
            { err: error, endpointId: endpoint.id },
            "A webhook could not be sent or recorded; the service will try again.",
          );
        } finally {
          work = undefined;
        }
      })();
    },
    drop: () => {
      isDropped = true;
    },
    idle: async () => work,
  };
};
