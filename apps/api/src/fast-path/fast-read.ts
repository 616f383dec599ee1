import type { IncomingMessage } from "node:http";
import { readHeaders } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Flow } from "../concurrency/fair-queue.js";
import { AppError } from "../errors.js";
import type { FastHandler, MaybePromise } from "../gate/fast-path.js";
import { assertMatchesContract } from "../request/conditional-requests.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import type { CachedResponse, ResponseCache } from "./response-cache/response-cache.js";
import { tagOf } from "../operation/etag.js";
import type { AnyAnswer, Input } from "../operation/operation.js";
import { parseInput } from "../request/parse-input.js";
import { sendCachedResponse, toCachedResponse } from "./write-response.js";

type Read = (
  flow: Flow,
) => Promise<{ readonly dependency: CacheDependency | undefined; readonly answer: CachedResponse }>;

/** Sorts query parameters, whose order no route depends on, in reverse: `Link` fields are sorted that way already. */
const cacheKeyOf = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

const readAndCache = async (cache: ResponseCache, key: string, read: Read, flow: Flow): Promise<CachedResponse> => {
  const reading = cache.startRead(key);
  try {
    const { dependency, answer } = await read(flow);
    reading.store(dependency, answer);
    return answer;
  } catch (error) {
    // Another process may have deleted the pet, and cached pages may still show it.
    if (error instanceof AppError && error.status === 404) await cache.catchUp();
    throw error;
  } finally {
    reading.finish();
  }
};

/** Synchronous on a hit. @returns undefined if the target is invalid. */
const readThroughCache = (
  cache: ResponseCache,
  prepare: (target: string) => Read | undefined,
  target: string,
  flow: Flow,
): MaybePromise<CachedResponse | undefined> => {
  const asGiven = cache.find(target);
  const key = asGiven === undefined ? cacheKeyOf(target) : target;
  const found = asGiven ?? (key === target ? undefined : cache.find(key));
  const readFromDatabase = () => {
    const read = prepare(target);
    return read && readAndCache(cache, key, read, flow);
  };
  if (found === undefined) return readFromDatabase();
  return found instanceof Promise ? found.then((answer) => answer ?? readFromDatabase()) : found;
};

const isFastRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

export type ReadOperation<Route extends AppRoute> = (input: Input<Route>, flow: Flow) => Promise<AnyAnswer>;

type FastReadDeps = { readonly isResponseValidated: boolean; readonly responseCache: ResponseCache };

export const fastRead = <Route extends AppRoute>(
  { isResponseValidated, responseCache }: FastReadDeps,
  route: Route,
  operation: ReadOperation<Route>,
): FastHandler => {
  const prepare = (target: string): Read | undefined => {
    const input = parseInput(route, { target });
    if (input === undefined) return undefined;
    return async (flow) => {
      const answer = await operation(input, flow);
      if (isResponseValidated) assertMatchesContract(route, answer);
      const { text, tag } = tagOf(answer);
      return { dependency: answer.dependency, answer: toCachedResponse(text, tag, answer.headers ?? {}) };
    };
  };
  return (context, { flow }) => {
    if (!isFastRead(context.request)) return false;
    const found = readThroughCache(responseCache, prepare, context.request.url ?? "", flow);
    if (!(found instanceof Promise)) return found !== undefined && sendCachedResponse(context, found, true);
    return found.then((read) => read !== undefined && sendCachedResponse(context, read, false));
  };
};
