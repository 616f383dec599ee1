import { type ContractRoute, listRoutes } from "@petstore/contract/routes";
import { authContract, authRouteMetadata, MAX_AUTH_BODY_BYTES } from "@petstore/contract/auth";
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from "express";
import { clientAddressHeader } from "./accounts/names.js";
import { openStaffAuth } from "./accounts/open-staff-auth.js";
import type { StaffAuth } from "./accounts/staff-auth.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Logger } from "pino";
import type { PrincipalCache } from "../credentials/principal-cache.js";
import type { Lanes } from "../concurrency/lanes.js";
import { AppError, methodNotAllowed, pathNotFound } from "../errors.js";
import { createClientAddress, networkOf } from "../request/client-address.js";
import { contextOf, type RequestContext } from "../request/request-context.js";
import { assertMatchesContract } from "../request/response-validation.js";
import { readKeylessBytes } from "../request/body/read-body.js";
import { holdBody } from "../request/body/receive-body.js";
import { groupBy } from "../operation/group-by.js";
import type { AuthDeps } from "./auth-parts.js";
import type { AuthAnswer, AuthCall, AuthOperationId } from "./auth-operation.js";
import { createAuthOperations } from "./auth-operations.js";
import { checkCaller } from "./check-caller.js";
import { checkProof } from "./check-proof.js";
import { createOriginCheck } from "./check-origin.js";
import { readInput } from "./read-input.js";
import { lacksSecondFactor } from "./second-factor-policy.js";
import { readSignedIn } from "./signed-in.js";

type MountDeps = AuthDeps & {
  readonly log: Logger;
  readonly principals: PrincipalCache;
  readonly lanes: Lanes;
  readonly isResponseValidated: boolean;
};

/** Opens better-auth once. After a failure, the next request tries again. */
const createOpening = (deps: MountDeps) => {
  let opening: Promise<StaffAuth> | undefined;
  return () =>
    (opening ??= openStaffAuth(deps).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
};

const MAX_USER_AGENT_LENGTH = 400;

/** No other header field of the client is passed to better-auth. */
const headersOf = ({ headers }: Request, address: string | undefined): Headers => {
  const shown = {
    cookie: headers.cookie,
    "user-agent": headers["user-agent"]?.slice(0, MAX_USER_AGENT_LENGTH),
    [clientAddressHeader]: address,
  };
  return new Headers(Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined));
};

/** Requests for a sign-in have no key yet, so the lane is shared fairly between networks. */
const flowOf = (address = ""): Flow => {
  const network = `network ${networkOf(address)}`;
  return { account: network, key: network };
};

const readBody = (context: RequestContext) =>
  readKeylessBytes(context, MAX_AUTH_BODY_BYTES, networkOf(context.clientAddress ?? ""));

/**
 * The POST routes that end no sessions. All other POST routes may end sessions, and the principals of these sessions'
 * keys may be cached.
 */
const keepingKeys = new Set([
  "signIn",
  "signInWithTotp",
  "signInWithRecoveryCode",
  "signInWithPasskey",
  "startPasskeyAuthentication",
  "showInvitation",
  "exchangeSessionForKey",
  "tellEditing",
]);

type AnyAuthAnswer = AuthAnswer<AuthOperationId>;
type AnyOperation = (call: AuthCall<never>) => Promise<AnyAuthAnswer>;

const createHandlerOf = (deps: MountDeps) => {
  const open = createOpening(deps);
  const checkOrigin = createOriginCheck(deps.config);
  const operations = createAuthOperations(deps) as Readonly<Record<string, AnyOperation | undefined>>;

  const signedInOf = async (
    auth: StaffAuth,
    route: ContractRoute["route"],
    headers: Headers,
    context: RequestContext,
  ) => {
    const metadata = authRouteMetadata(route);
    if (metadata.caller === "anybody") return undefined;
    const sessionId = await auth.findSession(headers);
    const found = sessionId === undefined ? undefined : await readSignedIn(deps.db, sessionId);
    context.accountId = found?.account.id;
    const isWeak = found !== undefined && lacksSecondFactor(deps.config, found);
    const signedIn = checkCaller(metadata.caller, isWeak ? undefined : found);
    checkProof(metadata, signedIn, deps.config);
    return signedIn;
  };

  return ({ operationId, route }: ContractRoute): RequestHandler => {
    const operation = operations[operationId];
    if (operation === undefined)
      throw new TypeError(`The contract has ${operationId}, but no operation implements it.`);
    const isPost = route.method === "POST";
    return async (request, response) => {
      const context = contextOf(response);
      context.outside = operationId;
      const origin = isPost ? checkOrigin(request) : "";
      const address = context.clientAddress;
      // The body is read before the request enters the lane, because a client may send slowly.
      const bytes = isPost ? await readBody(context) : undefined;
      const releaseBody = holdBody(context);
      const answering = deps.lanes.signIn.run(flowOf(address), async () => {
        const auth = await open();
        const headers = headersOf(request, address);
        const signedIn = await signedInOf(auth, route, headers, context);
        const input = readInput(request, route, bytes);
        return operation({ auth, input, signedIn, address, origin, headers } as AuthCall<never>);
      });
      const { body, cookies = [], accountId, hasEndedSession } = await answering.finally(releaseBody);
      context.accountId ??= accountId;
      if (hasEndedSession || (isPost && !keepingKeys.has(operationId))) await deps.principals.forget();
      if (deps.isResponseValidated) assertMatchesContract(route, { status: 200, body });
      if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
      response.json(body);
    };
  };
};

/** Makes tests fail on an error that the contract does not declare for its route. */
const validateErrors =
  (route: ContractRoute["route"]): ErrorRequestHandler =>
  (error, _request, _response, next) => {
    if (error instanceof AppError) assertMatchesContract(route, { status: error.status, body: error.body });
    next(error);
  };

export const mountAuth = (deps: MountDeps): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const handlerOf = createHandlerOf(deps);
  const addressOf = createClientAddress(deps.config.trustedProxies);
  router.use((request, response, next) => {
    response.set("Cache-Control", "no-store");
    contextOf(response).clientAddress = addressOf(request);
    next();
  });
  for (const [path, routes] of groupBy(listRoutes(authContract), ({ route }) => route.path)) {
    const methods = routes.flatMap(({ route: { method } }) => (method === "GET" ? [method, "HEAD"] : [method]));
    const allow = [...methods, "OPTIONS"].toSorted().join(", ");
    const place = router.route(path);
    for (const route of routes) {
      const errorHandlers = deps.isResponseValidated ? [validateErrors(route.route)] : [];
      place[route.route.method === "GET" ? "get" : "post"](handlerOf(route), ...errorHandlers);
    }
    place.all((request, response) => {
      if (request.method !== "OPTIONS") throw methodNotAllowed(allow);
      response.set("Allow", allow).status(204).end();
    });
  }
  router.use(() => {
    throw pathNotFound();
  });
  return router;
};
