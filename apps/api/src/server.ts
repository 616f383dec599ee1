import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { contract } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import { createApp, createOperations } from "./app.js";
import type { Deps } from "./deps.js";
import { trackConnections } from "./gate/connections.js";
import { MAX_HEADER_FIELDS } from "./gate/check-message.js";
import { createGate } from "./gate/gate.js";
import { answerParserErrors } from "./gate/parser-errors.js";
import { commonFields } from "./gate/request-context.js";
import type { Mutation } from "./operation/mutation.js";
import type { FastHandler, FastPath } from "./gate/fast-path.js";
import { fastMutation } from "./fast-path/fast-mutation.js";
import { fastRead, type ReadOperation } from "./fast-path/fast-read.js";
import { findStaticFile } from "./web/find-static-file.js";
import { traceOperation } from "./tracing/trace-operation.js";
import { createExpressMessages } from "./patches/express-messages.js";
import * as turns from "./gate/turn-budget.js";
import { networkOf, unmapped } from "./gate/client-address.js";
import { acceptFirst } from "./patches/accept-first.js";
import { readInSlices } from "./patches/read-in-slices.js";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** Longer than the 60 s of most proxies: the service must not close a connection as the proxy reuses it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Connections that make room for others close in the next turn; Node refuses those beyond without creating a socket. */
const CLOSING_CONNECTIONS = 256;

export type Handlers = {
  readonly fastPath: FastPath;
  readonly express: RequestListener;
};

/** @param adapt - Replaces handlers: tests disable the fast path, or count what reaches Express. */
export const createServer = (deps: Deps, adapt: (handlers: Handlers) => Handlers = (handlers) => handlers): Server => {
  const { tracing } = deps;
  const operations = createOperations(deps);
  const { pets, orders } = operations;
  const app = createApp(deps, operations);
  const read = <Route extends AppRoute>(route: Route, name: string, operation: ReadOperation<Route>) =>
    [route, fastRead(deps, route, traceOperation(tracing, name, operation))] as const;
  const mutation = <Route extends AppRoute>(route: Route, name: string, { batched }: Mutation<Route>) =>
    [route, fastMutation(deps, route, traceOperation(tracing, name, batched))] as const;
  const { fastPath, express } = adapt({
    fastPath: new Map<AppRoute, FastHandler>([
      read(contract.pets.listPets, "listPets", pets.listPets),
      read(contract.pets.getPet, "getPet", pets.getPet),
      mutation(contract.pets.createPet, "createPet", pets.createPet),
      mutation(contract.pets.createPetBatch, "createPetBatch", pets.createPetBatch),
      mutation(contract.pets.updatePet, "updatePet", pets.updatePet),
      mutation(contract.orders.createOrder, "createOrder", orders.createOrder),
      mutation(contract.orders.updateOrder, "updateOrder", orders.updateOrder),
    ]),
    express: app,
  });
  const server = createHttpServer(
    {
      ...createExpressMessages(app),
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // The gate checks Host: Node's response has no body.
      requireHostHeader: false,
    },
    createGate(deps, fastPath, express, deps.webFiles && findStaticFile(deps.webFiles)),
  );
  // Node drops further fields: the gate refuses a request with more than it may have.
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  const { maxConnections, trustedProxies } = deps.config;
  server.maxConnections = maxConnections + CLOSING_CONNECTIONS;
  acceptFirst(server, { networkOf: (address) => networkOf(unmapped(address)), onArrival: turns.noteArrival });
  readInSlices(server, turns);
  trackConnections(server, { maxConnections, trustedProxies });
  answerParserErrors(server, deps.log, commonFields(deps.config));
  return server;
};
