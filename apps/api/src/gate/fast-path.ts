import type { IncomingMessage } from "node:http";
import { type ContractRoute, readHeaders } from "@petstore/contract";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Principal } from "../credentials/principal.js";
import { AppError } from "../errors.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import type { CachedResponse, ResponseCache } from "../response-cache/response-cache.js";
import type { RequestContext } from "./request-context.js";

type Read = (
  flow: Flow,
) => Promise<{ readonly dependency: CacheDependency | undefined; readonly answer: CachedResponse }>;

/** Parses a target; undefined if it is invalid: Express answers the error. */
export type FastRead = (target: string) => Read | undefined;

export type FastReads = ReadonlyMap<ContractRoute["route"], FastRead>;

/** @returns false if it changed nothing and the request must go to Express; `context.body` may be set. */
export type FastMutation = (context: RequestContext, principal: Principal) => boolean | Promise<boolean>;

export type FastMutations = ReadonlyMap<ContractRoute["route"], FastMutation>;

/** Whether the response depends only on the target and `If-None-Match`. */
export const isFastRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

/** Sorts query parameters, whose order no route depends on, in reverse: `Link` fields are sorted that way already. */
const cacheKeyOf = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

const readAndCache = async (cache: ResponseCache, key: string, read: Read, flow: Flow): Promise<CachedResponse> => {
  const reading = cache.begin(key);
  try {
    const { dependency, answer } = await read(flow);
    reading.store(dependency, answer);
    return answer;
  } catch (error) {
    // Another process may have deleted the pet, and cached pages may still show it.
    if (error instanceof AppError && error.status === 404) await cache.catchUp();
    throw error;
  } finally {
    reading.end();
  }
};

/** The response for a target, synchronously on a hit; undefined if the target is invalid. */
export const readThroughCache = (
  cache: ResponseCache,
  prepare: FastRead,
  target: string,
  flow: Flow,
): CachedResponse | undefined | Promise<CachedResponse | undefined> => {
  const asGiven = cache.find(target);
  const key = asGiven === undefined ? cacheKeyOf(target) : target;
  const found = asGiven ?? (key === target ? undefined : cache.find(key));
  const readAnew = () => {
    const read = prepare(target);
    return read && readAndCache(cache, key, read, flow);
  };
  if (found === undefined) return readAnew();
  return found instanceof Promise ? found.then((answer) => answer ?? readAnew()) : found;
};
