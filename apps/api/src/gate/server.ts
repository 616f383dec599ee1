import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { acceptFirst } from "../patches/accept-first.js";
import { readInSlices } from "../patches/read-in-slices.js";
import { networkOf, unmapped } from "../request/client-address.js";
import { MAX_HEADER_FIELDS } from "./check-message.js";
import { createAdmissionCredits } from "./connections/admission-credits.js";
import { trackConnections } from "./connections/track-connections.js";
import { commonFields } from "./open-context.js";
import { answerParserErrors } from "./parser-errors.js";
import * as turns from "./turn-budget.js";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/**
 * This is longer than the 60 s of most proxies, so that the service does not close a connection while a proxy reuses
 * it.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * When the service closes a connection to make room for a new one, the old one only disappears in the next turn of the
 * event loop. Until then, this many connections may exist beyond the limit. Node refuses further ones without creating a
 * socket.
 */
const CLOSING_CONNECTIONS = 256;

type ServerDeps = { readonly config: Config; readonly log: Logger };

/** @param messages - The classes of requests and responses. Node's own are the default. */
export const createHttpServer = (
  { config, log }: ServerDeps,
  messages: Pick<ServerOptions, "IncomingMessage" | "ServerResponse">,
  gate: RequestListener,
): Server => {
  const server = createServer(
    {
      ...messages,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // The gate checks Host instead, because Node's response has no body.
      requireHostHeader: false,
    },
    gate,
  );
  // The gate refuses a request with one field too many. Node 20 drops the fields after it; later versions report a
  // parser error.
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  const { maxConnections, trustedProxies } = config;
  server.maxConnections = maxConnections + CLOSING_CONNECTIONS;
  const credits = createAdmissionCredits();
  acceptFirst(server, {
    networkOf: (address) => networkOf(unmapped(address)),
    isAhead: credits.spend,
    onArrival: turns.noteArrival,
  });
  readInSlices(server, turns);
  trackConnections(server, { maxConnections, trustedProxies, onAnswered: credits.earn });
  answerParserErrors(server, log, commonFields(config));
  return server;
};
