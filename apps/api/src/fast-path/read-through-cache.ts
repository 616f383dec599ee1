import type { Flow } from "../concurrency/fair-queue.js";
import { AppError } from "../errors.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import type { CachedResponse, ResponseCache } from "../response-cache/response-cache.js";

/** Reads a response, and tells which pets it depends on. */
export type Read = (
  flow: Flow,
) => Promise<{ readonly dependency: CacheDependency | undefined; readonly answer: CachedResponse }>;

/**
 * The cache key: the target with its query parameters in reverse alphabetical order, which no route of the contract depends on. Links of
 * a listing have that order already (`status`, `limit`, `cursor`) and need no sorting.
 */
const cacheKeyOf = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

/** Requests for the same target join it meanwhile. */
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

/**
 * The response for a target, synchronously on a hit.
 * @param prepare - Parses the target; undefined if it is invalid.
 * @returns undefined, or a promise of it, if the target is invalid.
 */
export const readThroughCache = (
  cache: ResponseCache,
  prepare: (target: string) => Read | undefined,
  target: string,
  flow: Flow,
): CachedResponse | undefined | Promise<CachedResponse | undefined> => {
  // Most targets are in order: only a miss is sorted.
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
