import type { IncomingMessage } from "node:http";
import { type ContractRoute, readHeaders } from "@petstore/contract";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Principal } from "../credentials/principal.js";
import { AppError } from "../errors.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import type { CachedResponse, ResponseCache } from "../response-cache/response-cache.js";
import type { RequestContext } from "./request-context.js";

/** Reads an answer, and says which animals could change it. */
type Read = (
  flow: Flow,
) => Promise<{ readonly dependency: CacheDependency | undefined; readonly answer: CachedResponse }>;

/** Prepares the read of a target; undefined for one that breaks a rule. */
export type FastRead = (target: string) => Read | undefined;

/** Of the routes whose responses are cached. */
export type FastReads = ReadonlyMap<ContractRoute["route"], FastRead>;

/**
 * Runs and answers a mutation without Express.
 * @returns false if it did nothing but read the body into the context: the request goes on to Express.
 */
export type FastMutation = (context: RequestContext, principal: Principal) => boolean | Promise<boolean>;

export type FastMutations = ReadonlyMap<ContractRoute["route"], FastMutation>;

/** Whether a request asks for nothing but what its target names, or for a 304 in its place. */
export const isFastRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

/**
 * What an answer is kept under: the path, and the parameters of the query in one order, for theirs is no matter to any route of
 * the contract. Not what they mean: a query that breaks a rule has no answer that is kept. The order is backwards through the
 * alphabet, in which most links of a listing have theirs (`status`, `limit`, `cursor`): what is in order need not be written anew.
 */
const keptAs = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

/** Whoever asks the same meanwhile gets what comes of it. */
const readAndKeep = async (
  responseCache: ResponseCache,
  key: string,
  read: Read,
  flow: Flow,
): Promise<CachedResponse> => {
  const reading = responseCache.begin(key);
  try {
    const { dependency, answer } = await read(flow);
    reading.keep(dependency, answer);
    return answer;
  } catch (error) {
    // That a pet is gone may be news from another process, and what is kept about it older.
    if (error instanceof AppError && error.status === 404) await responseCache.catchUp();
    throw error;
  } finally {
    reading.end();
  }
};

/**
 * What a target is answered: at once where that is known.
 * @returns undefined, or a promise of it, where the target breaks a rule.
 */
export const readThroughCache = (
  responseCache: ResponseCache,
  prepare: FastRead,
  target: string,
  flow: Flow,
): CachedResponse | undefined | Promise<CachedResponse | undefined> => {
  // Most come as they are kept: only what is not found is put in order.
  const asGiven = responseCache.find(target);
  const key = asGiven === undefined ? keptAs(target) : target;
  const found = asGiven ?? (key === target ? undefined : responseCache.find(key));
  const readAnew = () => {
    const read = prepare(target);
    return read && readAndKeep(responseCache, key, read, flow);
  };
  if (found === undefined) return readAnew();
  return found instanceof Promise ? found.then((answer) => answer ?? readAnew()) : found;
};
