import type { Logger } from "pino";
import type { RequestContext } from "../request/request-context.js";
import { redactUrl, routeOfUrl } from "./redact-url.js";

/** `/readyz` is expected to answer 503 while the service starts or stops, so this is not logged as an error. */
const levelOf = ({ outside }: RequestContext, status = 0, isReady: boolean) =>
  status >= 500 && (isReady || outside !== "readyz") ? "error" : "info";

type LogDeps = { readonly log: Logger; readonly life: { readonly state: string } };

export const createRequestLog = ({ log, life }: LogDeps) => {
  const isLogged = { info: log.isLevelEnabled("info"), error: log.isLevelEnabled("error") };
  return (context: RequestContext): void => {
    const { request, response } = context;
    const accountId = context.principal?.account.id ?? context.accountId;
    // A client that disconnects before the response starts gets no status in the log.
    const status = response.headersSent ? response.statusCode : undefined;
    const level = levelOf(context, status, life.state === "ready");
    if (!isLogged[level]) return;
    log[level](
      {
        requestId: context.id,
        traceId: context.trace?.traceId,
        method: request.method,
        url: redactUrl(context.url, routeOfUrl(context)),
        operation: context.route?.operationId,
        status,
        durationMs: Math.round((performance.now() - context.startedAt) * 10) / 10,
        accountId: accountId && Number(accountId),
        apiKeyId: context.principal?.keyId && Number(context.principal.keyId),
        clientAddress: context.clientAddress,
        ...(response.writableFinished ? {} : { aborted: true }),
        err: context.error,
      },
      "request",
    );
  };
};
