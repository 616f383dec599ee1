import { errorExample, resourceOf } from "../document/error-examples.js";
import { ERRORS_PATH } from "../http/documentation-pages.js";
import { type ErrorCode, errorCodes } from "../http/errors.js";
import {
  PROBLEM_TYPE,
  type ProblemConflict,
  type ProblemEntry,
  problemTitleOf,
  problemTypeOf,
} from "../http/problem.js";
import type { ContractRoute } from "../http/routes.js";

type Details = {
  /** The message; what the documents show for the code by default. */
  readonly message?: string;
  readonly problems?: readonly (string | ProblemEntry)[];
  readonly conflict?: ProblemConflict;
  readonly headers?: Readonly<Record<string, string>>;
};

const sentencesOf = (problems: readonly (string | ProblemEntry)[]): string =>
  problems.map((problem) => (typeof problem === "string" ? problem : problem.detail)).join("; ");

/** An error that the test service returns. */
export class Failure extends Error {
  override name = "Failure";
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? (details.problems ? sentencesOf(details.problems) : errorCodes[code].example));
    this.code = code;
    this.details = details;
  }

  /**
   * Returns the form of the error that the `Accept` of a request asks for: the form for programs or the published one.
   */
  toResponse(accept: string): Response {
    const { code, message, details } = this;
    const { status } = errorCodes[code];
    const entries = (details.problems ?? []).filter((problem) => typeof problem !== "string");
    const isForPrograms = accept.startsWith(PROBLEM_TYPE);
    const body = isForPrograms
      ? {
          type: problemTypeOf(ERRORS_PATH, code),
          title: problemTitleOf(code),
          status,
          detail: message,
          code,
          ...(entries.length > 0 && { errors: entries }),
          ...(details.conflict && { conflict: details.conflict }),
        }
      : { code, message, status };
    const type = isForPrograms ? PROBLEM_TYPE : "application/json; charset=utf-8";
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": type, vary: "Accept", ...details.headers },
    });
  }
}

/** The failure of a route with the message that the documents show for the code. */
export const failureOf = ({ route }: ContractRoute, code: ErrorCode, details: Details = {}): Failure =>
  new Failure(code, { message: errorExample(route, code), ...details });

/** Returns the noun for the resource of a path, such as `webhook endpoint`. */
export const nounOf = ({ route }: ContractRoute): string => resourceOf(route)?.noun ?? "resource";

export const notFound = (noun: string, id: unknown): Failure =>
  new Failure("not_found", { message: `there is no ${noun} with id ${String(id)}` });
