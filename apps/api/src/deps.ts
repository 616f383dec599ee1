import type { Logger } from "pino";
import type { PasswordHashing } from "./accounts/staff-auth.js";
import type { Tracing } from "./tracing/tracing.js";
import { createSignInTrail, type SignInTrail } from "./auth/sign-in-trail.js";
import { openAuthSecret } from "./startup/auth-secret.js";
import type { Config } from "./config.js";
import { type Cursors, createCursors } from "./listing/cursors.js";
import { openChangeFeed, type WatchedChangeFeed } from "./database/change-feed.js";
import type { Database } from "./database/open-database.js";
import { queryOfPool } from "./database/query.js";
import { watchEventLoopDelay, type EventLoopDelay } from "./concurrency/event-loop-delay.js";
import { createLanes, type Lanes } from "./concurrency/lanes.js";
import type { PeriodicTask } from "./concurrency/periodic-task.js";
import { createRequestMetrics, type RequestMetrics } from "./metrics/request-metrics.js";
import { createMergeRunner } from "./categories/merge-runner.js";
import { createFindPrincipal } from "./credentials/find-principal.js";
import { createPrincipalCache, type PrincipalCache } from "./credentials/principal-cache.js";
import { createResponseCache, type ResponseCache } from "./response-cache/response-cache.js";
import { createPetCountFold } from "./inventory/fold-pet-counts.js";
import { createKeyUsage, type KeyUsage } from "./credentials/key-usage.js";
import { openRateLimitStore, type RateLimitStore } from "./rate-limit/rate-limit-store.js";
import type { PrismaClient } from "./generated/client.js";
import { createExpirySweep } from "./startup/expiry-sweep.js";
import { createLocalBus, type WorkerBus } from "./cluster/worker-bus.js";
import { sharedSecret } from "./startup/shared-secret.js";
import { readWebFiles, type WebFiles } from "./web/read-web-files.js";

/** An operation declares the parts it uses: `Pick<Deps, "db">`. */
export type Deps = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly db: PrismaClient;
  readonly database: Database;
  readonly lanes: Lanes;
  readonly eventLoopDelay: EventLoopDelay;
  readonly cursors: Cursors;
  readonly changeFeed: WatchedChangeFeed;
  readonly workerBus: WorkerBus;
  readonly principals: PrincipalCache;
  readonly responseCache: ResponseCache;
  readonly keyUsage: KeyUsage;
  readonly expirySweep: PeriodicTask;
  readonly mergeRunner: PeriodicTask;
  readonly petCountFold: PeriodicTask;
  readonly authSecret: string;
  readonly signInTrail: SignInTrail;
  /** Undefined for better-auth's scrypt. No setting changes it: only tests hash at a lower cost. */
  readonly passwordHashing: PasswordHashing | undefined;
  readonly rateLimits: RateLimitStore | undefined;
  /** The files of the admin and the pages for developers; undefined if neither is served. */
  readonly webFiles: WebFiles | undefined;
  /** Undefined without METRICS_PORT. */
  readonly metrics: RequestMetrics | undefined;
  readonly tracing: Tracing | undefined;
  /** `/readyz` shows it. */
  readonly life: { state: "starting" | "ready" | "stopping" };
  readonly isResponseValidated: boolean;
};

export const createDeps = async (
  config: Config,
  log: Logger,
  database: Database,
  workerBus: WorkerBus = createLocalBus(),
  tracing?: Tracing,
): Promise<Deps> => {
  const { db } = database;
  const [authSecret, webFiles, cursorSecret] = await Promise.all([
    openAuthSecret(config),
    readWebFiles(config),
    sharedSecret(queryOfPool(database.pool), "cursor"),
  ]);
  const rateLimits = await openRateLimitStore(config, log, (options) => workerBus.openCounter(options));
  const eventLoopDelay = watchEventLoopDelay();
  const lanes = createLanes(eventLoopDelay, tracing);
  const changeFeed = openChangeFeed(database.connection, log);
  const responseCache = createResponseCache(changeFeed, {
    maxBytes: config.responseCacheMegabytes * 1_000_000,
    workerBus,
  });
  return {
    config,
    log,
    clock: () => new Date(),
    db,
    database,
    lanes,
    eventLoopDelay,
    cursors: createCursors(cursorSecret),
    changeFeed,
    workerBus,
    principals: createPrincipalCache(
      config.environment,
      createFindPrincipal(database.pool, lanes.control),
      changeFeed,
      workerBus,
    ),
    responseCache,
    keyUsage: createKeyUsage(db, lanes.control, log),
    expirySweep: createExpirySweep(db, lanes.control, log),
    mergeRunner: createMergeRunner(database, lanes.bulkWrites, responseCache, log),
    petCountFold: createPetCountFold(database.pool, lanes.control, log),
    authSecret,
    signInTrail: createSignInTrail(database.pool, lanes.control, log),
    passwordHashing: undefined,
    rateLimits,
    webFiles,
    metrics: config.metricsPort === undefined ? undefined : createRequestMetrics(),
    tracing,
    life: { state: "starting" },
    isResponseValidated: false,
  };
};

type Closable =
  | "changeFeed"
  | "eventLoopDelay"
  | "keyUsage"
  | "expirySweep"
  | "mergeRunner"
  | "petCountFold"
  | "signInTrail"
  | "rateLimits"
  | "tracing"
  | "database";

export const closeDeps = async (deps: Pick<Deps, Closable>): Promise<void> => {
  deps.rateLimits?.close();
  deps.eventLoopDelay.close();
  await Promise.all([
    deps.changeFeed.close(),
    deps.keyUsage.close(),
    deps.expirySweep.close(),
    deps.mergeRunner.close(),
    deps.petCountFold.close(),
    deps.signInTrail.close(),
    deps.tracing?.close(),
  ]);
  await deps.database.close();
};
