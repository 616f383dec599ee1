import { BASE_PATH, contract } from "@petstore/contract";
import { type AppRoute, type AppRouter, isAppRoute } from "@ts-rest/core";
import { createExpressEndpoints, type RequestValidationError, type TsRestRequestHandler } from "@ts-rest/express";
import { type Express, type Request, type Response, Router } from "express";
import type { z } from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Deps } from "../deps.js";
import { contextOf } from "../gate/request-context.js";
import { invalidRequest, resourceNotFound } from "../errors.js";
import type { AnyAnswer, Change, Operation } from "../operation/operation.js";
import { describeIssues } from "./describe-issues.js";
import { flowOf, runInLane } from "./lane-turn.js";
import { runMutation, type MutationDeps } from "./run-mutation.js";
import { assertMatchesContract, withConditionalHeaders } from "./conditional-requests.js";

/** The operations of a router of the contract, by their names. */
export type Operations<Routes extends AppRouter> = {
  [Name in keyof Routes]: Routes[Name] extends AppRoute
    ? Operation<Routes[Name]>
    : Routes[Name] extends AppRouter
      ? Operations<Routes[Name]>
      : never;
};

type Input = { headers: Record<string, string | undefined>; req: Request; res: Response };
type AnyOperation = (input: Input, context: Change | Flow) => Promise<AnyAnswer>;
type Tree<Leaf> = { [name: string]: Tree<Leaf> | Leaf };

/** What ts-rest calls: the operation, with what belongs to each operation of its kind around it. */
const handlerOf = (
  deps: MutationDeps & Pick<Deps, "isResponseValidated">,
  route: AppRoute,
  operation: AnyOperation,
) => {
  const carryOut = async (input: Input): Promise<AnyAnswer> => {
    const context = contextOf(input.res);
    if (route.method !== "GET") {
      return runInLane(deps, context, () => runMutation(deps, input, (change) => operation(input, change)));
    }
    const answer = await runInLane(deps, context, () => operation(input, flowOf(context)));
    return 304 in route.responses ? withConditionalHeaders(answer, input.headers["if-none-match"], input.res) : answer;
  };
  return async (input: Input) => {
    const answer = await carryOut(input);
    const { headers = {}, status, body } = answer;
    if (deps.isResponseValidated) assertMatchesContract(route, answer);
    // ts-rest knows no response headers: they are set here, before it answers.
    for (const [name, value] of Object.entries(headers)) input.res.setHeader(name, value);
    return { status, body };
  };
};

const handlersOf = (
  deps: MutationDeps & Pick<Deps, "isResponseValidated">,
  routes: AppRouter,
  operations: Tree<AnyOperation>,
): object =>
  Object.fromEntries(
    Object.entries(routes).map(([name, entry]) => {
      const operation = operations[name] as Tree<AnyOperation> & AnyOperation;
      return [name, isAppRoute(entry) ? handlerOf(deps, entry, operation) : handlersOf(deps, entry, operation)];
    }),
  );

const issuesOf = (error: unknown) => (error as z.ZodError | null)?.issues ?? [];

/** All problems of a request in one refusal; a path parameter that can name nothing is a 404, as the interface has it. */
const refuse = (error: RequestValidationError): never => {
  const pathIssues = issuesOf(error.pathParams);
  if (pathIssues.length > 0) throw resourceNotFound(...describeIssues("path", pathIssues));
  throw invalidRequest(
    ...describeIssues("header", issuesOf(error.headers)),
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
 * @param deps - `isResponseValidated` holds each answer against the contract too (in tests); a breach is a 500.
 */
export const mountContract = (
  app: Express,
  deps: MutationDeps & Pick<Deps, "isResponseValidated">,
  operations: Operations<typeof contract>,
): void => {
  const router = Router({ caseSensitive: true, strict: true });
  createExpressEndpoints(
    contract,
    handlersOf(deps, contract, operations as unknown as Tree<AnyOperation>) as never,
    router as never,
    {
      logInitialization: false,
      responseValidation: false,
      globalMiddleware: [checkGate as never],
      requestValidationErrorHandler: refuse,
    },
  );
  app.use(BASE_PATH, router);
};
