import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { findOperation, toLaterBody } from "./later-body.js";
import { LATER } from "./tour.js";

/**
 * The proxy refuses both operations with a code that the document does not know. For the second one it uses a status
 * that the document does not list.
 */
const refusals: Readonly<Record<string, number>> = { deleteCategory: 409, deletePet: 418 };

/**
 * Header fields that concern a single connection, the encoding of the body, or a change of the protocol (Java offers
 * HTTP/2).
 */
const ofConnection = ["accept-encoding", "connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"];

const without = (headers: IncomingMessage["headers"], names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const refuse = (response: ServerResponse, status: number) => {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "x-request-id": "later" });
  response.end(JSON.stringify({ ...LATER, status }));
};

const forward = async (origin: string, request: IncomingMessage, response: ServerResponse) => {
  const { method = "", url = "" } = request;
  const operation = findOperation(method, url);
  const refusal = refusals[operation?.operationId ?? ""];
  if (refusal !== undefined) return refuse(response, refusal);
  const asked = request.pipe(ask(origin + url, { method, headers: without(request.headers, ofConnection) }));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers } = answer;
  const body = toLaterBody(operation, status, await text(answer));
  response.writeHead(status, without(headers, ofConnection)).end(body);
};

/** Starts a proxy that answers as a later version of the service may answer (docs/decisions/0061-compatibility.md). */
export const startLaterVersion = async (baseUrl: string) => {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer((request, response) => {
    forward(origin, request, response).catch((error: Error) => response.destroy(error));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${port}${pathname}`, stop };
};
