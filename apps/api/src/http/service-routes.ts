import { DEPRECATIONS_PATH, OLD_DEPRECATIONS_PATH } from "@petstore/contract";
import { type RequestHandler, Router } from "express";
import { systemFlow } from "../concurrency/lanes.js";
import type { Deps } from "../deps.js";
import { methodNotAllowed, serviceUnavailable } from "../errors.js";

const READINESS_TIMEOUT_MS = 2_000;

const refuseMethod: RequestHandler = (request, response) => {
  if (request.method !== "OPTIONS") throw methodNotAllowed("GET, HEAD, OPTIONS");
  response.set("Allow", "GET, HEAD, OPTIONS").status(204).end();
};

const readiness = systemFlow("readiness");

/** Concurrent probes share one query; the pool's watchdog closes a connection that gives no answer. */
const createProbe = ({ database: { pool }, lanes }: Pick<Deps, "database" | "lanes">) => {
  let probe: Promise<unknown> | undefined;
  return () =>
    (probe ??= lanes.control.run(readiness, () => pool.query("SELECT 1")).finally(() => (probe = undefined)));
};

const withinReadinessTimeout = async (work: Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable()), READINESS_TIMEOUT_MS);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

export const serviceRoutes = (deps: Pick<Deps, "database" | "lanes" | "life">): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const get = (path: string, handler: RequestHandler) => router.route(path).get(handler).all(refuseMethod);
  const probe = createProbe(deps);
  get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  get("/readyz", async (_request, response) => {
    if (deps.life.state !== "ready") throw serviceUnavailable();
    await withinReadinessTimeout(probe());
    response.json({ status: "ready" });
  });
  get(OLD_DEPRECATIONS_PATH, (_request, response) => response.redirect(308, DEPRECATIONS_PATH));
  return router;
};
