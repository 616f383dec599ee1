import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ContractRoute } from "@petstore/contract";
import type { ApiKey } from "../generated/client.js";

/** What is known of a request, filled in as it passes the gate. */
export type RequestContext = {
  /** Answered as `X-Request-Id`, and in the log line. */
  readonly id: string;
  route?: ContractRoute;
  apiKey?: ApiKey;
  /** What went wrong inside, for the log alone. */
  error?: unknown;
};

const acceptedId = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that a request brings along, where it is one and fits, else a fresh one. */
export const requestIdOf = (request?: IncomingMessage): string => {
  const given = request?.headers["x-request-id"];
  return typeof given === "string" && acceptedId.test(given) ? given : randomUUID();
};

const contexts = new WeakMap<ServerResponse, RequestContext>();
const lastResponses = new WeakMap<Duplex, ServerResponse>();

/** Begins the context of a request. It hangs on the response, which Express hands on as it is. */
export const openContext = (request: IncomingMessage, response: ServerResponse): RequestContext => {
  const context: RequestContext = { id: requestIdOf(request) };
  contexts.set(response, context);
  lastResponses.set(request.socket, response);
  return context;
};

/** @throws TypeError where the response did not come through the gate: a defect of the assembly. */
export const contextOf = (response: ServerResponse): RequestContext => {
  const context = contexts.get(response);
  if (context === undefined) throw new TypeError("The response has not passed the gate.");
  return context;
};

/** Whether an answer is leaving on this connection: another one would land in the middle of it. */
export const isAnswering = (socket: Duplex): boolean => {
  const response = lastResponses.get(socket);
  return response !== undefined && response.headersSent && !response.writableFinished;
};
