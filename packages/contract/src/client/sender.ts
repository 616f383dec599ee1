import { type Deprecation, readDeprecation } from "./deprecation.js";
import { ConnectionError, TimeoutError, UnexpectedResponseError } from "./errors.js";
import { pause } from "./pause.js";
import { isRepeatable, waitAfter, waitAfterFailure } from "./retries.js";
import type { Route } from "./route.js";
import type { TaggedAnswer } from "./types.js";
import { type Request, writeHeaders, writeUrl } from "./write-request.js";

/** Checks the body of a response, and returns what the caller gets. @throws If the body is not as declared. */
export type Validate = (operation: string, status: number, body: unknown) => unknown;

export type Settings = {
  readonly baseUrl: string;
  /** Called before each attempt. */
  readonly authorize: () => Promise<Readonly<Record<string, string>>>;
  readonly fetch: typeof fetch;
  readonly fetchOptions: RequestInit;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onDeprecated: (deprecation: Deprecation) => void;
  readonly validate: Validate | undefined;
};

export type AnyAnswer = TaggedAnswer<number, unknown>;
export type Send = (route: Route, request: Request) => Promise<AnyAnswer>;

const describeCause = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
};

/** A body that is not JSON, such as CSV, is a string. */
const parseBody = ({ status, headers }: Response, text: string, route: Route): unknown => {
  if (headers.get("content-type")?.startsWith("text/csv") === true) return text;
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedResponseError({
      code: "unexpected_response",
      message: `${route.method} ${route.path} answered ${status} with a body that is not JSON; check that baseUrl is the service's`,
      status,
      cause,
    });
  }
};

export const createSender = (settings: Settings): Send => {
  const warned = new Set<string>();

  const announce = (operation: string, headers: Headers) => {
    const deprecation = readDeprecation(operation, headers);
    if (deprecation === undefined || warned.has(operation)) return;
    warned.add(operation);
    settings.onDeprecated(deprecation);
  };

  const validate = ({ operation }: Route, { status, headers }: Response, body: unknown): unknown => {
    if (settings.validate === undefined) return body;
    try {
      return settings.validate(operation, status, body);
    } catch (cause) {
      throw new UnexpectedResponseError({
        code: "unexpected_response",
        message: `${operation} answered ${status} with a body that the contract does not describe: ${describeCause(cause)}`,
        status,
        requestId: headers.get("x-request-id"),
        cause,
      });
    }
  };

  const toAnswer = (route: Route, response: Response, text: string): AnyAnswer => {
    const { status, headers } = response;
    if (!route.statuses.has(status)) {
      throw new UnexpectedResponseError({
        code: "unexpected_response",
        message: `${route.method} ${route.path} answered ${status}, which is not in the contract; check baseUrl, proxies and the versions`,
        status,
        requestId: headers.get("x-request-id"),
      });
    }
    const body = validate(route, response, parseBody(response, text, route));
    const requestId = headers.get("x-request-id");
    return { status, body, headers, requestId, etag: headers.get("etag") as string };
  };

  /** One attempt, the body included. */
  const attempt = async (route: Route, url: string, init: RequestInit, request: Request) => {
    const { signal, timeoutMs = settings.timeoutMs } = request;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const signals = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      const response = await settings.fetch(url, { ...init, signal: signals });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      const what = `${route.method} ${route.path} got no complete response`;
      if (deadline.aborted) {
        throw new TimeoutError({ code: "timeout", message: `${what} within ${timeoutMs} ms`, cause });
      }
      const message = `${what}: ${describeCause(cause)}; check the network and baseUrl, which must not redirect`;
      throw new ConnectionError({ code: "connection_error", message, cause });
    }
  };

  return async (route, request) => {
    const url = writeUrl(settings.baseUrl, route, request);
    const fixed = writeHeaders(route, request);
    const canRepeat = isRepeatable(route, fixed);
    const { signal, maxRetries = settings.maxRetries, body } = request;
    // A redirect would carry the body and the Idempotency-Key to a server that nobody named.
    const init: RequestInit = {
      redirect: "error",
      ...settings.fetchOptions,
      ...request.fetchOptions,
      method: route.method,
    };
    if (body !== undefined) init.body = JSON.stringify(body);

    for (let retries = 0; ; retries += 1) {
      const headers = new Headers({ ...(await settings.authorize()) });
      for (const [name, value] of fixed) headers.set(name, value);
      let waitMs: number | undefined;
      try {
        const { response, text } = await attempt(route, url, { ...init, headers }, request);
        const isKeyed = fixed.has("idempotency-key");
        waitMs = waitAfter(response, { retries, isRepeatable: canRepeat, isKeyed });
        if (waitMs === undefined || retries >= maxRetries) {
          announce(route.operation, response.headers);
          return toAnswer(route, response, text);
        }
      } catch (error) {
        const isBroken = error instanceof ConnectionError || error instanceof TimeoutError;
        if (!isBroken || !canRepeat || retries >= maxRetries) throw error;
        waitMs = waitAfterFailure(retries);
      }
      await pause(waitMs, signal);
    }
  };
};
