import { IdempotencyKey, takesActionKey, takesIdempotencyKey } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import { invalidAt } from "../errors.js";
import type { KeyedAction } from "../operation/audit-trail.js";
import type { KeyedRequest } from "../operation/idempotency/keyed-request.js";
import type { Call } from "../operation/mutation.js";
import type { Input } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { fingerprintOf } from "./body/read-body.js";
import { fieldValuesOf } from "./field-values.js";
import type { RequestContext } from "./request-context.js";

/** Reads the fields separately, because Node would join two invalid ones, `"a` and `b"`, into a valid key. */
const keysOf = ({ request }: RequestContext): string[] => fieldValuesOf(request, "idempotency-key");

/** Hashes the body of a request that has an `Idempotency-Key`. A repeat is recognised by this hash. */
export const noteFingerprint = async (context: RequestContext, target: string, bytes: Buffer): Promise<void> => {
  if (context.request.headers["idempotency-key"] === undefined) return;
  context.fingerprint ??= await fingerprintOf(context.request, target, bytes);
};

/**
 * Returns undefined if the request was refused before its body was read: without a fingerprint no retry can be
 * recognised.
 */
export const keyedRequestOf = (context: RequestContext): KeyedRequest | undefined => {
  const { route, principal, fingerprint } = context;
  if (route === undefined || principal === undefined || fingerprint === undefined) return undefined;
  if (!takesIdempotencyKey(route.route)) return undefined;
  const [field, ...others] = keysOf(context);
  const idempotencyKey = IdempotencyKey.safeParse(field).data;
  return idempotencyKey !== undefined && others.length === 0
    ? { accountId: principal.account.id, idempotencyKey, fingerprint }
    : undefined;
};

const checkKeys = (context: RequestContext, route: AppRoute) => {
  if (route.method !== "POST") return;
  const count = keysOf(context).length;
  if (count === 0) return;
  if (!takesIdempotencyKey(route)) {
    throw invalidAt("header Idempotency-Key", "must be omitted: the response contains a secret, which is never stored");
  }
  if (count > 1) throw invalidAt("header Idempotency-Key", "must be given only once");
};

export const callerOf = ({ principal }: RequestContext): Principal => {
  if (principal === undefined) throw new TypeError("The gate admitted a mutation without a principal.");
  return principal;
};

const keyedActionOf = (route: AppRoute, caller: Principal, input: { readonly headers?: object }) => {
  const { "action-key": key } = (input.headers ?? {}) as { readonly "action-key"?: KeyedAction["key"] };
  return takesActionKey(route) && key !== undefined ? { accountId: caller.account.id, key } : undefined;
};

/** Builds the call of a request whose input is valid. @throws AppError for a key that the request must not have. */
export const callOf = <Route extends AppRoute>(
  context: RequestContext,
  route: Route,
  input: Input<Route>,
): Call<Route> => {
  checkKeys(context, route);
  const caller = callerOf(context);
  return { input, caller, keyed: keyedRequestOf(context), action: keyedActionOf(route, caller, input) };
};
