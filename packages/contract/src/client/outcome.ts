import { PetStoreError, UnexpectedResponseError } from "./errors.js";
import { errorClasses } from "./generated/errors.js";
import { readRetryAfter } from "./retries.js";
import type { AnyAnswer } from "./sender.js";

const isErrorBody = (body: unknown): body is { readonly code: string; readonly message: string } =>
  typeof body === "object" && body !== null && "code" in body && "message" in body;

/** Codes may be added: one that this version does not know is a plain {@link PetStoreError}. */
const classOf = (code: string): typeof PetStoreError =>
  Object.hasOwn(errorClasses, code) ? errorClasses[code as keyof typeof errorClasses] : PetStoreError;

const toError = (operation: string, { status, body, headers, requestId }: AnyAnswer): PetStoreError => {
  if (!isErrorBody(body)) {
    const message = `${operation} answered ${status}, which has no body to return`;
    return new UnexpectedResponseError({ code: "unexpected_response", message, status, requestId });
  }
  const { code, message } = body;
  return new (classOf(code))({ code, message, status, requestId, retryAfter: readRetryAfter(headers) });
};

/** @throws {PetStoreError} unless the status is below 300. */
export const successOrThrow = (operation: string, answer: AnyAnswer): AnyAnswer => {
  if (answer.status < 300) return answer;
  throw toError(operation, answer);
};
