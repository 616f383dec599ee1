import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from "express";
import { AccountRefusal } from "../accounts/account-refusal.js";
import { isSecureOrigin } from "../accounts/names.js";
import { openStaffAuth, type StaffAuth } from "../accounts/staff-auth.js";
import type { Deps } from "../deps.js";
import { methodNotAllowed, notSignedIn, pathNotFound, roleMissing } from "../errors.js";
import { contextOf } from "../gate/request-context.js";
import { groupBy } from "../operation/group-by.js";
import { type AuthCall, headersOf, toRequest } from "./auth-call.js";
import { AuthRefusal, answerAuthRefusal } from "./auth-refusal.js";
import { type AuthRoute, authRoutes } from "./auth-routes.js";
import { createChangeAccount } from "./change-account.js";
import { createDevices } from "./devices.js";
import { createOriginCheck } from "./check-origin.js";
import { createClientAddress, networkOf } from "../gate/client-address.js";
import type { Flow } from "../concurrency/fair-queue.js";
import { parseInput, readInputBytes } from "./read-input.js";
import { sendResponse } from "./send-response.js";
import { createSessions } from "./sessions.js";
import { createSignIn } from "./sign-in.js";
import { createSignInLimits } from "./sign-in-limits.js";
import { createExchangeSessionForKey } from "./exchange-session-for-key.js";

type AuthDeps = Pick<
  Deps,
  | "db"
  | "config"
  | "log"
  | "clock"
  | "principals"
  | "lanes"
  | "workerBus"
  | "authSecret"
  | "signInTrail"
  | "passwordHashing"
>;

/** One for all requests; an attempt that fails, as when the database is away, is made again. */
const createOpening = (deps: AuthDeps) => {
  let opening: Promise<StaffAuth> | undefined;
  return () =>
    (opening ??= openStaffAuth(deps).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
};

const checkWho = async (auth: StaffAuth, { by }: AuthRoute, headers: Headers) => {
  if (by === "anybody") return undefined;
  const signedIn = await auth.findSession(headers);
  if (signedIn === undefined) throw notSignedIn();
  if (by === "owner" && signedIn.account.role !== "owner") throw roleMissing("owner");
  return signedIn;
};

/** A request whose body has arrived. */
type ReadCall = Pick<AuthCall, "route" | "address"> & { readonly bytes: Buffer | undefined };

/** Networks take turns: who signs in has no key yet. */
const principalOf = (address = ""): Flow => {
  const network = `network ${networkOf(address)}`;
  return { account: network, key: network };
};

/** Carries out a request of one route: who sends it, what is in it, and then what is asked for. */
const createHandlerOf = (deps: AuthDeps) => {
  const open = createOpening(deps);
  const checkOrigin = createOriginCheck(deps.config);
  const limits = createSignInLimits(deps.workerBus);
  const isSecure = isSecureOrigin(deps.config);
  const devices = createDevices({ ...deps, isSecure });
  const ways: Record<AuthRoute["as"], (call: AuthCall) => Promise<Response>> = {
    plain: (call) => call.auth.answer(toRequest(call)),
    change: createChangeAccount(deps, { limits, devices }),
    sessions: createSessions(deps),
    "sign-in": createSignIn(deps, { limits, devices }),
    key: createExchangeSessionForKey(deps, limits),
  };
  const carryOut = async (request: Request, { route, bytes, address }: ReadCall): Promise<Response> => {
    const auth = await open();
    const headers = headersOf(request, address);
    const signedIn = await checkWho(auth, route, headers);
    return ways[route.as]({ auth, route, input: parseInput(request, route, bytes), address, headers, signedIn });
  };
  return (route: AuthRoute): RequestHandler =>
    async (request, response) => {
      if (route.method === "POST") checkOrigin(request);
      const address = contextOf(response).clientAddress;
      // Before its turn: a client may take its time to send.
      const bytes = await readInputBytes(contextOf(response), route);
      const answer = await deps.lanes.signIn.run(principalOf(address), () =>
        carryOut(request, { route, bytes, address }),
      );
      // What a session that has ended was traded for ends with it, here at once. Who signs in or asks for a key ends none.
      if (route.method === "POST" && route.as !== "sign-in" && route.as !== "key") await deps.principals.forget();
      await sendResponse(answer, response);
    };
};

const refusalStatuses = { email_taken: 409, no_such_account: 404, last_owner: 409 } as const;

const handleRefusal: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof AuthRefusal) return answerAuthRefusal(response, error);
  if (!(error instanceof AccountRefusal)) return next(error);
  answerAuthRefusal(response, new AuthRefusal(refusalStatuses[error.code], error.code, error.message));
};

/** All below `/auth`, where people sign in. What is not in `authRoutes` is not served. */
export const mountAuth = (deps: AuthDeps): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const handlerOf = createHandlerOf(deps);
  const addressOf = createClientAddress(deps.config.trustedProxies);
  router.use((request, response, next) => {
    response.set("Cache-Control", "no-store");
    contextOf(response).clientAddress = addressOf(request);
    next();
  });
  for (const [path, routes] of groupBy(authRoutes, (route) => route.path)) {
    const methods = routes.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method]));
    const allow = [...methods, "OPTIONS"].toSorted().join(", ");
    const place = router.route(path);
    for (const route of routes) place[route.method === "GET" ? "get" : "post"](handlerOf(route));
    place.all((request, response) => {
      if (request.method !== "OPTIONS") throw methodNotAllowed(allow);
      response.set("Allow", allow).status(204).end();
    });
  }
  router.use(() => {
    throw pathNotFound();
  });
  router.use(handleRefusal);
  return router;
};
