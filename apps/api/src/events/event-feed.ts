import type { Scope } from "@petstore/contract/routes";
import { createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import { systemFlow, type Lanes } from "../concurrency/lanes.js";
import type { ChangeFeed } from "../database/change-feed.js";
import type { Database } from "../database/open-database.js";
import { queryOfPool } from "../database/query.js";
import { eventCursorExpired, eventCursorRefused, type PlaceName } from "../errors.js";
import { type EventMatch, maySelect } from "./event-filter.js";
import { createFeedWatch } from "./feed-watch.js";
import { createFollowers, type Followers } from "./followers.js";
import { bytesOf, type Chunk, type Head, numberEvents, readPublicAttributes, readRows } from "./read-feed.js";
import { createOldEvents, type Pause, takeTurns } from "./old-events.js";
import { createRecentEvents } from "./recent-events.js";
import { type FeedEvent, type Loaded, type Place, showRow, type Sight, writePlace } from "./shown-rows.js";

export { type FeedEvent, type Place, writePlace } from "./shown-rows.js";

export type FeedPage = {
  readonly events: readonly FeedEvent[];
  /** The place at which the next page starts. It is after events that the filter has excluded. */
  readonly next: Place;
  /** True if there were more events when this page was read. */
  readonly hasMore: boolean;
};

type PageOfFeed = {
  /** The account and the key for which old events are read in turn. */
  readonly flow: Flow;
  readonly after: Place;
  readonly scope: Scope;
  readonly limit: number;
  /** The maximum size. The page ends with the event that exceeds it. */
  readonly maxBytes?: number;
  /** The filter; undefined if every event matches. */
  readonly filter?: EventMatch | undefined;
  /**
   * The feed calls this function with the number of events that PostgreSQL has read only for this reader. A large event
   * counts as several.
   */
  readonly noteRead?: ((events: number) => void) | undefined;
};

type FeedStats = {
  readonly streams: number;
  readonly waits: number;
  readonly position: number;
  /** The number of events by which the slowest follower is behind. */
  readonly lag: number;
  /**
   * How long the oldest change had been waiting when the feed was last read or, if the feed cannot be read, how long it
   * has been unreadable.
   */
  readonly pendingSeconds: number;
};

export type EventFeed = Pick<Followers, "enter" | "leave"> & {
  /**
   * @param cursor - `now`, or the result of {@link writePlace}; undefined means the oldest event that is kept.
   * @param from - The name of the cursor in the request.
   * @throws AppError 400 for a cursor in the future or of another store; 410 if events after it are no longer kept.
   */
  open(cursor: string | undefined, from?: PlaceName): Promise<Place>;
  /**
   * Reads a page. It examines a limited number of events, so that it does not take long.
   * @throws AppError 410 as `open` does.
   */
  read(page: PageOfFeed): Promise<FeedPage>;
  /** Resolves when there are events after a place, the time has passed, the signal aborts, or the feed stops. */
  changed(after: Place, signal: AbortSignal, ms: number): Promise<void>;
  /** Resolves when the time has passed, the signal aborts, or the feed stops. */
  pause(signal: AbortSignal, ms: number): Promise<void>;
  /** Assigns a position to every event that has been committed. */
  number(): Promise<void>;
  /** Ends all current waits, and makes later ones end at once. */
  stop(): void;
  isStopped(): boolean;
  stats(): FeedStats;
};

/** @param text - A cursor in the form of the contract's `EventCursor`. */
export const readPlace = (text: string): Place => {
  const [epoch = "", position] = text.split("-");
  return { epoch, position: Number(position) };
};

/** If a process is further behind than this, it discards its recent events and starts again at the end of the feed. */
const MAX_BEHIND = 20_000;
/**
 * This many events are read at once for all readers. A page examines up to `MAX_LOOKED_AT` events if its filter
 * excludes most of them.
 */
const CHUNK = 1_000;
const MAX_LOOKED_AT = 10_000;
const MAX_PAGE_BYTES = 4_000_000;
const BYTES_PER_EVENT = 1_000;

const everybody = systemFlow("events");

const isSameSet = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((name) => others.has(name));

/**
 * The epochs of one store all begin with the same text as the first. A store that was restored from a backup does not
 * know the epochs after that backup.
 */
const storeOf = (epoch: string): string => epoch.slice(0, 8);

const check = ({ epoch, position }: Place, at: Head, from: PlaceName = "query.after"): void => {
  const isOfStore = at.earlierEpochs.includes(epoch) || storeOf(epoch) === storeOf(at.epoch);
  if (epoch !== at.epoch && isOfStore) throw eventCursorExpired(from);
  if (epoch !== at.epoch || position > at.position) throw eventCursorRefused(from);
  if (position < at.expired) throw eventCursorExpired(from);
};

/** Rows of the feed, and the position up to which they contain everything that a reader may get. */
type Rows = { readonly rows: readonly Loaded[]; readonly end: number };

type FeedDeps = {
  readonly database: Pick<Database, "pool">;
  readonly lanes: Lanes;
  readonly changeFeed: Pick<ChangeFeed, "subscribe">;
};

/** Opens the feed of events of one process. All followers share the rows that it reads. */
export const createEventFeed = (
  { database, lanes, changeFeed }: FeedDeps,
  followers = createFollowers(),
): EventFeed => {
  const query = queryOfPool(database.pool);
  let recent = createRecentEvents<Loaded>(0);
  let head: Sight | undefined;
  /** All followers with the same filter read the same page. */
  let last: { readonly name: string; readonly page: FeedPage } | undefined;
  const making = new Map<string, Promise<FeedPage>>();
  const oldEvents = createOldEvents();

  const lookInTurn = createBatcher<undefined, Sight>(
    lanes.control,
    async (calls) => {
      const before = head;
      const found = await numberEvents(query, before?.position);
      const isSame = found.epoch === before?.epoch && found.position === before.position;
      // A change of an attribute causes an event too, so the public attributes are read again only if there are new
      // events.
      const publicAttributes = isSame ? before.publicAttributes : await readPublicAttributes(query);
      const now = { ...found, publicAttributes };
      if (now.epoch !== before?.epoch || now.position - recent.end() > MAX_BEHIND)
        recent = createRecentEvents(now.position);
      else if (!isSameSet(publicAttributes, before.publicAttributes))
        for (const { shown } of recent.rows()) shown.delete("read");
      head = now;
      return calls.map(() => now);
    },
    { name: "numberEvents", maxBatchSize: Number.MAX_SAFE_INTEGER, maxInFlight: 1 },
  );
  let lookingSince: number | undefined;
  /** When this resolves, every event that was committed before the call has a position. */
  const look = async () => {
    lookingSince ??= performance.now();
    const found = await lookInTurn(everybody, undefined);
    lookingSince = undefined;
    return found;
  };

  const load = async (after: number, until: Head, chunk: Chunk): Promise<Rows> => {
    const { rows, end } = await readRows(query, after, until, chunk);
    return { rows: rows.map((row) => ({ ...row, shown: new Map() })), end };
  };

  const extendInTurn = createBatcher<Head, undefined>(
    lanes.reads,
    async (calls) => {
      const [extended, until] = [recent, calls[0] as Head];
      if (extended.end() < until.position) {
        const { rows } = await load(extended.end(), until, { most: CHUNK });
        // Otherwise the rows belong to another epoch, or there is a gap because events expired while nobody was
        // reading.
        if (extended === recent && rows.length > 0) recent.add(rows);
        else if (extended === recent) recent = createRecentEvents(until.position);
      }
      return calls.map(() => undefined);
    },
    { name: "readEvents", maxBatchSize: Number.MAX_SAFE_INTEGER, maxInFlight: 1 },
  );

  /** Finds the events after a position in the memory of this process. @returns Undefined for older events. */
  const findRecent = async (position: number, at: Head, most: number): Promise<Rows | undefined> => {
    while (recent.end() <= position && at.epoch === head?.epoch) await extendInTurn(everybody, at);
    const rows = at.epoch === head?.epoch ? recent.after(position, most) : undefined;
    const last = rows?.at(-1);
    return rows && last && { rows, end: last.position };
  };

  const makePage = async (asked: PageOfFeed, at: Sight): Promise<FeedPage> => {
    const { after, scope, limit, maxBytes = MAX_PAGE_BYTES, filter, flow, noteRead } = asked;
    const events: FeedEvent[] = [];
    let { position } = after;
    let bytes = 0;
    const isFull = () => events.length === limit || bytes > maxBytes;
    // Uses the most recent state, because the shown events are also kept for other readers.
    const sight = () => ({ ...(head ?? at), epoch: at.epoch });
    const addAll = async ({ rows, end }: Rows, pause: Pause) => {
      if (end === position) throw eventCursorExpired("query.after");
      let seen = sight();
      for (const row of rows) {
        if (isFull()) return;
        ({ position } = row);
        if (filter !== undefined && !maySelect(filter.rows, row)) continue;
        const one = showRow(row, seen, scope);
        if (one !== null && filter?.matches(one.event) !== false) {
          events.push(one);
          bytes += one.json.length;
        }
        const pausing = pause(one?.json.length ?? 0);
        if (pausing === undefined) continue;
        await pausing;
        seen = sight();
      }
      if (!isFull()) position = end;
    };
    const addOld = () =>
      oldEvents.run(flow, async () => {
        const left = limit - events.length;
        const [most, mostRows] =
          filter === undefined ? [left, left] : [after.position + MAX_LOOKED_AT - position, left];
        const chunk = { most, mostRows, maxBytes, filter: filter?.rows };
        const found = await lanes.reads.run(flow, () => load(position, at, chunk));
        noteRead?.(found.end - position + bytesOf(found.rows) / BYTES_PER_EVENT);
        await addAll(found, oldEvents.takeShare());
      });
    while (!isFull() && position < at.position && position - after.position < MAX_LOOKED_AT) {
      const rows = await findRecent(position, at, filter === undefined ? limit - events.length : CHUNK);
      await (rows === undefined ? addOld() : addAll(rows, takeTurns()));
    }
    return { events, next: { epoch: at.epoch, position }, hasMore: position < (head ?? at).position };
  };

  const isPast = ({ epoch, position }: Place) =>
    head !== undefined && (head.epoch !== epoch || head.position > position);
  const watch = createFeedWatch(look);
  changeFeed.subscribe("petstore_catalogue", watch.ask);

  return {
    enter: followers.enter,
    leave: followers.leave,
    open: async (cursor, from) => {
      const at = await look();
      const { epoch } = at;
      if (cursor === undefined) return { epoch, position: at.expired };
      if (cursor === "now") return { epoch, position: at.position };
      const place = readPlace(cursor);
      check(place, at, from);
      return place;
    },
    read: async (page) => {
      const at = head ?? (await look());
      check(page.after, at);
      const { scope, limit, maxBytes, after, filter } = page;
      const name = `${scope} ${limit} ${maxBytes} ${writePlace(after)} ${at.position} ${filter?.name}`;
      if (last?.name === name) return last.page;
      // If the reader that produces the page is refused, other readers may still get their turns.
      const begun = making.get(name);
      const shared = begun && (await begun.catch(() => undefined));
      if (shared !== undefined) return shared;
      const made = makePage(page, at).finally(() => making.get(name) === made && making.delete(name));
      making.set(name, made);
      const found = await made;
      if (at === head) last = { name, page: found };
      return found;
    },
    changed: (after, signal, ms) => watch.wait(() => isPast(after), signal, ms),
    pause: (signal, ms) => watch.wait(() => false, signal, ms),
    number: async () => void (await look()),
    stop: watch.stop,
    isStopped: watch.isStopped,
    stats: () => {
      const kinds = [...followers.all].map(({ kind }) => kind);
      const position = head?.position ?? 0;
      return {
        streams: kinds.filter((kind) => kind === "stream").length,
        waits: kinds.filter((kind) => kind === "wait").length,
        position,
        lag: Math.max(0, ...[...followers.all].map((one) => position - one.position)),
        pendingSeconds: Math.max(
          head?.pendingSeconds ?? 0,
          lookingSince === undefined ? 0 : (performance.now() - lookingSince) / 1_000,
        ),
      };
    },
  };
};
