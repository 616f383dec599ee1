import { contract, listRoutes, personalParametersOf } from "@petstore/contract/routes";
import type { Logger } from "pino";
import { redactApiKeys } from "../errors.js";
import type { RequestContext } from "../request/request-context.js";

const decode = (text: string): string =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Of all operations: a request to a wrong path may name a person, too. */
const personalParameters = new Set(listRoutes(contract).flatMap(({ route }) => personalParametersOf(route)));

/** What is searched for may be a person; a name may be percent-encoded, and a second `?` is part of a value. */
const withoutPersons = (url: string): string => {
  const start = url.indexOf("?") + 1;
  if (start === 0) return url;
  const parameters = url.slice(start).split("&");
  const redacted = parameters.map((parameter) => {
    const [name = ""] = parameter.split("=", 1);
    return parameter.includes("=") && personalParameters.has(decode(name)) ? `${name}=[redacted]` : parameter;
  });
  return url.slice(0, start) + redacted.join("&");
};

/** Percent-encoding may hide a key: a URL with a key is logged decoded. */
export const redactUrl = (given: string): string => {
  const url = withoutPersons(given);
  const decoded = decode(url);
  const redacted = redactApiKeys(decoded);
  return redacted === decoded ? url : redacted;
};

/** `/readyz` of a service that starts or stops answers 503 as it should. */
const levelOf = ({ outside }: RequestContext, status = 0, isReady: boolean) =>
  status >= 500 && (isReady || outside !== "readyz") ? "error" : "info";

type LogDeps = { readonly log: Logger; readonly life: { readonly state: string } };

export const createRequestLog = ({ log, life }: LogDeps) => {
  const isLogged = { info: log.isLevelEnabled("info"), error: log.isLevelEnabled("error") };
  return (context: RequestContext): void => {
    const { request, response } = context;
    const accountId = context.principal?.account.id ?? context.accountId;
    // A client that disconnects before the response starts gets no status.
    const status = response.headersSent ? response.statusCode : undefined;
    const level = levelOf(context, status, life.state === "ready");
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
