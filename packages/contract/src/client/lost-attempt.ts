import { type AnyAnswer, describeCause } from "./answer.js";
import { isErrorBody } from "./error-body.js";
import { PetStoreError } from "./errors.js";
import { readRetryAfter } from "./retries.js";
import type { Route } from "./route.js";

/**
 * Tells whether it is still unknown, after the answer to a repeat, whether the first attempt was carried out. A refusal
 * of the repeat alone, such as 503, says nothing about the first attempt. Any other answer is either the outcome that
 * is stored for the key, or shows the state that the repeat found.
 */
export const isUnknownAfter = ({ status, body }: AnyAnswer): boolean =>
  [401, 403, 408, 429].includes(status) ||
  status >= 500 ||
  (status === 409 && isErrorBody(body) && body.code === "idempotency_key_in_use");

const describe = (last: unknown): string => {
  if (!(last instanceof Error)) {
    const { status, body } = last as AnyAnswer;
    return `the response to the repeat was ${status}${isErrorBody(body) ? ` (${body.message})` : ""}`;
  }
  return last instanceof PetStoreError ? last.message : `the repeat was not sent: ${describeCause(last)}`;
};

/**
 * Makes the error of a request whose first attempt was lost, when its repeats say nothing about that attempt. The error
 * has the class of the lost attempt's error, so that callers do not mistake a later 503 for the outcome.
 */
export const unknownOutcome = (lost: PetStoreError, last: unknown): PetStoreError => {
  const { code, status, requestId, idempotencyKey, operation, path } = lost;
  const remedy =
    idempotencyKey === null ? "read the resource" : `send it again with the Idempotency-Key ${idempotencyKey}`;
  const message = `${lost.message}. It may have been carried out, and ${describe(last)}; ${remedy} to find out`;
  let retryAfter: number | null = null;
  if (last instanceof PetStoreError) ({ retryAfter } = last);
  else if (!(last instanceof Error)) retryAfter = readRetryAfter((last as AnyAnswer).headers);
  const Lost = lost.constructor as typeof PetStoreError;
  return new Lost({ code, message, status, requestId, retryAfter, idempotencyKey, operation, path, cause: lost });
};

/**
 * If a DELETE finds nothing after a lost attempt, the resource is deleted. This does not hold for a DELETE that answers
 * 200, because its resource can still be read afterwards.
 */
export const withLostAttempt = (route: Route, answer: AnyAnswer, lostAttempt: PetStoreError): AnyAnswer => {
  const isGone = answer.status === 404 && isErrorBody(answer.body) && answer.body.code === "not_found";
  const isDone = isGone && route.method === "DELETE" && route.statuses.has(204) && !route.statuses.has(200);
  return { ...answer, lostAttempt, ...(isDone && { status: 204, body: undefined, problem: null }) };
};
