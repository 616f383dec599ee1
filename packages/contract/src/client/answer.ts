import { errorBodyOf, isErrorBody, isProblem } from "./error-body.js";
import { UnexpectedResponseError } from "./errors.js";
import { isRedirect, targetOf } from "./redirects.js";
import { readRetryAfter } from "./retries.js";
import type { Route } from "./route.js";
import type { TaggedAnswer } from "./types.js";

/**
 * Checks the body of a response, and returns what the caller gets.
 * @throws If the body does not match its declaration.
 */
export type Validate = (operation: string, status: number, body: unknown) => unknown;

export type AnyAnswer = TaggedAnswer<number, unknown> & {
  /** The path of the request without its query. */
  readonly path: string;
};

/** A response with its whole body. */
export type Received = { readonly response: Response; readonly text: string };

type Asked = { readonly route: Route; readonly url: string; readonly idempotencyKey: string | null };

/** The path of a request, without its query, which may contain personal data. `url` may be relative on a page. */
export const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?]*/i, "").replace(/\?.*$/s, "");

export const describeCause = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
};

/** Returns a body that is not JSON, such as CSV, as a string. */
const parseBody = ({ headers }: Response, text: string): unknown => {
  if (headers.get("content-type")?.startsWith("text/csv") === true) return text;
  return text === "" ? undefined : JSON.parse(text);
};

/**
 * Tells whether a response that is not an expected success comes from the service itself and not from a proxy in front
 * of it. A later version of the service may add a status. But its errors have the same body as all errors, and all its
 * responses have an `X-Request-Id`.
 */
const isService = ({ status, headers }: Response, body: unknown): boolean =>
  status < 400 ? headers.has("x-request-id") : isErrorBody(body) && body.status === status;

/** @throws {UnexpectedResponseError} if the service cannot have sent this response, or if `validate` refuses it. */
export const toAnswer = (
  { response, text }: Received,
  { route, url, idempotencyKey }: Asked,
  validate: Validate | undefined,
): AnyAnswer => {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id");
  const path = pathOf(url);
  const refuse = (problem: string, cause?: unknown) => {
    const message = `${route.method} ${route.path} ${problem}`;
    const retryAfter = readRetryAfter(headers);
    const code = "unexpected_response";
    const where = { operation: route.operation, path };
    return new UnexpectedResponseError({
      code,
      message,
      status,
      requestId,
      retryAfter,
      idempotencyKey,
      cause,
      ...where,
    });
  };
  if (isRedirect(response)) {
    const what = `was redirected to ${targetOf(response, url)}, which the client does not follow`;
    throw refuse(`${what}; set baseUrl to the service's own address`);
  }
  const remedy = "check baseUrl and proxies";
  let body: unknown;
  try {
    body = parseBody(response, text);
  } catch (cause) {
    throw refuse(`answered ${status} with a body that is not JSON; ${remedy}`, cause);
  }
  const problem = status >= 400 && isProblem(body) ? body : null;
  if (problem !== null) body = errorBodyOf(problem);
  if (!route.statuses.has(status) && !isService(response, body)) {
    throw refuse(`answered ${status}, but not as the contract says; ${remedy}`);
  }
  try {
    body = validate === undefined ? body : validate(route.operation, status, body);
  } catch (cause) {
    throw refuse(`answered ${status} with a body that the contract does not describe: ${describeCause(cause)}`, cause);
  }
  const etag = headers.get("etag") as string;
  return { status, body, headers, requestId, idempotencyKey, lostAttempt: null, problem, etag, path };
};
