import {
  AUTH_ERRORS_PATH,
  ERRORS_PATH,
  type Problem,
  type ProblemEntry,
  PROBLEM_TYPE,
  problemTitleOf,
  problemTypeOf,
} from "@petstore/contract/routes";
import { authErrorCodes } from "@petstore/contract/auth";
import { type AppError, redactApiKeys } from "../errors.js";
import { weightOf } from "../operation/accept.js";

const JSON_NAMES = ["application/json", "application/*", "*/*"];

/**
 * Tells whether a request prefers the form of errors for programs (RFC 9110 §12.5.1). It does if `Accept` names the
 * media type of that form with at least the weight of JSON. If the weights are equal, the one that `Accept` names first
 * wins.
 */
export const prefersProblem = (accept: string | undefined): boolean => {
  if (accept === undefined || !/problem/i.test(accept)) return false;
  const weight = weightOf(accept, [PROBLEM_TYPE]) ?? 0;
  const jsonWeight = weightOf(accept, JSON_NAMES) ?? 0;
  if (weight <= 0 || weight < jsonWeight) return false;
  const field = accept.toLowerCase();
  const jsonAt = field.indexOf("application/json");
  return weight > jsonWeight || jsonAt < 0 || field.indexOf(PROBLEM_TYPE) < jsonAt;
};

const redacted = (entry: ProblemEntry): ProblemEntry => ({
  ...entry,
  detail: redactApiKeys(entry.detail).toWellFormed(),
  ...(typeof entry.given === "string" && { given: redactApiKeys(entry.given).toWellFormed() }),
});

/**
 * Returns the body of an error for programs (RFC 9457).
 * @param target - The target of the request. It determines the page that explains the code.
 */
export const problemBodyOf = (error: AppError, target: string): Omit<Problem, "code"> & { code: string } => {
  const { code, message, status } = error.body;
  const { problems = [], conflict } = error.details;
  const errors = problems.filter((problem) => typeof problem !== "string");
  const page = target.startsWith("/auth/") && Object.hasOwn(authErrorCodes, code) ? AUTH_ERRORS_PATH : ERRORS_PATH;
  return {
    type: problemTypeOf(page, code),
    title: problemTitleOf(code),
    status,
    detail: message,
    code,
    ...(errors.length > 0 && { errors: errors.map(redacted) }),
    ...(conflict !== undefined && { conflict }),
  };
};
