import { ConnectionError, type ErrorCode, TimeoutError } from "@petstore/contract/client";
import { t } from "../../texts";

/** Any code of `/v1` or `/auth`, or the reason why there is no answer. */
export type FailureCode = ErrorCode | "offline" | "timeout" | "unexpected" | "cancelled" | (string & {});

/** A failed request. `message` is for people, `code` for the page. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: FailureCode;
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /** The value of `X-Request-Id`, which identifies the line in the service's log. */
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  /** The id of what the request conflicts with, for example of the customer who has the e-mail address. */
  readonly conflictId: number | undefined;
  /** When the failure arrived, in ms since 1970. */
  readonly at = Date.now();

  constructor(
    code: FailureCode,
    message: string,
    status = 0,
    requestId: string | null = null,
    retryAfterMs: number | null = null,
    conflictId?: number,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.conflictId = conflictId;
  }
}

/**
 * Tells whether the message is English. Messages of the service and of the contract are; failures without an answer of
 * the service have a message in the language of the page.
 */
export const isEnglish = ({ status, message }: ApiError): boolean => status > 0 && message !== t.common.unexpected;

/** A response of any operation of `/v1` or `/auth`. */
export type AnyResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** The error in the form for programs, which the client of `/v1` asks for. */
  readonly problem?: unknown;
};

const field = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;

export const toApiError = ({ status, body, headers, problem }: AnyResponse): ApiError => {
  const message = field(body, "message");
  const code = field(body, "code");
  const conflictId = field(field(problem, "conflict"), "id");
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new ApiError(
    typeof code === "string" ? code : "unexpected",
    typeof message === "string" ? message : t.common.unexpected,
    status,
    headers.get("x-request-id"),
    Number.isFinite(seconds) ? seconds * 1_000 : null,
    typeof conflictId === "number" ? conflictId : undefined,
  );
};

/** @param error - What the client's promise was rejected with. */
export const toFailure = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  if (error instanceof DOMException && error.name === "AbortError") return error;
  const isLate = error instanceof TimeoutError || (error instanceof DOMException && error.name === "TimeoutError");
  if (isLate) return new ApiError("timeout", t.common.timeout);
  if (error instanceof ConnectionError) return new ApiError("offline", t.common.offline);
  return new ApiError("unexpected", t.common.unexpected);
};

/** Whether the same request may succeed later, because nothing is wrong with it. */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 429 || error.status === 503 || error.code === "offline" || error.code === "timeout");

/**
 * Tells whether the service has refused a write and has stored that outcome under its `Idempotency-Key`, so that the
 * next try must be a new request. A 429 is not an outcome, and neither is a first try that is still running.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== "idempotency_key_in_use";

/** Tells whether a read is worth repeating later, because the request itself is not at fault. */
export const mayPass = (error: unknown): error is ApiError =>
  isTemporary(error) || (error instanceof ApiError && error.status >= 500);

const REFRESH_MS = 15_000;

/** Returns after how many ms a read is sent again automatically. */
export const nextTryMs = ({ retryAfterMs }: ApiError): number => Math.max(retryAfterMs ?? 0, REFRESH_MS);
