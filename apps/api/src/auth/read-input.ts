import type { Request } from "express";
import { invalidRequest } from "../errors.js";
import { describeIssues } from "../http/describe-issues.js";
import { parseBody, readBytes } from "../http/read-json-body.js";
import type { AuthRoute } from "./auth-routes.js";

const MAX_BODY_BYTES = 10_240;

const given = async (request: Request, { method }: AuthRoute): Promise<unknown> => {
  if (method === "GET") return { ...request.query };
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  return bytes.length === 0 ? undefined : parseBody(request, bytes);
};

/** Reads the body of a request, or the query of a GET, with the route's schema. @throws AppError 400, 413, 415. */
export const readInput = async (request: Request, route: AuthRoute): Promise<unknown> => {
  const read = route.input.safeParse(await given(request, route));
  if (read.success) return read.data;
  throw invalidRequest(...describeIssues(route.method === "GET" ? "query" : "body", read.error.issues));
};
