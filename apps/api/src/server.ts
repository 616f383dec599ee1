import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { contract } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import { createApp } from "./app.js";
import type { Deps } from "./deps.js";
import { trackConnections } from "./gate/connections.js";
import { MAX_HEADER_FIELDS } from "./gate/check-message.js";
import { createGate } from "./gate/gate.js";
import { answerParserErrors } from "./gate/parser-errors.js";
import { commonFields } from "./gate/request-context.js";
import type { FastHandler, FastPath } from "./gate/fast-path.js";
import { fastMutation } from "./fast-path/fast-mutation.js";
import { fastRead } from "./fast-path/fast-read.js";
import { createOrderBatcher } from "./orders/create-order-batcher.js";
import { updateOrderBatcher } from "./orders/update-order-batcher.js";
import { createPetBatcher } from "./pets/create-pet.js";
import { createPetBatchBatcher } from "./pets/create-pet-batch.js";
import { getPet } from "./pets/get-pet.js";
import { listPets } from "./pets/list-pets.js";
import { updatePetBatcher } from "./pets/update-pet-batcher.js";
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
  const reads = { listPets: listPets(deps), getPet: getPet(deps) };
  const app = createApp(deps, reads);
  const { listPets: list, getPet: get, createPet: create, createPetBatch: batch, updatePet: update } = contract.pets;
  const { createOrder: order, updateOrder: step } = contract.orders;
  const { fastPath, express } = adapt({
    fastPath: new Map<AppRoute, FastHandler>([
      [list, fastRead(deps, list, traceOperation(tracing, "listPets", reads.listPets))],
      [get, fastRead(deps, get, traceOperation(tracing, "getPet", reads.getPet))],
      [create, fastMutation(deps, create, traceOperation(tracing, "createPet", createPetBatcher(deps)))],
      [batch, fastMutation(deps, batch, traceOperation(tracing, "createPetBatch", createPetBatchBatcher(deps)))],
      [order, fastMutation(deps, order, traceOperation(tracing, "createOrder", createOrderBatcher(deps)))],
      [step, fastMutation(deps, step, traceOperation(tracing, "updateOrder", updateOrderBatcher(deps)))],
      [update, fastMutation(deps, update, traceOperation(tracing, "updatePet", updatePetBatcher(deps)))],
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
