import { DEPRECATIONS_PATH, OLD_DEPRECATIONS_PATH } from "@petstore/contract/routes";
import { type RequestHandler, Router } from "express";
import { type Lanes, systemFlow } from "../concurrency/lanes.js";
import { hasCode } from "../database/errors.js";
import { isBusy, ping } from "../database/pool.js";
import type { WatchedChangeFeed } from "../database/change-feed.js";
import type { Database } from "../database/open-database.js";
import { ReadPool } from "../database/read-pool.js";
import { AppError, methodNotAllowed, notReady } from "../errors.js";
import { contextOf } from "../request/request-context.js";

const READINESS_TIMEOUT_MS = 2_000;
const MS_PER_SECOND = 1_000;

const refuseMethod: RequestHandler = (request, response) => {
  if (request.method !== "OPTIONS") throw methodNotAllowed("GET, HEAD, OPTIONS");
  response.set("Allow", "GET, HEAD, OPTIONS").status(204).end();
};

const readiness = systemFlow("readiness");

type ReadinessDeps = {
  readonly changeFeed: WatchedChangeFeed;
  readonly database: Database;
  readonly lanes: Lanes;
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
 * have to wait there. It takes an idle connection or opens the first one. If all connections are busy, that itself
 * shows that the database answers. Concurrent probes share the queries. The pool's watchdog closes a connection that
 * gives no answer.
 */
const createProbe = ({ database, lanes }: ReadinessDeps) => {
  const reads = database.reads.pool instanceof ReadPool ? database.reads.pool.primary : database.reads.pool;
  const ask = (what: string, query: () => Promise<unknown>) =>
    query().catch((error: unknown) => {
      throw new Error(explain(error, what), { cause: error });
    });
  let probe: Promise<unknown> | undefined;
  const start = () =>
    Promise.all([
      ask("changes", () => lanes.control.run(readiness, () => ping(database.pool))),
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

/**
 * @throws AppError 503 that names each problem. A lost change feed alone is not a problem, because the service then
 * works without its caches.
 */
const createReadinessCheck = (deps: ReadinessDeps) => {
  const { life, database, changeFeed } = deps;
  const probe = createProbe(deps);
  const others = () => [
    ...(database.privatePostgres?.().isRunning === false ? ["the private PostgreSQL is being restarted"] : []),
    ...(changeFeed.isCurrent() ? [] : ["the change feed is lost"]),
  ];
  return async () => {
    if (life.state !== "ready") throw notReady([states[life.state]]);
    await withinReadinessTimeout(probe()).catch((error: Error) => {
      throw notReady([error.message, ...others()], error.cause);
    });
  };
};

export const serviceRoutes = (deps: ReadinessDeps): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const get = (path: string, handler: RequestHandler) => router.route(path).get(handler).all(refuseMethod);
  const check = createReadinessCheck(deps);
  get("/healthz", (_request, response) => {
    contextOf(response).outside = "healthz";
    response.json({ status: "ok" });
  });
  get("/readyz", async (_request, response) => {
    contextOf(response).outside = "readyz";
    await check();
    response.json({ status: "ready" });
  });
  get(OLD_DEPRECATIONS_PATH, (_request, response) => response.redirect(308, DEPRECATIONS_PATH));
  return router;
};
