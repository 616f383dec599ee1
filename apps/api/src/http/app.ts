import { BASE_PATH, type contract } from "@petstore/contract/routes";
import express, { type ErrorRequestHandler, type Express } from "express";
import { mountAuth } from "../auth/mount-auth.js";
import { pathNotFound } from "../errors.js";
import { readQuery } from "../request/parse-input.js";
import type { Operations } from "../operation/operations.js";
import { mountContract } from "./mount-contract.js";
import { readFileBody } from "./read-file-body.js";
import { readJsonBody } from "./read-json-body.js";
import { sendRefusal } from "./send-refusal.js";
import { sendJsonTexts } from "./send-json.js";
import { serviceRoutes } from "./service-routes.js";

type AppDeps = Parameters<typeof mountContract>[1] &
  Parameters<typeof readFileBody>[0] &
  Parameters<typeof serviceRoutes>[0] &
  Parameters<typeof mountAuth>[0];

export const createApp = (deps: AppDeps, operations: Operations<typeof contract>): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", readQuery);
  sendJsonTexts(app);

  // Express tries routers in order, so the most requested one comes first.
  app.use(BASE_PATH, readJsonBody(deps), readFileBody(deps));
  mountContract(app, deps, operations);
  app.use(serviceRoutes(deps));
  app.use("/auth", mountAuth(deps));
  app.use(() => {
    throw pathNotFound();
  });
  const handleError: ErrorRequestHandler = (error, req, res, _next) => sendRefusal(deps, { req, res }, error);
  app.use(handleError);
  return app;
};
