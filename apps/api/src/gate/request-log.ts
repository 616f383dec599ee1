import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { redactUrl } from "../api-key-format.js";
import type { RequestContext } from "./request-context.js";

const levelOf = (status = 0) => (status >= 500 ? "error" : "info");

/** Writes one line a request, when its answer has left or its client has gone. */
export const logRequest = (
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): void => {
  const startedAt = performance.now();
  // Read now: Express cuts what it is mounted below.
  const { method, url = "" } = request;
  response.once("close", () => {
    const { writableFinished } = response;
    // A client that went away before its answer began was answered nothing.
    const status = response.headersSent ? response.statusCode : undefined;
    log[levelOf(status)](
      {
        requestId: context.id,
        method,
        url: redactUrl(url),
        operation: context.route?.operationId,
        status,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        accountId: context.credential && Number(context.credential.account.id),
        apiKeyId: context.credential?.keyId && Number(context.credential.keyId),
        ...(writableFinished ? {} : { aborted: true }),
        err: context.error,
      },
      "request",
    );
  });
};
