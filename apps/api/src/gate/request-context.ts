import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ContractRoute } from "@petstore/contract";
import { redactApiKeys } from "../api-key-format.js";
import type { Credential } from "./credential.js";
import type { RequestCount } from "./request-count.js";

/** What is known of a request, filled in as it passes the gate. */
export type RequestContext = {
  /** Answered as `X-Request-Id`, and in the log line. */
  readonly id: string;
  route?: ContractRoute;
  credential?: Credential;
  /** How the rate limit counted the request; undefined where it did not. */
  count?: RequestCount;
  /** SHA-256 over the method, the target, the body and what it is taken for, of a request that bears an Idempotency-Key. */
  fingerprint?: Uint8Array<ArrayBuffer>;
  /** Whether the request's outcome, if it is one to be stored, has been. */
  isSettled?: boolean;
  /** What went wrong inside, for the log alone. */
  error?: unknown;
};

const acceptedId = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that a request brings along, where it is one and fits, else a fresh one. An API key is no id: ids are logged. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && acceptedId.test(given) && redactApiKeys(given) === given ? given : randomUUID();

const contexts = new WeakMap<ServerResponse, RequestContext>();

/** What is under way on a connection: its last request, and the answers that are still owed. */
type Connection = { last?: { request: IncomingMessage; response: ServerResponse }; owed: Set<ServerResponse> };
const connections = new WeakMap<Duplex, Connection>();

export const connectionOf = (socket: Duplex): Connection => {
  const connection = connections.get(socket) ?? { owed: new Set() };
  connections.set(socket, connection);
  return connection;
};

const noteExchange = (request: IncomingMessage, response: ServerResponse) => {
  const connection = connectionOf(request.socket);
  connection.last = { request, response };
  connection.owed.add(response);
  response.once("close", () => connection.owed.delete(response));
};

/** Begins the context of a request. It hangs on the response, which Express hands on as it is. */
export const openContext = (request: IncomingMessage, response: ServerResponse): RequestContext => {
  const context: RequestContext = { id: requestIdOf(request.headersDistinct["x-request-id"]?.join()) };
  contexts.set(response, context);
  noteExchange(request, response);
  return context;
};

/** @throws TypeError where the response did not come through the gate: a defect of the assembly. */
export const contextOf = (response: ServerResponse): RequestContext => {
  const context = contexts.get(response);
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};
