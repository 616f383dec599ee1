import type { ServerResponse } from "node:http";
import type { Deps } from "../deps.js";
import { accountRateLimited, rateLimited } from "../errors.js";
import type { Principal } from "../credentials/principal.js";
import { contextOf, type RequestContext } from "./request-context.js";
import { WINDOW_SECONDS } from "../rate-limit/rate-limit-result.js";
import type { RateLimitStanding } from "../rate-limit/rate-limit-store.js";

/** The names of the policies. The first is what a client meets that does not share its account. */
const policyNames = { key: "default", account: "account" } as const;

/** Its value, as that of the policy, is a string with parameters (RFC 9651 §3.3). */
const setStanding = ({ fields }: RequestContext, { limitOf, count }: RateLimitStanding, remaining: number): void => {
  fields.set("RateLimit", `"${policyNames[limitOf]}";r=${remaining};t=${count.resetSeconds}`);
};

/**
 * Counts a request against the limits of its key and of its account, and tells the client where the tighter one stands
 * (draft-ietf-httpapi-ratelimit-headers-10). Keys are not counted by their ids, which name others in another store:
 * stores may share a Redis. All browsers of an account count as one key, for each can have any number of them.
 * @throws AppError 429 over a limit.
 */
export const limitRate = ({ config, rateLimits }: Pick<Deps, "config" | "rateLimits">) => {
  const { rateLimit, accountRateLimit } = config;
  const policies = {
    key: `"${policyNames.key}";q=${rateLimit};w=${WINDOW_SECONDS}`,
    account: `"${policyNames.account}";q=${accountRateLimit};w=${WINDOW_SECONDS}`,
  };
  const refusals = {
    key: (seconds: number) => rateLimited(rateLimit, seconds),
    account: (seconds: number) => accountRateLimited(accountRateLimit, seconds),
  };
  const hold = (context: RequestContext, counted: RateLimitStanding): void => {
    const { limitOf, count } = counted;
    context.fields.set("RateLimit-Policy", policies[limitOf]);
    setStanding(context, counted, count.remaining);
    if (count.isOver) throw refusals[limitOf](count.resetSeconds);
    context.count = counted;
  };
  /** A promise if the requests are counted elsewhere. */
  return (context: RequestContext, { flow }: Principal): void | Promise<void> => {
    const count = rateLimits?.add(flow);
    if (count instanceof Promise) return count.then((counted) => hold(context, counted));
    if (count !== undefined) hold(context, count);
  };
};

/** Makes a request that was counted cost nothing, before it is answered. */
export const giveBack = (response: ServerResponse): void => {
  const context = contextOf(response);
  const counted = context.count;
  if (counted === undefined) return;
  counted.count.giveBack();
  counted.other?.giveBack();
  setStanding(context, counted, counted.count.remaining + 1);
};
