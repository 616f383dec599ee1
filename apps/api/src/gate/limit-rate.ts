import type { ServerResponse } from "node:http";
import type { Deps } from "../deps.js";
import { accountRateLimited, rateLimited } from "../errors.js";
import type { Principal } from "../credentials/principal.js";
import { contextOf, type RequestContext } from "./request-context.js";
import { WINDOW_SECONDS } from "../rate-limit/rate-limit-result.js";
import type { RateLimitStanding } from "../rate-limit/rate-limit-store.js";

/** A client that does not share its account only sees `default`. */
const policyNames = { key: "default", account: "account" } as const;

/** A string with parameters (RFC 9651 §3.3), as in `RateLimit-Policy`. */
const setStanding = ({ fields }: RequestContext, { limitOf, count }: RateLimitStanding, remaining: number): void => {
  fields.set("RateLimit", `"${policyNames[limitOf]}";r=${remaining};t=${count.resetSeconds}`);
};

/**
 * Reports the tighter limit (draft-ietf-httpapi-ratelimit-headers-10). Counts flows, not key ids: stores that share a
 * Redis use the same ids, and the sessions of an account must share one limit. @throws AppError 429 over a limit.
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
  const apply = (context: RequestContext, counted: RateLimitStanding): void => {
    const { limitOf, count } = counted;
    context.fields.set("RateLimit-Policy", policies[limitOf]);
    setStanding(context, counted, count.remaining);
    if (count.isOver) throw refusals[limitOf](count.resetSeconds);
    context.count = counted;
  };
  return (context: RequestContext, { flow }: Principal): void | Promise<void> => {
    const count = rateLimits?.add(flow);
    if (count instanceof Promise) return count.then((counted) => apply(context, counted));
    if (count !== undefined) apply(context, count);
  };
};

/** Call it before the header is sent: it corrects `RateLimit`. */
export const refundRequest = (response: ServerResponse): void => {
  const context = contextOf(response);
  const counted = context.count;
  if (counted === undefined) return;
  counted.count.refund();
  counted.other?.refund();
  setStanding(context, counted, counted.count.remaining + 1);
};
