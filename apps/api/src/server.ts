import { createServer as createHttpServer, type Server } from "node:http";
import { createApp } from "./app.js";
import type { Deps } from "./deps.js";
import { createGate } from "./gate/gate.js";
import { answerParserErrors } from "./gate/parser-errors.js";
import { createPlainChanges } from "./http/plain-changes.js";
import { createPlainReads } from "./http/plain-reads.js";
import { createPetsTogether } from "./pets/create-pets-together.js";
import { getPet } from "./pets/get-pet.js";
import { listPets } from "./pets/list-pets.js";
import { createExpressMessages } from "./http/express-messages.js";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** Longer than the 60 s that proxies keep an idle connection, so that it is never us who close it under a request. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** The service: the gate in front, the Express app behind it. It does not listen yet. */
export const createServer = (deps: Deps): Server => {
  const reads = { listPets: listPets(deps), getPet: getPet(deps) };
  const app = createApp(deps, reads);
  const server = createHttpServer(
    {
      ...createExpressMessages(app),
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // The gate checks it: Node's own answer has no body.
      requireHostHeader: false,
    },
    createGate(
      deps,
      createPlainReads(deps, reads),
      createPlainChanges(deps, { createPet: createPetsTogether(deps) }),
      app,
    ),
  );
  // Node drops header fields beyond a count without a word; their 16 KiB bound them as well, and say so.
  server.maxHeadersCount = 0;
  answerParserErrors(server, deps.log);
  return server;
};
