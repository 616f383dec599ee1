import type { ServerResponse } from "node:http";
import { asAppError } from "../errors.js";
import { contextOf } from "./request-context.js";

/** The header fields that every answer bears, of whichever route. */
export const commonHeaders = (requestId: string) => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
});

/** Where an error becomes an answer: the Error body, and the header fields that belong to it. */
export const answerError = (response: ServerResponse, error: unknown): void => {
  const refusal = asAppError(error);
  contextOf(response).fields.handOver();
  // A 503 without a cause is load that was shed: its status says it all.
  if (refusal.cause !== undefined) contextOf(response).error = refusal.cause;
  if (response.writableEnded) return;
  // Too late for another answer: cutting the connection tells the client that this one is not whole.
  if (response.headersSent) return void response.destroy();
  const body = Buffer.from(JSON.stringify(refusal.body));
  response.writeHead(refusal.status, {
    ...refusal.headers,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(body);
};
