import { LRUCache } from "lru-cache";
import type { ChangeFeed } from "../../database/change-feed.js";
import { createLocalBus, type WorkerBus } from "../../concurrency/worker-bus.js";
import type { CacheDependency } from "../../operation/cache-dependency.js";
import {
  isInvalidatedBy,
  type Invalidation,
  parsePetChangeEvents,
  type PetChangeEvent,
} from "../../operation/cache-invalidation.js";
import { createAdmissionFilter } from "./admission-filter.js";
import { createDependencyIndex, type Dependent } from "./dependency-index.js";

/**
 * A response with status 200 to a `GET`. `fields` alternates names and values, without the fields that differ for each
 * request.
 */
export type CachedResponse = {
  readonly tag: string;
  /** True if a client may store the response. */
  readonly isStored: boolean;
  /** The names of the request fields on which the response depends. */
  readonly vary: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
};

/** A read in flight, which requests for the same target join until the next change. */
type PendingRead = {
  /**
   * Answers the requests that joined, and caches the response if it is still valid and was requested more than once.
   */
  store(dependency: CacheDependency | undefined, answer: CachedResponse): void;
  /** Does nothing after `store`. Call it in a `finally`: requests that joined a failed read must not hang. */
  finish(): void;
};

export type ResponseCache = Invalidation & {
  find(target: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  /** Call it before the first query, so that no change during the read is missed. */
  startRead(target: string): PendingRead;
  stats(): ResponseCacheStats;
};

/** `joins` counts requests that waited for a read in flight; `invalidations` counts entries that a change removed. */
type ResponseCacheStats = {
  readonly hits: number;
  readonly joins: number;
  readonly misses: number;
  readonly invalidations: number;
  readonly entries: number;
  readonly bytes: number;
};

const CHANNEL = "petstore_catalogue";
const ENTRY_BYTES = 1_500;
const ID_BYTES = 220;
/** The admission filter knows several times as many targets as fit into the cache. */
const BYTES_PER_TARGET = 512;
/**
 * The number of recent changes that are remembered. The response of a read that started before the oldest of them is
 * not cached.
 */
const MIN_REMEMBERED = 1_000;
const MAX_REMEMBERED = 2_000;

type Entry = Dependent & { readonly answer: CachedResponse };
type Answer = CachedResponse | undefined;
type Joined = { readonly answer: Promise<Answer>; readonly resolve: (answer: Answer) => void };
type InFlight = {
  readonly since: number;
  /**
   * The requests that wait for this read. The read itself has no promise, because a promise would keep the response
   * alive (docs/performance-notes.md).
   */
  joined: Joined | undefined;
  /**
   * True if the target was requested before. Only such responses are cached, so a scan, which requests each page once,
   * evicts nothing from the cache.
   */
  isRequestedAgain: boolean;
};

const sizeOf = ({ answer: { text, encoding, fields }, dependency: { ids } }: Entry, target: string) => {
  let size = ENTRY_BYTES + target.length + (ids?.size ?? 0) * ID_BYTES;
  for (const field of fields) size += field.length;
  return size + (encoding === "latin1" ? 1 : 2) * text.length;
};

const createJoined = (): Joined => {
  let resolve: Joined["resolve"] = () => {};
  const answer = new Promise<Answer>((settle) => (resolve = settle));
  return { answer, resolve };
};

const createEntries = (maxBytes: number) => {
  const index = createDependencyIndex();
  const byTarget = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    onInsert: (entry) => index.add(entry),
    dispose: (entry) => index.remove(entry),
  });
  return { byTarget, index };
};

type CacheOptions = {
  readonly maxBytes: number;
  readonly workerBus?: Pick<WorkerBus, "publish" | "subscribe">;
};

/** Caches responses while the change feed is current. `docs/response-cache.md` proves that no response is stale. */
export const createResponseCache = (
  feed: ChangeFeed,
  { maxBytes, workerBus = createLocalBus() }: CacheOptions,
): ResponseCache => {
  let entries = createEntries(maxBytes);
  const wasRequestedBefore = createAdmissionFilter(maxBytes / BYTES_PER_TARGET);
  const inFlight = new Map<string, InFlight>();
  let count = 0;
  const last: PetChangeEvent[] = [];
  const counts = { hits: 0, joins: 0, misses: 0, invalidations: 0 };

  const invalidateHere = (changes: readonly PetChangeEvent[] | undefined) => {
    count += changes?.length ?? 1;
    if (changes === undefined) {
      last.length = 0;
      counts.invalidations += entries.byTarget.size;
      // `clear` would remove the entries one by one.
      entries = createEntries(maxBytes);
      return;
    }
    last.push(...changes);
    for (const change of changes) {
      entries.index.forEachInvalidated(change, ({ target }) => {
        counts.invalidations += 1;
        entries.byTarget.delete(target);
      });
    }
    if (last.length > MAX_REMEMBERED) last.splice(0, last.length - MIN_REMEMBERED);
  };
  feed.subscribe(CHANNEL, (payload) => invalidateHere(parsePetChangeEvents(payload)));
  workerBus.subscribe(CHANNEL, (payload) => invalidateHere(payload === undefined ? undefined : JSON.parse(payload)));

  const isStillValid = (dependency: CacheDependency, since: number) => {
    const missed = count - since;
    if (missed > last.length) return false;
    for (let at = last.length - missed; at < last.length; at += 1) {
      if (isInvalidatedBy(dependency, last[at] as PetChangeEvent)) return false;
    }
    return true;
  };

  return {
    find: (target) => {
      if (!feed.isCurrent()) return undefined;
      const entry = entries.byTarget.get(target);
      if (entry !== undefined) {
        counts.hits += 1;
        return entry.answer;
      }
      const reading = inFlight.get(target);
      if (reading?.since !== count) return undefined;
      counts.joins += 1;
      reading.isRequestedAgain = true;
      reading.joined ??= createJoined();
      return reading.joined.answer;
    },
    startRead: (target) => {
      counts.misses += 1;
      const since = count;
      const reading: InFlight = { since, joined: undefined, isRequestedAgain: wasRequestedBefore(target) };
      inFlight.set(target, reading);
      const finishWith = (answer: Answer) => {
        if (inFlight.get(target) === reading) inFlight.delete(target);
        reading.joined?.resolve(answer);
      };
      return {
        store: (dependency, answer) => {
          const isCacheable = reading.isRequestedAgain && feed.isCurrent();
          if (dependency !== undefined && isCacheable && isStillValid(dependency, since))
            entries.byTarget.set(target, { target, answer, dependency });
          finishWith(answer);
        },
        finish: () => finishWith(undefined),
      };
    },
    invalidate: (changes) => {
      if (changes?.length === 0) return undefined;
      invalidateHere(changes);
      return workerBus.publish(CHANNEL, changes && JSON.stringify(changes));
    },
    catchUp: () => feed.catchUp(),
    stats: () => ({ ...counts, entries: entries.byTarget.size, bytes: entries.byTarget.calculatedSize }),
  };
};
