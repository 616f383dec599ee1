import { Stream } from "node:stream";
import { BASE_PATH, contract } from "@petstore/contract/routes";
import { type AppRoute, type AppRouter, isAppRoute } from "@ts-rest/core";
import { createExpressEndpoints, type RequestValidationError, type TsRestRequestHandler } from "@ts-rest/express";
import { type Express, type Request, type Response, Router } from "express";
import type { z } from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Principal } from "../operation/principal.js";
import type { Tracing } from "../tracing/tracing.js";
import { contextOf, type RequestContext } from "../request/request-context.js";
import { invalidRequest, resourceNotFound } from "../errors.js";
import type { AnyAnswer } from "../operation/operation.js";
import type { OperationTree, Operations, RunMutations } from "../operation/operations.js";
import type { MutationDeps } from "../operation/run-mutation.js";
import { TextStream } from "../operation/text-stream.js";
import { describeIssues } from "../request/describe-issues.js";
import { flowOf, runInLane } from "../request/lane-turn.js";
import { callOf } from "./mutation-call.js";
import { traceOperation } from "../tracing/trace-operation.js";
import { sendTextStream } from "./send-text-stream.js";
import { assertMatchesContract, unsupportedPreconditions } from "../request/conditional-requests.js";
import { createWatchAccess } from "./watch-access.js";
import { withConditionalHeaders } from "./conditional-headers.js";

type Input = { headers: Record<string, string | undefined>; req: Request; res: Response };
type AnyRead = (input: Input, flow: Flow, caller?: Principal) => Promise<AnyAnswer>;

/**
 * ts-rest leaves a response alone if its body is a stream. Each response gets one of its own, because ts-rest listens
 * to it.
 */
class AlreadySent extends Stream {}

const handlerOf = (deps: HandlerDeps, route: AppRoute, operation: AnyRead | undefined) => {
  const stream = async (exchange: Input, answer: AnyAnswer, body: TextStream): Promise<AnyAnswer> => {
    if (deps.isResponseValidated) assertMatchesContract(route, answer);
    await sendTextStream(exchange, route, { ...answer, body });
    return { status: answer.status, body: new AlreadySent() };
  };
  const attend = async (context: RequestContext, work: (more: object) => Promise<AnyAnswer>) => {
    const { signal, close } = deps.watchAccess(context);
    const noteWait = (ms: number) => void (context.waitedMs = ms);
    return work({ answerType: context.answerType, signal, noteWait }).finally(close);
  };
  const run = async (input: Input): Promise<AnyAnswer> => {
    const context = contextOf(input.res);
    if (operation === undefined) {
      const problems = unsupportedPreconditions(route, input.req.headers);
      if (problems.length > 0) throw invalidRequest(...problems);
      return runInLane(deps, context, () => deps.runMutations.of(route)(callOf(input, input as never), true));
    }
    const read = async (given: Input) => {
      const found = await operation(given, flowOf(context), context.principal);
      return found.body instanceof TextStream ? stream(input, found, found.body) : found;
    };
    const answer = await runInLane(deps, context, () =>
      context.answerType === undefined ? read(input) : attend(context, (more) => read({ ...input, ...more })),
    );
    if (!(304 in route.responses)) return answer;
    return withConditionalHeaders(answer, input.headers["if-none-match"], input.res, route);
  };
  return async (input: Input) => {
    const answer = await run(input);
    const { headers = {}, status, body } = answer;
    if (body instanceof AlreadySent) return { status, body };
    if (deps.isResponseValidated) assertMatchesContract(route, answer);
    // The response headers are set here, because ts-rest does not set them.
    for (const [name, value] of Object.entries(headers)) input.res.setHeader(name, value);
    return { status, body };
  };
};

type MountDeps = MutationDeps &
  Parameters<typeof createWatchAccess>[0] & {
    readonly isResponseValidated: boolean;
    readonly tracing: Tracing | undefined;
    readonly runMutations: RunMutations;
  };

type HandlerDeps = MountDeps & { readonly watchAccess: ReturnType<typeof createWatchAccess> };

const handlersOf = (deps: HandlerDeps, routes: AppRouter, operations: OperationTree): object =>
  Object.fromEntries(
    Object.entries(routes).map(([name, entry]) => {
      const operation = operations[name];
      if (!isAppRoute(entry)) return [name, handlersOf(deps, entry, operation as OperationTree)];
      const read = entry.method === "GET" ? traceOperation(deps.tracing, name, operation as AnyRead) : undefined;
      return [name, handlerOf(deps, entry, read)];
    }),
  );

const issuesOf = (error: unknown) => (error as z.ZodError | null)?.issues ?? [];

type RefusedRequest = { readonly tsRestRoute: AppRoute } & Pick<Request, "headers">;

/**
 * Answers 404 to an invalid path parameter, as the published interface requires. A PUT may create what its path names,
 * so there it counts as invalid input.
 */
const refuse = (error: RequestValidationError, { tsRestRoute, headers }: RefusedRequest): never => {
  const pathIssues = issuesOf(error.pathParams);
  if (pathIssues.length > 0 && tsRestRoute.method !== "PUT")
    throw resourceNotFound(...describeIssues("path", pathIssues));
  throw invalidRequest(
    ...unsupportedPreconditions(tsRestRoute, headers),
    ...describeIssues("path", pathIssues),
    ...describeIssues("header", issuesOf(error.headers)),
    ...describeIssues("query", issuesOf(error.query)),
    ...describeIssues("body", issuesOf(error.body)),
  );
};

/** Checks that Express matches the same route as the gate, which has checked access to that route only. */
const checkGate: TsRestRequestHandler<typeof contract> = (request, response, next) => {
  if (contextOf(response).route?.route !== request.tsRestRoute)
    throw new TypeError("Express matched a route that the gate did not admit.");
  next();
};

export const mountContract = (app: Express, deps: MountDeps, operations: Operations<typeof contract>): void => {
  const router = Router({ caseSensitive: true, strict: true });
  createExpressEndpoints(
    contract,
    handlersOf({ ...deps, watchAccess: createWatchAccess(deps) }, contract, operations) as never,
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
