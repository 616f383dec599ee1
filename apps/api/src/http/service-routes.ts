import { contract, DEPRECATIONS_PATH } from "@petstore/contract";
import { type RequestHandler, Router } from "express";
import { systemFlow } from "../concurrency/lanes.js";
import type { Deps } from "../deps.js";
import { methodNotAllowed, serviceUnavailable } from "../errors.js";
import { deprecationsPage } from "./deprecations-page.js";

const READINESS_TIMEOUT_MS = 2_000;

const refuseMethod: RequestHandler = (request, response) => {
  if (request.method !== "OPTIONS") throw methodNotAllowed("GET, HEAD, OPTIONS");
  response.set("Allow", "GET, HEAD, OPTIONS").status(204).end();
};

const readiness = systemFlow("readiness");

/** One probe at a time, in a turn of its own. A connection that has gone silent under it is closed by the pool's watchdog. */
const createProbe = ({ database: { pool }, lanes }: Pick<Deps, "database" | "lanes">) => {
  let probe: Promise<unknown> | undefined;
  return () =>
    (probe ??= lanes.control.run(readiness, () => pool.query("SELECT 1")).finally(() => (probe = undefined)));
};

const withinReadinessTimeout = async (work: Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable()), READINESS_TIMEOUT_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * What operators and their machines ask, outside `/v1` and without a key: `/healthz`, whether the process is up;
 * `/readyz`, whether it can serve, which a load balancer needs to know; and the page that `Deprecation` leads to.
 */
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
  const page = deprecationsPage(contract);
  get(DEPRECATIONS_PATH, (_request, response) => void response.type("html").send(page));
  return router;
};
