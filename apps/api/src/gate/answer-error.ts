import type { ServerResponse } from "node:http";
import { PROBLEM_TYPE } from "@petstore/contract/routes";
import { isDatabaseUnavailable, isStatementTimeout } from "../database/errors.js";
import { AppError, internalError, queryTooSlow, serviceUnavailable } from "../errors.js";
import { prefersProblem, problemBodyOf } from "../request/problem-body.js";
import { contextOf } from "../request/request-context.js";

const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isStatementTimeout(error)) return queryTooSlow(error);
  return isDatabaseUnavailable(error) ? serviceUnavailable(error) : internalError(error);
};

export const answerError = (response: ServerResponse, error: unknown): void => {
  const refusal = asAppError(error);
  contextOf(response).fields.applyToResponse();
  // A refusal without a cause, for example during an overload, is not logged as a failure.
  if (refusal.cause !== undefined) contextOf(response).error = refusal.cause;
  if (response.writableEnded) return;
  // Closing the connection tells the client that the response it has started to read is incomplete.
  if (response.headersSent) return void response.destroy();
  const { request, url } = contextOf(response);
  const isProblem = prefersProblem(request.headers.accept);
  const body = Buffer.from(JSON.stringify(isProblem ? problemBodyOf(refusal, url) : refusal.body));
  const vary = response.getHeader("Vary");
  response.writeHead(refusal.status, {
    ...refusal.headers,
    Vary: vary === undefined ? "Accept" : `${String(vary)}, Accept`,
    "Content-Type": isProblem ? PROBLEM_TYPE : "application/json; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(body);
};
