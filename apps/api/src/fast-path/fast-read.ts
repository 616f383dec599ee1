import type { IncomingMessage } from "node:http";
import { isStored, readHeaders } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Flow } from "../concurrency/fair-queue.js";
import { seenBy } from "../credentials/scopes.js";
import { AppError } from "../errors.js";
import type { FastHandler, MaybePromise } from "../gate/fast-path.js";
import { assertMatchesContract } from "../request/response-validation.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import type { CachedResponse, ResponseCache } from "./response-cache/response-cache.js";
import { tagOf } from "../operation/etag.js";
import { isCompressible, type JsonCompressor, jsonCodingOf, type TaggedJson } from "../operation/json-compression.js";
import type { AnyAnswer, Input } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { parseInput } from "../request/parse-input.js";
import { sendCachedResponse, toCachedResponse } from "./write-response.js";

type Read = (
  caller: Principal,
) => Promise<{ readonly dependency: CacheDependency | undefined; readonly answer: CachedResponse }>;

type Coding = ReturnType<typeof jsonCodingOf>;

/** Describes a read of a target. `isSeenDifferently` is true if keys of other scopes may get a different response. */
type PreparedRead = { readonly read: Read; readonly isSeenDifferently: boolean };

/**
 * Sorts the query parameters, because no route depends on their order. The order is descending, because the parameters
 * in `Link` header fields are already in descending order.
 */
const cacheKeyOf = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

const readAndCache = async (
  cache: ResponseCache,
  key: string,
  read: Read,
  caller: Principal,
): Promise<CachedResponse> => {
  const reading = cache.startRead(key);
  try {
    const { dependency, answer } = await read(caller);
    reading.store(dependency, answer);
    return answer;
  } catch (error) {
    // The cache may still serve pages that show the pet if another process deleted it. So the cache first processes all
    // changes up to now.
    if (error instanceof AppError && error.status === 404) await cache.catchUp();
    throw error;
  } finally {
    reading.finish();
  }
};

/**
 * Builds the cache key of a response that only some readers may see, in the coding that they accept. The key contains a
 * space and no request target does, so no other reader can request it.
 */
const ownKeyOf = (caller: Principal, coding: Coding, key: string): string =>
  `${seenBy(caller)} ${coding ?? "identity"} ${key}`;

/** Answers synchronously on a hit. @returns Undefined if the target is invalid. */
const readThroughCache = (
  cache: ResponseCache,
  prepare: (target: string, coding: Coding) => PreparedRead | undefined,
  request: IncomingMessage,
  caller: Principal,
  /** Called only if the response is not in the cache for all readers. */
  codingOf: (request: IncomingMessage) => Coding,
): MaybePromise<CachedResponse | undefined> => {
  const target = request.url ?? "";
  const asGiven = cache.find(target);
  const key = asGiven === undefined ? cacheKeyOf(target) : target;
  const shared = asGiven ?? (key === target ? undefined : cache.find(key));
  if (shared !== undefined && !(shared instanceof Promise)) return shared;
  const coding = codingOf(request);
  const ownKey = ownKeyOf(caller, coding, key);
  const found = shared ?? cache.find(ownKey);
  const readFromDatabase = () => {
    const prepared = prepare(target, coding);
    return prepared && readAndCache(cache, prepared.isSeenDifferently ? ownKey : key, prepared.read, caller);
  };
  if (found === undefined) return readFromDatabase();
  return found instanceof Promise ? found.then((answer) => answer ?? readFromDatabase()) : found;
};

const isFastRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

export type ReadOperation<Route extends AppRoute> = (
  input: Input<Route>,
  flow: Flow,
  caller?: Principal,
) => Promise<AnyAnswer>;

type FastReadDeps = {
  readonly isResponseValidated: boolean;
  readonly responseCache: ResponseCache;
  readonly jsonCompressor: JsonCompressor;
};

/**
 * @param isSeenDifferently - Whether the response depends on the caller's scope. Otherwise it depends on the target
 * alone.
 */
export const fastRead = <Route extends AppRoute>(
  { isResponseValidated, responseCache, jsonCompressor }: FastReadDeps,
  route: Route,
  operation: ReadOperation<Route>,
  isSeenDifferently: (input: Input<Route>) => boolean,
): FastHandler => {
  const isKept = isStored(route);
  const mayCompress = isCompressible(route, { query: { expand: [] } });
  const prepare = (target: string, accepted: Coding): PreparedRead | undefined => {
    const { input } = parseInput(route, { target });
    if (input === undefined) return undefined;
    const isPersonal = isSeenDifferently(input);
    const traits = { isStored: isKept, isCompressible: isCompressible(route, input) };
    const coding = traits.isCompressible ? accepted : undefined;
    const read: Read = async (caller) => {
      const answer = await operation(input, caller.flow, isPersonal ? caller : undefined);
      if (isResponseValidated) assertMatchesContract(route, answer);
      const tagged: TaggedJson = tagOf(answer);
      const json = coding === undefined ? tagged : await jsonCompressor.encode(tagged, coding);
      // The cache would send it uncompressed until something changes.
      const dependency = json.isRefused === true ? undefined : answer.dependency;
      return { dependency, answer: toCachedResponse(json, answer.headers ?? {}, traits) };
    };
    return { read, isSeenDifferently: isPersonal };
  };
  // Other answers that only some readers may see would be kept once for each coding, so the target is looked at.
  const codingOf = ({ url = "", headers }: IncomingMessage): Coding =>
    mayCompress && url.includes("expand") ? jsonCodingOf(headers["accept-encoding"]) : undefined;
  return (context, caller) => {
    if (!isFastRead(context.request)) return false;
    const found = readThroughCache(responseCache, prepare, context.request, caller, codingOf);
    if (!(found instanceof Promise)) return found !== undefined && sendCachedResponse(context, found, true);
    return found.then((read) => read !== undefined && sendCachedResponse(context, read, false));
  };
};
