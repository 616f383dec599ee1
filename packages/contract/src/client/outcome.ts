import type { AnyAnswer } from "./answer.js";
import { isErrorBody } from "./error-body.js";
import { PetStoreError, UnexpectedResponseError } from "./errors.js";
import { errorClasses } from "./generated/errors.js";
import { readRetryAfter } from "./retries.js";
import type { Route } from "./route.js";

/**
 * Later versions may add codes. An error with a code that this version does not know is a plain {@link PetStoreError}.
 */
const classOf = (code: string): typeof PetStoreError =>
  Object.hasOwn(errorClasses, code) ? errorClasses[code as keyof typeof errorClasses] : PetStoreError;

const toError = (operation: string, answer: AnyAnswer): PetStoreError => {
  const { status, body, headers, requestId, idempotencyKey, lostAttempt, problem, path } = answer;
  const { errors = [], conflict = null } = problem ?? {};
  const told = { errors, conflict, operation, path };
  const facts = { status, requestId, idempotencyKey, retryAfter: readRetryAfter(headers), cause: lostAttempt, ...told };
  if (isErrorBody(body)) return new (classOf(body.code))({ code: body.code, message: body.message, ...facts });
  const reason =
    status < 300
      ? "a success that this version of @petstore/contract does not know; update the package, or call the operation of the client that does not throw"
      : "which has no body to return";
  const message = `${operation} answered ${status}, ${reason}`;
  return new UnexpectedResponseError({ code: "unexpected_response", message, ...facts });
};

/** @throws {PetStoreError} if the status is not a success that the contract declares. */
export const successOrThrow = ({ operation, statuses }: Route, answer: AnyAnswer): AnyAnswer => {
  if (answer.status < 300 && statuses.has(answer.status)) return answer;
  throw toError(operation, answer);
};
