import { setTimeout as delay } from "node:timers/promises";
import { systemFlow } from "../concurrency/lanes.js";
import { startPeriodicTask } from "../concurrency/periodic-task.js";
import { type Query, queryOfPool } from "../database/query.js";
import type { EventFeed, Place } from "../events/event-feed.js";
import type { JobSteps } from "../operation/job-steps.js";
import { ATTEMPT_MS } from "./attempt.js";
import { createStepRunner, type StepDeps } from "./do-step.js";
import { createEndpointWorker } from "./endpoint-worker.js";
import { behindOf, createWorkers } from "./endpoint-workers.js";
import { createLease, type LeasePlace } from "./lease.js";
import { countByStatus, loadEndpoints } from "./load-endpoints.js";
import type { InLane } from "./step.js";

type WebhookStats = {
  /**
   * The number of endpoints by status. Endpoints that a client disabled are `off`. It is empty in a process that does
   * not send.
   */
  readonly endpoints: Readonly<Record<string, number>>;
  readonly deliveries: Readonly<Record<"delivered" | "failed", number>>;
  /** How many events the slowest endpoint is behind the feed. */
  readonly behind: number;
};

export type Webhooks = {
  /** Looks immediately for something to send. */
  run(): Promise<void>;
  stats(): WebhookStats;
  /** Ends the requests in flight, waits for them, and lets another process take over. */
  close(): Promise<void>;
};

/** The intervals and time limits of the sender. Tests use shorter ones. */
export type WebhookPace = Readonly<Record<"tickMs" | "gapMs" | "graceMs" | "attemptMs", number>>;

/**
 * The sender renews the lease and reads the endpoints with each tick. An endpoint gets at most 20 requests a second.
 * When the service stops, requests in flight get some time to end.
 */
const usualPace: WebhookPace = { tickMs: 2_000, gapMs: 50, graceMs: 5_000, attemptMs: ATTEMPT_MS };

const LOOK_PAUSE_MS = 30;

type Deps = StepDeps & {
  readonly eventFeed: Pick<EventFeed, "changed" | "isStopped">;
  readonly jobSteps: Pick<JobSteps, "countWaiting" | "noteWaiting">;
  /** Undefined in tests of a store that is never copied. */
  readonly storePlace?: LeasePlace | undefined;
};

const flow = systemFlow("webhooks");

type WatchDeps = Pick<Deps, "eventFeed" | "log"> & {
  readonly mayWatch: () => boolean;
  readonly wakeAll: () => void;
  readonly stopping: AbortSignal;
  readonly tickMs: number;
};

/** Wakes the workers whenever the feed has new events. */
const createWatch = ({ eventFeed, log, mayWatch, wakeAll, stopping, tickMs }: WatchDeps) => {
  let end: Place | undefined;
  let watching: Promise<void> | undefined;
  const watch = async () => {
    while (mayWatch() && !eventFeed.isStopped()) {
      end = await eventFeed.open("now");
      wakeAll();
      await eventFeed.changed(end, stopping, tickMs);
      await delay(LOOK_PAUSE_MS, undefined, { signal: stopping }).catch(() => {});
    }
  };
  return {
    end: () => end,
    idle: async () => watching,
    start: () => {
      watching ??= watch()
        .catch((error: unknown) =>
          log.debug({ err: error }, "The webhooks could not read the feed; the service will try again."),
        )
        .finally(() => {
          watching = undefined;
        });
    },
  };
};

/** Sends events to endpoints. Only one process sends at a time. */
export const createWebhooks = (deps: Deps, pace: WebhookPace = usualPace): Webhooks => {
  const { log, clock, eventFeed, jobSteps } = deps;
  const { tickMs, gapMs, graceMs, attemptMs } = pace;
  const inLane: InLane = (work) => deps.lanes.control.run(flow, work);
  const atOnce = queryOfPool(deps.database.pool);
  const query: Query = (...given) => inLane(() => atOnce(...given));
  const lease = createLease(query, deps.storePlace);
  const stopping = new AbortController();
  const cutting = new AbortController();
  const signals = { stopping: stopping.signal, cutting: cutting.signal };
  const { doStep, deliveries } = createStepRunner(deps, { inLane, query, lease, ...signals, attemptMs });
  const forWorkers = { doStep, clock, log, maySend: () => lease.isHeld(), stopping: stopping.signal, gapMs };
  const workers = createWorkers((stored) => createEndpointWorker(forWorkers, stored));
  const wakeAll = () => workers.all().forEach((worker) => worker.wake());
  const mayWatch = () => lease.isHeld() && !stopping.signal.aborted && workers.all().length > 0;
  const watch = createWatch({ eventFeed, log, mayWatch, wakeAll, stopping: stopping.signal, tickMs });
  let endpoints: Readonly<Record<string, number>> = {};

  const tick = async () => {
    if (!(await lease.renew())) {
      workers.keep([]);
      endpoints = {};
      jobSteps.noteWaiting("webhook", 0);
      return;
    }
    const stored = await loadEndpoints(query);
    endpoints = countByStatus(stored);
    workers.keep(stored);
    await jobSteps.countWaiting("webhook");
    wakeAll();
    watch.start();
  };
  const task = startPeriodicTask("webhooks", tickMs, async (signal) => {
    if (signal.aborted) return;
    await tick().catch((error: unknown) =>
      log.debug({ err: error }, "The webhooks could not be read; the service will try again."),
    );
  });

  return {
    run: () => task.run(),
    stats: () => ({
      endpoints,
      deliveries,
      behind: Math.max(0, ...workers.all().map((worker) => behindOf(worker, watch.end()))),
    }),
    close: async () => {
      stopping.abort();
      await task.close();
      const grace = setTimeout(() => cutting.abort(), graceMs);
      await Promise.all(workers.all().map((worker) => worker.idle()));
      clearTimeout(grace);
      await watch.idle();
      await lease
        .release()
        .catch((error: unknown) =>
          log.debug({ err: error }, "The lease of webhooks could not be released; it expires by itself."),
        );
    },
  };
};
