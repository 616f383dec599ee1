import { type AnyAnswer, describeCause, pathOf, type Received, toAnswer, type Validate } from "./answer.js";
import { startDeadline } from "./deadline.js";
import { type Deprecation, readDeprecation } from "./deprecation.js";
import { ConnectionError, PetStoreError, TimeoutError } from "./errors.js";
import { isUnknownAfter, unknownOutcome, withLostAttempt } from "./lost-attempt.js";
import { type Hooks, notify } from "./hooks.js";
import { pause } from "./pause.js";
import { isInProgress, isRepeatable, readRetryAfter, waitAfter } from "./retries.js";
import type { Route } from "./route.js";
import { userAgent } from "./user-agent.js";
import { type Request, writeHeaders, writeUrl } from "./write-request.js";

export type Settings = {
  readonly baseUrl: string;
  /** Returns the header fields that contain the credential. It is called before each attempt. */
  readonly authorize: () => Promise<Readonly<Record<string, string>>>;
  readonly fetch: typeof fetch;
  readonly fetchOptions: RequestInit;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onDeprecated: (deprecation: Deprecation) => void;
  readonly validate: Validate | undefined;
} & Hooks;

export type Send = (route: Route, request: Request) => Promise<AnyAnswer>;

/** The parts of a request that do not change between attempts. */
type Call = {
  readonly route: Route;
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  readonly idempotencyKey: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

const toCall = (settings: Settings, route: Route, request: Request): Call => {
  const headers = writeHeaders(route, request);
  const { body, signal, timeoutMs = Math.max(settings.timeoutMs, route.timeoutMs) } = request;
  const init: RequestInit = {
    // Following a redirect would send the body and the Idempotency-Key to a server that the caller did not name.
    redirect: "manual",
    ...settings.fetchOptions,
    ...request.fetchOptions,
    method: route.method,
  };
  if (body !== undefined) init.body = body instanceof Blob ? body : JSON.stringify(body);
  const url = writeUrl(settings.baseUrl, route, request);
  return { route, url, init, headers, idempotencyKey: headers.get("idempotency-key"), timeoutMs, signal };
};

/**
 * Makes one attempt, from the call of the key function to the end of the response's body.
 * @throws The signal's reason, or what the key function threw.
 */
const attempt = async (settings: Settings, call: Call): Promise<Received | PetStoreError> => {
  const { route, url, init, headers, idempotencyKey, timeoutMs, signal } = call;
  const where = { operation: route.operation, path: pathOf(url), idempotencyKey };
  signal?.throwIfAborted();
  const deadline = startDeadline(timeoutMs, signal);
  let isSent = false;
  const send = async (): Promise<Received> => {
    const all = new Headers({ ...userAgent, ...(await settings.authorize()) });
    deadline.signal.throwIfAborted();
    for (const [name, value] of headers) all.set(name, value);
    isSent = true;
    const response = await settings.fetch(url, { ...init, headers: all, signal: deadline.signal });
    return { response, text: await response.text() };
  };
  try {
    return await deadline.race(send());
  } catch (cause) {
    signal?.throwIfAborted();
    const what = `${route.method} ${route.path}`;
    if (!isSent) {
      if (!deadline.isExpired()) throw cause;
      const message = `${what} got no key from apiKey within ${timeoutMs} ms; nothing was sent`;
      throw new TimeoutError({ code: "timeout", message, ...where, cause });
    }
    if (deadline.isExpired()) {
      const message = `${what} got no complete response within ${timeoutMs} ms`;
      return new TimeoutError({ code: "timeout", message, ...where, cause });
    }
    const message = `${what} got no complete response: ${describeCause(cause)}; check the network and baseUrl`;
    return new ConnectionError({ code: "connection_error", message, ...where, cause });
  } finally {
    deadline.end();
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

  const readAnswer = (received: Received, call: Call): AnyAnswer | PetStoreError => {
    try {
      return toAnswer(received, call, settings.validate);
    } catch (error) {
      if (error instanceof PetStoreError) return error;
      throw error;
    }
  };

  /** Returns the outcome of an attempt: the service's answer, or the reason why there is none. */
  const outcomeOf = async (call: Call, number: number): Promise<AnyAnswer | PetStoreError> => {
    const { operation, method } = call.route;
    const told = { operation, method, path: pathOf(call.url), attempt: number };
    notify(settings.onRequest, told);
    const startedAt = performance.now();
    let status: number | null = null;
    try {
      const received = await attempt(settings, call);
      if (received instanceof PetStoreError) return received;
      status = received.response.status;
      return readAnswer(received, call);
    } finally {
      notify(settings.onResponse, { ...told, status, durationMs: performance.now() - startedAt });
    }
  };

  return async (route, request) => {
    request.signal?.throwIfAborted();
    const call = toCall(settings, route, request);
    const { maxRetries = settings.maxRetries } = request;
    const isKeyed = call.idempotencyKey !== null;
    const isEndless = maxRetries === Number.POSITIVE_INFINITY;
    const canRepeat = isRepeatable(route, call.headers);
    let lost: PetStoreError | undefined;
    let patienceMs = maxRetries === 0 ? 0 : call.timeoutMs;
    let retries = 0;
    for (let number = 1; ; number += 1) {
      const outcome = await outcomeOf(call, number).catch((error: unknown) => {
        if (lost === undefined || request.signal?.aborted === true) throw error;
        throw unknownOutcome(lost, error);
      });
      const isError = outcome instanceof PetStoreError;
      const ended = {
        status: outcome.status,
        retryAfter: isError ? outcome.retryAfter : readRetryAfter(outcome.headers),
        isLost: outcome instanceof ConnectionError || outcome instanceof TimeoutError,
      };
      const waitMs = waitAfter(ended, { retries, isRepeatable: canRepeat, isKeyed, isEndless });
      // Waiting for the outcome of the first request with this key does not count as a retry. The service may also
      // refuse a large repeat with 503 before it reads the key.
      const isRefusedMeanwhile = lost !== undefined && isKeyed && ended.retryAfter !== null;
      const isWaiting = (isInProgress(ended, isKeyed) || isRefusedMeanwhile) && patienceMs > 0;
      if (waitMs === undefined || (retries >= maxRetries && !isWaiting)) {
        if (isError) throw lost === undefined || ended.isLost ? outcome : unknownOutcome(lost, outcome);
        announce(route.operation, outcome.headers);
        if (lost === undefined) return outcome;
        if (isUnknownAfter(outcome)) throw unknownOutcome(lost, outcome);
        return withLostAttempt(route, outcome, lost);
      }
      // A read has no other outcome than its answer, and 429 always means that the request was refused.
      if (isError && route.method !== "GET" && outcome.status !== 429) lost = outcome;
      if (isWaiting) patienceMs -= waitMs;
      else retries += 1;
      await pause(waitMs, call.signal);
    }
  };
};
