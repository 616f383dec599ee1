import { LRUCache } from "lru-cache";
import type { ChangeFeed } from "../database/change-feed.js";
import { createLocalBus, type WorkerBus } from "../cluster/worker-bus.js";
import { parsePetChangeEvents } from "./pet-change-events.js";
import { isInvalidatedBy, type PetChangeEvent, type CacheDependency } from "../operation/cache-dependency.js";
import { createAdmissionFilter } from "./admission-filter.js";

/** A 200 to a `GET`. `fields`: names and values in turn, without those that differ for each request. */
export type CachedResponse = {
  readonly tag: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
};

/** A read in flight, which requests for the same target join as long as nothing changes. */
type Reading = {
  /**
   * Resolves the requests that joined, and caches the response if its target was requested before or meanwhile and no change has
   * invalidated it since the read began.
   */
  store(dependency: CacheDependency | undefined, answer: CachedResponse): void;
  /** Ends a read that has nothing to cache. Call it in a `finally`; after `store` it does nothing. */
  end(): void;
};

export type ResponseCache = {
  /** @returns The cached response; a promise of it while another request reads it; else undefined. */
  find(target: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  /** Begins a read. Call it before the first query. */
  begin(target: string): Reading;
  /**
   * Invalidates what these changes affect, here and in the other workers; everything if `changes` is undefined.
   * Await it after a local commit and before the response; remote changes arrive through the feed.
   */
  invalidate(changes: readonly PetChangeEvent[] | undefined): Promise<void> | undefined;
  /**
   * Resolves when all that other processes committed before this call is invalidated. Await it before a response that reveals
   * such a change, as a 412 does: the client's next read must see it.
   */
  catchUp(): Promise<void>;
};

const CHANNEL = "petstore_catalogue";
const MAX_ENTRIES = 2_000;
const MOST_BYTES = 8_000_000;
/** The overhead of an entry: maps and objects. */
const ENTRY_BYTES = 1_500;
const ID_BYTES = 40;
/** How many recent changes are remembered, at least and at most: a read that began earlier is not cached. */
const LEAST_REMEMBERED = 1_000;
const MOST_REMEMBERED = 2_000;

type Entry = { readonly answer: CachedResponse; readonly dependency: CacheDependency };
type InFlight = {
  readonly since: number;
  readonly answer: Promise<CachedResponse | undefined>;
  /** A scan through all pages requests each once: it must not evict anything. */
  isRequestedAgain: boolean;
};

const sizeOf = ({ answer: { text, encoding, fields }, dependency: { ids } }: Entry, target: string) => {
  let size = ENTRY_BYTES + target.length + (ids?.size ?? 0) * ID_BYTES;
  for (const field of fields) size += field.length;
  return size + (encoding === "latin1" ? 1 : 2) * text.length;
};

/** Tests a dependency against changes. A batch of creates affects few responses, found by its ids. */
const invalidatedByAny = (changes: readonly PetChangeEvent[]) => {
  const created = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after.id] : []));
  const [least, most] = [Math.min(...created), Math.max(...created)];
  const isOfCreates = created.length === changes.length;
  return (dependency: CacheDependency): boolean => {
    if (isOfCreates && (dependency.to < least || most < dependency.from)) return false;
    return changes.some((change) => isInvalidatedBy(dependency, change));
  };
};

/** Caches responses while the change feed is current. `docs/decisions/0014-response-cache.md` argues why none is stale. */
export const createResponseCache = (
  feed: ChangeFeed,
  workerBus: Pick<WorkerBus, "publish" | "subscribe"> = createLocalBus(),
): ResponseCache => {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MOST_BYTES,
    sizeCalculation: sizeOf,
    dispose: (_, target) => dependencies.delete(target),
  });
  /** Of all cached responses: each change scans it, thousands of times a second. */
  const dependencies = new Map<string, CacheDependency>();
  const addEntry = (target: string, entry: Entry) => {
    entries.set(target, entry);
    // The cache refuses what is larger than its limit.
    if (entries.has(target)) dependencies.set(target, entry.dependency);
  };
  const wasRequestedBefore = createAdmissionFilter();
  const inFlight = new Map<string, InFlight>();
  /** How many changes there have been, and the latest of them. */
  let count = 0;
  const last: PetChangeEvent[] = [];

  const invalidateHere = (changes: readonly PetChangeEvent[] | undefined) => {
    count += changes?.length ?? 1;
    if (changes === undefined) {
      last.length = 0;
      return entries.clear();
    }
    last.push(...changes);
    const isInvalidated = invalidatedByAny(changes);
    for (const [target, dependency] of dependencies) if (isInvalidated(dependency)) entries.delete(target);
    if (last.length > MOST_REMEMBERED) last.splice(0, last.length - LEAST_REMEMBERED);
  };
  feed.subscribe(CHANNEL, (payload) => invalidateHere(parsePetChangeEvents(payload)));
  workerBus.subscribe(CHANNEL, (payload) => invalidateHere(payload === undefined ? undefined : JSON.parse(payload)));

  const isStillValid = (dependency: CacheDependency, since: number) => {
    const missed = count - since;
    return (
      missed <= last.length && !last.slice(last.length - missed).some((change) => isInvalidatedBy(dependency, change))
    );
  };

  return {
    find: (target) => {
      if (!feed.isCurrent()) return undefined;
      const entry = entries.get(target);
      if (entry !== undefined) return entry.answer;
      const reading = inFlight.get(target);
      if (reading?.since !== count) return undefined;
      reading.isRequestedAgain = true;
      return reading.answer;
    },
    begin: (target) => {
      const since = count;
      let resolveAnswer: (answer: CachedResponse | undefined) => void = () => {};
      const answer = new Promise<CachedResponse | undefined>((resolve) => (resolveAnswer = resolve));
      const reading: InFlight = { since, answer, isRequestedAgain: wasRequestedBefore(target) };
      inFlight.set(target, reading);
      const endWith = (answer: CachedResponse | undefined) => {
        if (inFlight.get(target) === reading) inFlight.delete(target);
        resolveAnswer(answer);
      };
      return {
        store: (dependency, answer) => {
          const isCacheable = reading.isRequestedAgain && feed.isCurrent();
          if (dependency !== undefined && isCacheable && isStillValid(dependency, since))
            addEntry(target, { answer, dependency });
          endWith(answer);
        },
        end: () => endWith(undefined),
      };
    },
    invalidate: (changes) => {
      if (changes?.length === 0) return undefined;
      invalidateHere(changes);
      return workerBus.publish(CHANNEL, changes && JSON.stringify(changes));
    },
    catchUp: () => feed.catchUp(),
  };
};
