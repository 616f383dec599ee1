import { DEPRECATIONS_PATH, OLD_DEPRECATIONS_PATH } from "@petstore/contract/routes";
import { type RequestHandler, Router } from "express";
import { methodNotAllowed } from "../errors.js";
import { contextOf } from "../request/request-context.js";
import type { Readiness } from "./readiness.js";

const refuseMethod: RequestHandler = (request, response) => {
  if (request.method !== "OPTIONS") throw methodNotAllowed("GET, HEAD, OPTIONS");
  response.set("Allow", "GET, HEAD, OPTIONS").status(204).end();
};

export const serviceRoutes = ({ readiness }: { readonly readiness: Readiness }): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const get = (path: string, handler: RequestHandler) => router.route(path).get(handler).all(refuseMethod);
  get("/healthz", (_request, response) => {
    contextOf(response).outside = "healthz";
    response.json({ status: "ok" });
  });
  get("/readyz", async (_request, response) => {
    contextOf(response).outside = "readyz";
    await readiness.check();
    response.json({ status: "ready" });
  });
  get(OLD_DEPRECATIONS_PATH, (_request, response) => response.redirect(308, DEPRECATIONS_PATH));
  return router;
};
