import type { ServerResponse } from "node:http";
import type { Config } from "../config/config.js";
import type { RequestMetrics } from "../metrics/request-metrics.js";
import { accountRateLimited, rateLimited } from "../errors.js";
import type { Principal } from "../operation/principal.js";
import { contextOf, type RateLimitStanding, type RequestContext } from "../request/request-context.js";
import { WINDOW_SECONDS } from "../concurrency/rate-limit/counter.js";
import type { RateLimitStore } from "../concurrency/rate-limit/rate-limit-store.js";
import type { MaybePromise } from "./fast-path.js";

const andThen = <Value, Result>(value: MaybePromise<Value>, use: (value: Value) => MaybePromise<Result>) =>
  value instanceof Promise ? value.then((resolved) => use(resolved)) : use(value);

/**
 * A request that exceeds the limit of its key does not count against the account. Otherwise the other keys of the
 * account would get fewer requests.
 */
const standingOf = (
  { keys, accounts }: RateLimitStore,
  { key, account }: Principal["flow"],
): MaybePromise<RateLimitStanding> | undefined => {
  if (keys === undefined) {
    return accounts && andThen(accounts.add(account), (result) => ({ limitOf: "account", result, other: undefined }));
  }
  return andThen(keys.add(key), (ofKey): MaybePromise<RateLimitStanding> => {
    if (ofKey.isOver || accounts === undefined) return { limitOf: "key", result: ofKey, other: undefined };
    return andThen(accounts.add(account), (ofAll): RateLimitStanding => {
      const isAccountNearer = ofAll.isOver || ofAll.remaining < ofKey.remaining;
      return isAccountNearer
        ? { limitOf: "account", result: ofAll, other: ofKey }
        : { limitOf: "key", result: ofKey, other: ofAll };
    });
  });
};

/** The key's policy is called `default`, because a client that does not share its account sees no other. */
const policyNames = { key: "default", account: "account" } as const;

const setStanding = ({ fields }: RequestContext, { limitOf, result }: RateLimitStanding, remaining: number): void => {
  fields.set("RateLimit", `"${policyNames[limitOf]}";r=${remaining};t=${result.resetSeconds}`);
};

type LimitDeps = {
  readonly config: Config;
  readonly rateLimits: RateLimitStore | undefined;
  readonly metrics: RequestMetrics | undefined;
};

/**
 * Reports the tighter limit (draft-ietf-httpapi-ratelimit-headers-10). The counters belong to a flow and not to a key
 * id, because two stores that share one Redis may have the same key ids.
 */
export const limitRate = ({ config, rateLimits, metrics }: LimitDeps) => {
  const { rateLimit, accountRateLimit } = config;
  const policies = {
    key: `"${policyNames.key}";q=${rateLimit};w=${WINDOW_SECONDS}`,
    account: `"${policyNames.account}";q=${accountRateLimit};w=${WINDOW_SECONDS}`,
  };
  const refusals = {
    key: (seconds: number) => rateLimited(rateLimit, seconds),
    account: (seconds: number) => accountRateLimited(accountRateLimit, seconds),
  };
  const apply = (context: RequestContext, standing: RateLimitStanding): void => {
    const { limitOf, result } = standing;
    context.fields.set("RateLimit-Policy", policies[limitOf]);
    setStanding(context, standing, result.remaining);
    if (result.isOver) {
      if (metrics !== undefined) metrics.rateLimited[limitOf] += 1;
      throw refusals[limitOf](result.resetSeconds);
    }
    context.standing = standing;
  };
  return (context: RequestContext, { flow }: Principal): MaybePromise<void> => {
    const standing = rateLimits && standingOf(rateLimits, flow);
    if (standing instanceof Promise) return standing.then((known) => apply(context, known));
    if (standing !== undefined) apply(context, standing);
  };
};

/** Subtracts a request from the count and corrects `RateLimit`. Call it before the header is sent. */
export const refundRequest = (response: ServerResponse): void => {
  const context = contextOf(response);
  const standing = context.standing;
  if (standing === undefined) return;
  standing.result.refund();
  standing.other?.refund();
  setStanding(context, standing, standing.result.remaining + 1);
};
