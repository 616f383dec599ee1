import type { ServerResponse } from "node:http";
import type { Deps } from "../deps.js";
import { rateLimited } from "../errors.js";
import type { Credential } from "./credential.js";
import { contextOf, type RequestContext } from "./request-context.js";
import { type RequestCount, WINDOW_SECONDS } from "./request-count.js";

/** Its value, as that of the policy, is a string with parameters (RFC 9651 §3.3). */
const setStanding = ({ fields }: RequestContext, remaining: number, resetSeconds: number): void => {
  fields.set("RateLimit", `"default";r=${remaining};t=${resetSeconds}`);
};

/**
 * Counts a request against the limit of its key, and tells the client where that stands
 * (draft-ietf-httpapi-ratelimit-headers-10). Keys are not counted by their ids, which name others in another store:
 * stores may share a Redis. All browsers of an account count as one, for each can have any number of keys.
 * @throws AppError 429 over the limit.
 */
export const limitRate = ({ config: { rateLimit }, requestCounts }: Pick<Deps, "config" | "requestCounts">) => {
  const policy = `"default";q=${rateLimit};w=${WINDOW_SECONDS}`;
  const hold = (context: RequestContext, count: RequestCount): void => {
    context.fields.set("RateLimit-Policy", policy);
    setStanding(context, count.remaining, count.resetSeconds);
    if (count.isOver) throw rateLimited(rateLimit, count.resetSeconds);
    context.count = count;
  };
  /** A promise where the requests are counted elsewhere. */
  return (context: RequestContext, { countedAs }: Credential): void | Promise<void> => {
    const count = requestCounts?.add(countedAs);
    if (count instanceof Promise) return count.then((counted) => hold(context, counted));
    if (count !== undefined) hold(context, count);
  };
};

/** Makes a request that was counted cost nothing, before it is answered. */
export const giveBack = (response: ServerResponse): void => {
  const context = contextOf(response);
  const { count } = context;
  if (count === undefined) return;
  count.giveBack();
  setStanding(context, count.remaining + 1, count.resetSeconds);
};
