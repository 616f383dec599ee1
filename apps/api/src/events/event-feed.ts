import type { Event, Scope } from "@petstore/contract/routes";
import { createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import { systemFlow, type Lanes } from "../concurrency/lanes.js";
import type { ChangeFeed } from "../database/change-feed.js";
import type { Database } from "../database/open-database.js";
import { queryOfPool } from "../database/query.js";
import { eventCursorExpired, eventCursorRefused } from "../errors.js";
import { createFeedWatch } from "./feed-watch.js";
import { createFollowers, type Followers } from "./followers.js";
import { type EventRow, type Head, numberEvents, readPublicAttributes, readRows } from "./read-feed.js";
import { createRecentEvents } from "./recent-events.js";
import { showEvent, type StoredEvent } from "./show-event.js";

/** A place between two events. */
export type Place = { readonly epoch: string; readonly position: number };

/** An event as readers of one scope see it. */
export type FeedEvent = {
  readonly event: Event;
  /** The event in JSON: written once for all readers of a scope. */
  readonly json: string;
};

export type FeedPage = {
  readonly events: readonly FeedEvent[];
  /** Where the next page starts: past events that the filter leaves out. */
  readonly next: Place;
  /** Whether the feed went further when this page was read. */
  readonly hasMore: boolean;
};

type PageOfFeed = {
  /** Whose turn it is when old events are read. */
  readonly flow: Flow;
  readonly after: Place;
  readonly scope: Scope;
  readonly limit: number;
  /** The page ends with the event that passes it. */
  readonly maxBytes?: number;
  /** Undefined if every event matches. */
  readonly filter?: EventMatch | undefined;
};

/** @param name - Equal for equal filters. */
export type EventMatch = { readonly name: string; readonly matches: (event: Event) => boolean };

type FeedStats = {
  readonly streams: number;
  readonly waits: number;
  readonly position: number;
  /** How far the last follower is behind. */
  readonly lag: number;
  /** How long the oldest change had waited when the feed was last looked at, or how long nobody could look. */
  readonly pendingSeconds: number;
};

export type EventFeed = Pick<Followers, "enter" | "leave"> & {
  /**
   * @param cursor - `now`, or one of {@link writePlace}; undefined for the oldest event that is kept.
   * @param from - Where the cursor is in the request.
   * @throws AppError 400 for one of the future or of another store; 410 if events after it are no longer kept
   */
  open(cursor: string | undefined, from?: string): Promise<Place>;
  /** Looks at so many events at most that it answers soon. @throws AppError 410 as `open` */
  read(page: PageOfFeed): Promise<FeedPage>;
  /** Resolves once there are events after a place, the time is over, the signal aborts, or the feed stops. */
  changed(after: Place, signal: AbortSignal, ms: number): Promise<void>;
  /** Gives all that is committed its position. */
  number(): Promise<void>;
  /** Ends all waiting, now and later. */
  stop(): void;
  isStopped(): boolean;
  stats(): FeedStats;
};

export const writePlace = ({ epoch, position }: Place): string => `${epoch}-${position}`;

/** @param text - As the contract's `EventCursor` has it. */
export const readPlace = (text: string): Place => {
  const [epoch = "", position] = text.split("-");
  return { epoch, position: Number(position) };
};

/** Further behind, what is recent starts anew at the end of the feed. */
const MAX_BEHIND = 20_000;
/** One statement reads so many events, and one page looks at so many when a filter leaves most of them out. */
const CHUNK = 1_000;
const MAX_LOOKED_AT = 10_000;
const MAX_PAGE_BYTES = 4_000_000;

const everybody = systemFlow("events");

const idOf = (id: string | null) => (id === null ? null : Number(id));
const stateOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as StoredEvent["before"]));

const storedEvent = ({ at, action, kind, subjectId, before, after, ...actor }: EventRow): StoredEvent => ({
  at,
  action,
  subject: { kind, id: idOf(subjectId) },
  before: stateOf(before),
  after: stateOf(after),
  actor: { kind: actor.actorKind, id: idOf(actor.actorId), name: actor.actorName },
});

/** What each scope sees of it, once somebody has asked; null for nothing. */
type Loaded = EventRow & { readonly shown: Map<Scope, FeedEvent | null> };

/** A head, and what keys of scope `read` see, read after it: nothing before it was made private since. */
type Sight = Head & { readonly publicAttributes: ReadonlySet<string> };

const isSameSet = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((name) => others.has(name));

const show = (
  row: Loaded,
  { epoch, publicAttributes }: Pick<Sight, "epoch" | "publicAttributes">,
  scope: Scope,
): FeedEvent | null => {
  let one = row.shown.get(scope);
  if (one === undefined) {
    const shown = showEvent(storedEvent(row), scope, (name) => publicAttributes.has(name));
    const event = shown && { id: writePlace({ epoch, position: row.position }), ...shown };
    one = event === undefined ? null : { event, json: JSON.stringify(event) };
    row.shown.set(scope, one);
  }
  return one;
};

