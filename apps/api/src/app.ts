import { BASE_PATH } from "@petstore/contract";
import express, { type ErrorRequestHandler, type Express } from "express";
import type { Deps } from "./deps.js";
import { getOpenApiDocument } from "./document/get-openapi-document.js";
import { pathNotFound } from "./errors.js";
import { answerError } from "./gate/answer-error.js";
import { mountContract } from "./http/mount-contract.js";
import { readJsonBody } from "./http/read-json-body.js";
import { readQuery } from "./http/read-query.js";
import { serviceRoutes } from "./http/service-routes.js";
import { createPet } from "./pets/create-pet.js";
import { getPet } from "./pets/get-pet.js";
import { listPets } from "./pets/list-pets.js";

const handleError: ErrorRequestHandler = (error, _request, response, _next) => answerError(response, error);

/** The Express app behind the gate, in reading order. It never listens. */
export const createApp = (deps: Deps): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", readQuery);

  app.use(serviceRoutes(deps));
  app.use(BASE_PATH, readJsonBody);
  mountContract(
    app,
    {
      pets: { listPets: listPets(deps), createPet: createPet(deps), getPet: getPet(deps) },
      document: { getOpenApiDocument: getOpenApiDocument(deps) },
    },
    deps.isResponseValidated,
  );
  app.use(() => {
    throw pathNotFound();
  });
  app.use(handleError);
  return app;
};
