import { Stream } from "node:stream";
import { BASE_PATH, contract } from "@petstore/contract/routes";
import { type AppRoute, type AppRouter, isAppRoute } from "@ts-rest/core";
import { createExpressEndpoints } from "@ts-rest/express";
import { type Express, type Request, type Response, Router } from "express";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Principal } from "../operation/principal.js";
import type { Tracing } from "../tracing/tracing.js";
import { contextOf, type RequestContext } from "../request/request-context.js";
import type { AnyAnswer, Input } from "../operation/operation.js";
import type { OperationTree, Operations, RunMutations } from "../operation/operations.js";
import type { MutationDeps } from "../operation/run-mutation.js";
import { BodyStream } from "../operation/body-stream.js";
import { flowOf, runInLane } from "../request/lane-turn.js";
import { callOf } from "../request/mutation-call.js";
import { parseInput } from "../request/parse-input.js";
import { traceOperation } from "../tracing/trace-operation.js";
import { sendBodyStream } from "./send-body-stream.js";
import { assertMatchesContract } from "../request/response-validation.js";
import { createWatchAccess } from "./watch-access.js";
import { withConditionalHeaders } from "./conditional-headers.js";

type Exchange = { readonly req: Request; readonly res: Response };
type AnyRead = (input: Input<AppRoute>, flow: Flow, caller?: Principal) => Promise<AnyAnswer>;

/**
 * ts-rest does not send a response whose body is a stream. Each response gets its own stream, because ts-rest adds
 * listeners to it.
 */
class AlreadySent extends Stream {}

const handlerOf = (deps: HandlerDeps, route: AppRoute, operation: AnyRead | undefined) => {
  const stream = async (exchange: Exchange, answer: AnyAnswer, body: BodyStream): Promise<AnyAnswer> => {
    if (deps.isResponseValidated) assertMatchesContract(route, answer);
    await sendBodyStream(exchange, route, { ...answer, body });
    return { status: answer.status, body: new AlreadySent() };
  };
  const attend = async (context: RequestContext, work: (more: object) => Promise<AnyAnswer>) => {
    const { signal, close } = deps.watchAccess(context);
    const noteWait = (ms: number) => void (context.waitedMs = ms);
    return work({ answerType: context.answerType, signal, noteWait }).finally(close);
  };
  const run = async (exchange: Exchange): Promise<AnyAnswer> => {
    const { req, res } = exchange;
    const context = contextOf(res);
    // Express must match the same route as the gate, because the gate has checked the access to that route.
    if (context.route?.route !== route) throw new TypeError("Express matched a route that the gate did not admit.");
    const { originalUrl: target, headers } = req;
    const { input, refusal } = parseInput(route, { target, headers, readBody: () => req.body });
    if (input === undefined) throw refusal();
    if (operation === undefined) {
      return runInLane(deps, context, () => {
        const call = callOf(context, route, input);
        context.wasRunIdempotently = call.keyed !== undefined;
        return deps.runMutations.of(route)(call, true);
      });
    }
    const read = async (more: object) => {
      const found = await operation({ ...input, ...more }, flowOf(context), context.principal);
      return found.body instanceof BodyStream ? stream(exchange, found, found.body) : found;
    };
    const answer = await runInLane(deps, context, () =>
      context.answerType === undefined ? read({}) : attend(context, read),
    );
    return 304 in route.responses ? withConditionalHeaders(deps, answer, { route, input }, res) : answer;
  };
  return async (exchange: Exchange) => {
    const answer = await run(exchange);
    const { headers = {}, status, body } = answer;
    if (body instanceof AlreadySent) return { status, body };
    if (deps.isResponseValidated) assertMatchesContract(route, answer);
    // The response headers are set here, because ts-rest does not set them.
    for (const [name, value] of Object.entries(headers)) exchange.res.setHeader(name, value);
    return { status, body };
  };
};

type MountDeps = MutationDeps &
  Parameters<typeof withConditionalHeaders>[0] &
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

/**
 * ts-rest would check requests itself and answer with errors that differ from the errors of the fast path. `parseInput`
 * checks requests for both.
 */
const withoutSchemas = (routes: AppRouter): AppRouter =>
  Object.fromEntries(
    Object.entries(routes).map(([name, entry]) => [
      name,
      isAppRoute(entry)
        ? ({ ...entry, pathParams: null, query: null, headers: null, body: null } as unknown as AppRoute)
        : withoutSchemas(entry),
    ]),
  );

export const mountContract = (app: Express, deps: MountDeps, operations: Operations<typeof contract>): void => {
  const router = Router({ caseSensitive: true, strict: true });
  createExpressEndpoints(
    withoutSchemas(contract),
    handlersOf({ ...deps, watchAccess: createWatchAccess(deps) }, contract, operations) as never,
    router as never,
    {
      logInitialization: false,
      responseValidation: false,
    },
  );
  app.use(BASE_PATH, router);
};
