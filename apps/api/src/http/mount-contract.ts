import { BASE_PATH, contract } from "@petstore/contract";
import type { AppRoute, AppRouter } from "@ts-rest/core";
import { createExpressEndpoints, type RequestValidationError, type TsRestRequestHandler } from "@ts-rest/express";
import { type Express, type Response, Router } from "express";
import type { z } from "zod";
import { contextOf } from "../gate/request-context.js";
import { invalidRequest, resourceNotFound } from "../errors.js";
import type { Operation } from "../operation.js";
import { describeIssues } from "./describe-issues.js";

/** The operations of a router of the contract, by their names. */
export type Operations<Routes extends AppRouter> = {
  [Name in keyof Routes]: Routes[Name] extends AppRoute
    ? Operation<Routes[Name]>
    : Routes[Name] extends AppRouter
      ? Operations<Routes[Name]>
      : never;
};

type AnyOperation = (input: never) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;
type Tree = { [name: string]: Tree | AnyOperation };

/** ts-rest knows no response headers: they are set here, before it answers. */
const withHeaders = (operation: AnyOperation) => async (input: { res: Response }) => {
  const { headers = {}, ...answer } = await operation(input as never);
  input.res.setHeaders(new Map(Object.entries(headers)));
  return answer;
};

const withHeadersAll = (tree: Tree): object =>
  Object.fromEntries(
    Object.entries(tree).map(([name, entry]) => [
      name,
      typeof entry === "function" ? withHeaders(entry) : withHeadersAll(entry),
    ]),
  );

const issuesOf = (error: unknown) => (error as z.ZodError | null)?.issues ?? [];

/** All problems of a request in one refusal; a path parameter that can name nothing is a 404, as the interface has it. */
const refuse = (error: RequestValidationError): never => {
  const pathIssues = issuesOf(error.pathParams);
  if (pathIssues.length > 0) throw resourceNotFound(...describeIssues("path", pathIssues));
  throw invalidRequest(
    ...describeIssues("query", issuesOf(error.query)),
    ...describeIssues("body", issuesOf(error.body)),
  );
};

/** The gate has settled who may do what; should Express ever read a path in another way, this is where it ends. */
const checkGate: TsRestRequestHandler<typeof contract> = (request, response, next) => {
  if (contextOf(response).route?.route !== request.tsRestRoute)
    throw new TypeError("The gate did not let this route in.");
  next();
};

/**
 * Serves the contract's routes below `/v1` through @ts-rest/express: it validates each request with the route's schemas
 * and hands what they read to the operation.
 * @param isResponseValidated - Holds each answer against the contract too (in tests); a breach is a 500.
 */
export const mountContract = (
  app: Express,
  operations: Operations<typeof contract>,
  isResponseValidated: boolean,
): void => {
  const router = Router({ caseSensitive: true, strict: true });
  createExpressEndpoints(contract, withHeadersAll(operations as unknown as Tree) as never, router as never, {
    logInitialization: false,
    responseValidation: isResponseValidated,
    globalMiddleware: [checkGate as never],
    requestValidationErrorHandler: refuse,
  });
  app.use(BASE_PATH, router);
};
