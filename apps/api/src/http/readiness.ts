import { type PeriodicTask, startPeriodicTask } from "../concurrency/periodic-task.js";
import { type Lanes, systemFlow } from "../concurrency/lanes.js";
import type { Logger } from "pino";
import { createClockWarning } from "../database/clock-skew.js";
import type { WatchedChangeFeed } from "../database/change-feed.js";
import { hasCode } from "../database/errors.js";
import type { Database } from "../database/open-database.js";
import { askTime, isBusy, ping } from "../database/pool.js";
import { ReadPool } from "../database/read-pool.js";
import { AppError, notReady } from "../errors.js";

const READINESS_TIMEOUT_MS = 2_000;
const WATCH_INTERVAL_MS = 5_000;
const MS_PER_SECOND = 1_000;

const readiness = systemFlow("readiness");

type ReadinessDeps = {
  readonly changeFeed: WatchedChangeFeed;
  readonly database: Database;
  readonly lanes: Lanes;
  readonly log: Logger;
  readonly life: { readonly state: "starting" | "ready" | "stopping" };
};

const TOO_MANY_CONNECTIONS = "53300";

const explain = (error: unknown, what: string): string => {
  if (error instanceof AppError) return "the control lane has no room";
  return hasCode(error, TOO_MANY_CONNECTIONS)
    ? `the database has no connection left for ${what}`
    : "the database cannot be reached";
};

/**
 * Checks each pool, because one may have no connection while another works. The probe uses no lane, because it would
 * have to wait for a slot. It takes an idle connection or opens the first one. If all connections are busy, that itself
 * shows that the database answers. Concurrent probes share the queries. The pool's watchdog closes a connection that
 * gives no answer.
 */
const createProbe = ({ database, lanes }: ReadinessDeps, noteClockSkew: (seconds: number) => void) => {
  const reads = database.reads.pool instanceof ReadPool ? database.reads.pool.primary : database.reads.pool;
  const ask = (what: string, query: () => Promise<unknown>) =>
    query().catch((error: unknown) => {
      throw new Error(explain(error, what), { cause: error });
    });
  let probe: Promise<unknown> | undefined;
  const start = () =>
    Promise.all([
      ask("changes", () =>
        lanes.control.run(readiness, async () => {
          const askedAt = Date.now();
          const there = await askTime(database.pool);
          noteClockSkew((there.getTime() - (askedAt + Date.now()) / 2) / MS_PER_SECOND);
        }),
      ),
      ask("reads", async () => isBusy(reads) || ping(reads)),
    ]).finally(() => (probe = undefined));
  return () => (probe ??= start());
};

const withinReadinessTimeout = async (work: Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    const problem = `the database gives no answer within ${READINESS_TIMEOUT_MS / MS_PER_SECOND} seconds`;
    timer = setTimeout(() => reject(new Error(problem)), READINESS_TIMEOUT_MS);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

const states = { starting: "the service is starting", stopping: "the service is stopping" } as const;

export type Readiness = {
  /**
   * @throws AppError 503 that names each problem. A lost change feed alone is not a problem, because the service then
   * works without its caches.
   */
  check(): Promise<void>;
  /** Checks every five seconds, for the metrics and the warning of a wrong clock, until it is closed. */
  watch(): void;
  close(): Promise<void>;
  /** `isReady` is the result of the last check. A service that is starting or stopping is not ready. */
  stats(): { readonly isReady: boolean; readonly isDatabaseUsable: boolean; readonly clockSkewSeconds: number };
};

export const createReadiness = (deps: ReadinessDeps): Readiness => {
  const { life, database, changeFeed } = deps;
  let isDatabaseUsable = true;
  let clockSkewSeconds = 0;
  let watching: PeriodicTask | undefined;
  const warnOfClock = createClockWarning(deps.log);
  const probe = createProbe(deps, (seconds) => {
    clockSkewSeconds = seconds;
    warnOfClock(seconds);
  });
  const others = () => [
    ...(database.privatePostgres?.().isRunning === false ? ["the private PostgreSQL is being restarted"] : []),
    ...(changeFeed.isCurrent() ? [] : ["the change feed is lost"]),
  ];
  const check = async () => {
    if (life.state !== "ready") throw notReady([states[life.state]]);
    try {
      await withinReadinessTimeout(probe());
      isDatabaseUsable = true;
    } catch (error) {
      isDatabaseUsable = false;
      throw notReady([(error as Error).message, ...others()], (error as Error).cause);
    }
  };
  return {
    check,
    watch: () => {
      watching = startPeriodicTask("readiness", WATCH_INTERVAL_MS, () => check().catch(() => {}));
    },
    close: async () => watching?.close(),
    stats: () => ({ isReady: life.state === "ready" && isDatabaseUsable, isDatabaseUsable, clockSkewSeconds }),
  };
};