/** Each later epoch of a store begins with its first: those after a backup are unknown to a store restored from it. */
const storeOf = (epoch: string): string => epoch.slice(0, 8);

const check = ({ epoch, position }: Place, at: Head, from = "query.after"): void => {
  const isOfStore = at.earlierEpochs.includes(epoch) || storeOf(epoch) === storeOf(at.epoch);
  if (epoch !== at.epoch && isOfStore) throw eventCursorExpired(from);
  if (epoch !== at.epoch || position > at.position) throw eventCursorRefused(from);
  if (position < at.expired) throw eventCursorExpired(from);
};

/** How many rows are read at once. */
type Chunk = { readonly most: number; readonly maxBytes?: number };

type FeedDeps = {
  readonly database: Pick<Database, "pool">;
  readonly lanes: Lanes;
  readonly changeFeed: Pick<ChangeFeed, "subscribe">;
};

/** The feed of events in one process: all who follow share what it reads. */
export const createEventFeed = (
  { database, lanes, changeFeed }: FeedDeps,
  followers = createFollowers(),
): EventFeed => {
  const query = queryOfPool(database.pool);
  let recent = createRecentEvents<Loaded>(0);
  let head: Sight | undefined;
  /** All who follow with the same filter read the same page. */
  let last: { readonly name: string; readonly page: FeedPage } | undefined;

  const lookInTurn = createBatcher<undefined, Sight>(
    lanes.control,
    async (calls) => {
      const before = head;
      const found = await numberEvents(query, before?.position);
      const isSame = found.epoch === before?.epoch && found.position === before.position;
      // An attribute that changes is an event.
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
  /** Whatever was committed before the call has its position then. */
  const look = async () => {
    lookingSince ??= performance.now();
    const found = await lookInTurn(everybody, undefined);
    lookingSince = undefined;
    return found;
  };

  const load = async (after: number, until: Head, { most, maxBytes }: Chunk = { most: CHUNK }): Promise<Loaded[]> =>
    (await readRows(query, after, until, most, maxBytes)).map((row) => ({ ...row, shown: new Map() }));

  const extendInTurn = createBatcher<Head, undefined>(
    lanes.reads,
    async (calls) => {
      const [extended, until] = [recent, calls[0] as Head];
      if (extended.end() < until.position) {
        const rows = await load(extended.end(), until);
        // Else what follows is of another epoch, or expired while nobody asked for it.
        if (extended === recent && rows.length > 0) recent.add(rows);
        else if (extended === recent) recent = createRecentEvents(until.position);
      }
      return calls.map(() => undefined);
    },
    { name: "readEvents", maxBatchSize: Number.MAX_SAFE_INTEGER, maxInFlight: 1 },
  );

  /** Some of the events after a position that the feed has reached; none if they expired. */
  const someAfter = async (position: number, at: Head, chunk: Chunk, flow: Flow): Promise<readonly Loaded[]> => {
    while (recent.end() <= position && at.epoch === head?.epoch) await extendInTurn(everybody, at);
    const rows = at.epoch === head?.epoch ? recent.after(position, chunk.most) : undefined;
    return rows?.length ? rows : lanes.reads.run(flow, () => load(position, at, chunk));
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
    read: async ({ after, scope, limit, maxBytes = MAX_PAGE_BYTES, filter, flow }) => {
      const at = head ?? (await look());
      check(after, at);
      const name = `${scope} ${limit} ${maxBytes} ${writePlace(after)} ${at.position} ${filter?.name}`;
      if (last?.name === name) return last.page;
      const events: FeedEvent[] = [];
      let { position } = after;
      let bytes = 0;
      const isFull = () => events.length === limit || bytes > maxBytes;
      while (!isFull() && position < at.position && position - after.position < MAX_LOOKED_AT) {
        const chunk = filter === undefined ? { most: limit - events.length, maxBytes } : { most: CHUNK };
        const rows = await someAfter(position, at, chunk, flow);
        if (rows.length === 0) throw eventCursorExpired("query.after");
        // The latest: what is shown is kept for others.
        const sight = { ...(head ?? at), epoch: at.epoch };
        for (const row of rows) {
          if (isFull()) break;
          ({ position } = row);
          const one = show(row, sight, scope);
          if (one === null || filter?.matches(one.event) === false) continue;
          events.push(one);
          bytes += one.json.length;
        }
      }
      const page = { events, next: { epoch: at.epoch, position }, hasMore: position < (head ?? at).position };
      if (at === head) last = { name, page };
      return page;
    },
    changed: (after, signal, ms) => watch.wait(() => isPast(after), signal, ms),
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
