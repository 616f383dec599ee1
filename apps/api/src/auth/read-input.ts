import type { Request } from "express";
import type { RequestContext } from "../gate/request-context.js";
import { invalidRequest } from "../errors.js";
import { describeIssues } from "../http/describe-issues.js";
import { parseBody, readBytes } from "../http/read-json-body.js";
import type { AuthRoute } from "./auth-routes.js";

const MAX_BODY_BYTES = 10_240;

/** Reads the body of a request that has one. @throws AppError 413. */
export const readInputBytes = async (context: RequestContext, { method }: AuthRoute): Promise<Buffer | undefined> =>
  method === "GET" ? undefined : readBytes(context, MAX_BODY_BYTES);

const given = (request: Request, bytes: Buffer | undefined): unknown => {
  if (bytes === undefined) return { ...request.query };
  return bytes.length === 0 ? undefined : parseBody(request, bytes);
};

/** Parses the body of a request, or the query of a GET, with the route's schema. @throws AppError 400, 415. */
export const parseInput = (request: Request, route: AuthRoute, bytes: Buffer | undefined): unknown => {
  const read = route.input.safeParse(given(request, bytes));
  if (read.success) return read.data;
  throw invalidRequest(...describeIssues(route.method === "GET" ? "query" : "body", read.error.issues));
};
