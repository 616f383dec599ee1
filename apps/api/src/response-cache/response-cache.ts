import { LRUCache } from "lru-cache";
import type { ChangeFeed } from "../database/change-feed.js";
import { createLocalBus, type WorkerBus } from "../cluster/worker-bus.js";
import { parsePetChangeEvents } from "./pet-change-events.js";
import { isInvalidatedBy, type PetChangeEvent, type CacheDependency } from "../operation/cache-dependency.js";
import { createAdmissionFilter } from "./admission-filter.js";

/** A 200 to a `GET`: its entity tag; its header fields but those that each request has its own of, names and values in turn. */
export type CachedResponse = {
  readonly tag: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
};

/** A read that is under way, for whoever asks the same before anything has changed. */
type Reading = {
  /**
   * Ends it with what is sent, to those who wait as well: they are not to wait until its own client has taken it. It is kept
   * if it has been asked for before, or meanwhile, and no change has touched it since the read began.
   */
  keep(dependency: CacheDependency | undefined, answer: CachedResponse): void;
  /** Ends it, where there is nothing that may be kept. To be called in the end, whatever came. */
  end(): void;
};

export type ResponseCache = {
  /** The answer, where it is known; a promise of it, where another request has it read. */
  find(target: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  /** Begins a read. To be called before anything is asked of the database. */
  begin(target: string): Reading;
  /**
   * Forgets what these changes could have changed; all, where it is not known what they are. Has the other workers do the same.
   * To be awaited after a change here, before it is answered; others' the feed tells of.
   */
  drop(changes: readonly PetChangeEvent[] | undefined): Promise<void> | undefined;
  /**
   * Fulfilled once what other processes had committed before this call has been dropped. Await it before an answer that tells
   * of such a change, as a 412 does: the client's next read must see it.
   */
  catchUp(): Promise<void>;
};

const CHANNEL = "petstore_catalogue";
const MOST_KEPT = 2_000;
const MOST_BYTES = 8_000_000;
/** What an entry takes beside its texts and ids: maps, objects. */
const ENTRY_BYTES = 1_500;
const ID_BYTES = 40;
/** How many changes back a read may have begun, at least and at most, for its answer to be kept. */
const LEAST_REMEMBERED = 1_000;
const MOST_REMEMBERED = 2_000;

type Entry = { readonly answer: CachedResponse; readonly dependency: CacheDependency };
type UnderWay = {
  readonly since: number;
  readonly answer: Promise<CachedResponse | undefined>;
  /** Whoever goes through all pages asks for each of them once: those are to drive out nothing, and cost less where nothing keeps them. */
  isAskedAgain: boolean;
};

const sizeOf = ({ answer: { text, encoding, fields }, dependency: { ids } }: Entry, target: string) => {
  let size = ENTRY_BYTES + target.length + (ids?.size ?? 0) * ID_BYTES;
  for (const field of fields) size += field.length;
  return size + (encoding === "latin1" ? 1 : 2) * text.length;
};

/** Whether an answer of a reach may be another after one of the changes. A batch of creates concerns few answers, found by its ids. */
const touchedBy = (changes: readonly PetChangeEvent[]) => {
  const created = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after.id] : []));
  const [least, most] = [Math.min(...created), Math.max(...created)];
  const isOfCreates = created.length === changes.length;
  return (dependency: CacheDependency): boolean => {
    if (isOfCreates && (dependency.to < least || most < dependency.from)) return false;
    return changes.some((change) => isInvalidatedBy(dependency, change));
  };
};

/** Keeps answers while the feed of changes is current. `docs/decisions/0014-response-cache.md` argues that none is ever too old. */
export const createResponseCache = (
  feed: ChangeFeed,
  workerBus: Pick<WorkerBus, "tell" | "subscribe"> = createLocalBus(),
): ResponseCache => {
  const kept = new LRUCache<string, Entry>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: sizeOf,
    dispose: (_, target) => dependencies.delete(target),
  });
  /** Of all that is kept: looked through with each change, of which there may be thousands a second. */
  const dependencies = new Map<string, CacheDependency>();
  const keep = (target: string, entry: Entry) => {
    kept.set(target, entry);
    // What is larger than all of them may be is not kept.
    if (kept.has(target)) dependencies.set(target, entry.dependency);
  };
  const isAskedBefore = createAdmissionFilter();
  const underWay = new Map<string, UnderWay>();
  /** How many changes there have been, and the last of them. */
  let count = 0;
  const last: PetChangeEvent[] = [];

  const dropHere = (changes: readonly PetChangeEvent[] | undefined) => {
    count += changes?.length ?? 1;
    if (changes === undefined) {
      last.length = 0;
      return kept.clear();
    }
    last.push(...changes);
    const isTouchedByOne = touchedBy(changes);
    for (const [target, dependency] of dependencies) if (isTouchedByOne(dependency)) kept.delete(target);
    if (last.length > MOST_REMEMBERED) last.splice(0, last.length - LEAST_REMEMBERED);
  };
  feed.subscribe(CHANNEL, (payload) => dropHere(parsePetChangeEvents(payload)));
  workerBus.subscribe(CHANNEL, (payload) => dropHere(payload === undefined ? undefined : JSON.parse(payload)));

  const isUntouched = (dependency: CacheDependency, since: number) => {
    const missed = count - since;
    return (
      missed <= last.length && !last.slice(last.length - missed).some((change) => isInvalidatedBy(dependency, change))
    );
  };

  return {
    find: (target) => {
      if (!feed.isCurrent()) return undefined;
      const entry = kept.get(target);
      if (entry !== undefined) return entry.answer;
      const reading = underWay.get(target);
      if (reading?.since !== count) return undefined;
      reading.isAskedAgain = true;
      return reading.answer;
    },
    begin: (target) => {
      const since = count;
      let settle: (answer: CachedResponse | undefined) => void = () => {};
      const answer = new Promise<CachedResponse | undefined>((resolve) => (settle = resolve));
      const reading: UnderWay = { since, answer, isAskedAgain: isAskedBefore(target) };
      underWay.set(target, reading);
      const endWith = (answer: CachedResponse | undefined) => {
        if (underWay.get(target) === reading) underWay.delete(target);
        settle(answer);
      };
      return {
        keep: (dependency, answer) => {
          const isToKeep = reading.isAskedAgain && feed.isCurrent();
          if (dependency !== undefined && isToKeep && isUntouched(dependency, since))
            keep(target, { answer, dependency });
          endWith(answer);
        },
        end: () => endWith(undefined),
      };
    },
    drop: (changes) => {
      if (changes?.length === 0) return undefined;
      dropHere(changes);
      return workerBus.tell(CHANNEL, changes && JSON.stringify(changes));
    },
    catchUp: () => feed.catchUp(),
  };
};
