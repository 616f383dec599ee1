import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { redactApiKeys } from "../api-key-format.js";
import type { RequestContext } from "./request-context.js";

const levelOf = (status: number) => (status >= 500 ? "error" : "info");

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
    const { statusCode: status, writableFinished } = response;
    log[levelOf(status)](
      {
        requestId: context.id,
        method,
        url: redactApiKeys(url),
        operation: context.route?.operationId,
        status,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        apiKeyId: context.apiKey && Number(context.apiKey.id),
        ...(writableFinished ? {} : { aborted: true }),
        err: context.error,
      },
      "request",
    );
  });
};
