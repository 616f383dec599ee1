import type { Logger } from "pino";
import { redactUrl } from "../credentials/api-key-format.js";
import type { RequestContext } from "./request-context.js";

const levelOf = (status = 0) => (status >= 500 ? "error" : "info");

export const createRequestLog = (log: Logger) => {
  const isLogged = { info: log.isLevelEnabled("info"), error: log.isLevelEnabled("error") };
  return (context: RequestContext): void => {
    const { request, response } = context;
    // A client that disconnects before the response starts gets no status.
    const status = response.headersSent ? response.statusCode : undefined;
    const level = levelOf(status);
    if (!isLogged[level]) return;
    log[level](
      {
        requestId: context.id,
        traceId: context.trace?.traceId,
        method: request.method,
        url: redactUrl(context.url),
        operation: context.route?.operationId,
        status,
        durationMs: Math.round((performance.now() - context.startedAt) * 10) / 10,
        accountId: context.principal && Number(context.principal.account.id),
        apiKeyId: context.principal?.keyId && Number(context.principal.keyId),
        clientAddress: context.clientAddress,
        ...(response.writableFinished ? {} : { aborted: true }),
        err: context.error,
      },
      "request",
    );
  };
};
