import type { Event, Scope } from "@petstore/contract/routes";
import { createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import { systemFlow, type Lanes } from "../concurrency/lanes.js";
import type { ChangeFeed } from "../database/change-feed.js";
import type { Database } from "../database/open-database.js";
import { queryOfPool } from "../database/query.js";
import { eventCursorExpired, eventCursorRefused } from "../errors.js";
import { type EventRow, type Head, numberEvents, readPublicAttributes, readRows } from "./read-feed.js";
import { showEvent, type StoredEvent } from "./show-event.js";

/** A place between two events. */
export type Place = { readonly epoch: string; readonly position: number };

/** An event as readers of one scope see it. */
export type FeedEvent = {
  readonly place: Place;
  readonly event: Event;
  /** The event in JSON: written once for all readers of a scope. */
  readonly json: string;
};

export type FeedPage = {
  readonly events: readonly FeedEvent[];
  /** Where the next page starts: past events that `matches` leaves out. */
  readonly next: Place;
  /** Whether the feed went further when this page was read. */
  readonly hasMore: boolean;
};

export type PageOfFeed = {
  /** Whose turn it is when old events are read. */
  readonly flow: Flow;
  readonly after: Place;
  readonly scope: Scope;
  readonly limit: number;
  readonly matches?: (event: Event) => boolean;
};

export type EventFeed = {
  /**
   * @param cursor - `now`, or one of {@link writePlace}; undefined for the oldest event that is kept.
   * @throws AppError 400 for one of the future or of another store; 410 if events after it are no longer kept
   */
  open(cursor: string | undefined): Promise<Place>;
  /** Looks at so many events at most that it answers soon. @throws AppError 410 as `open` */
  read(page: PageOfFeed): Promise<FeedPage>;
  /** Resolves once there are events after a place, or the signal aborts. */
  changed(after: Place, signal: AbortSignal): Promise<void>;
  close(): void;
};

export const writePlace = ({ epoch, position }: Place): string => `${epoch}-${position}`;

/** @param text - As the contract's `EventCursor` has it. */
export const readPlace = (text: string): Place => {
  const [epoch = "", position] = text.split("-");
  return { epoch, position: Number(position) };
};

/** What is kept in memory for those who follow; older events are read again by who needs them. */
const RECENT_EVENTS = 2_000;
const RECENT_BYTES = 8_000_000;
/** Further behind, what is recent starts anew at the end of the feed. */
const MAX_BEHIND = 20_000;
/** One statement reads so many events, and one page looks at so many when a filter leaves most of them out. */
const CHUNK = 1_000;
const MAX_LOOKED_AT = 10_000;
/** Between two looks while somebody waits: the events of a moment are read together. */
const PAUSE_MS = 20;
/** Notifications may be late or missed. */
const LOOK_AGAIN_MS = 1_000;

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

type Sight = { readonly epoch: string; readonly scope: Scope; readonly isPublic: (attribute: string) => boolean };

const show = (row: Loaded, { epoch, scope, isPublic }: Sight): FeedEvent | null => {
  let one = row.shown.get(scope);
  if (one === undefined) {
    const shown = showEvent(storedEvent(row), scope, isPublic);
    const place = { epoch, position: row.position };
    const event = shown && { id: writePlace(place), ...shown };
    one = event === undefined ? null : { place, event, json: JSON.stringify(event) };
    row.shown.set(scope, one);
  }
  return one;
};

/** Consecutive events, the newest last, bounded in number and bytes. */
const createRecent = () => {
  let rows: Loaded[] = [];
  let start = 0;
  let bytes = 0;
  const bytesOf = ({ before, after }: EventRow) => 500 + 4 * ((before?.length ?? 0) + (after?.length ?? 0));
  return {
    end: () => start + rows.length,
    restart: (position: number) => {
      rows = [];
      start = position;
      bytes = 0;
    },
    add: (more: readonly Loaded[]) => {
      rows.push(...more);
      bytes += more.reduce((sum, row) => sum + bytesOf(row), 0);
      let dropped = 0;
      for (; dropped < rows.length && (rows.length - dropped > RECENT_EVENTS || bytes > RECENT_BYTES); dropped += 1)
        bytes -= bytesOf(rows[dropped] as Loaded);
      rows.splice(0, dropped);
      start += dropped;
    },
    /** Who may see what has changed. */
    showAgain: () => rows.forEach(({ shown }) => shown.clear()),
    /** @returns undefined for what is no longer in memory */
    after: (position: number) =>
      position < start ? undefined : rows.slice(position - start, position - start + CHUNK),
  };
};

type FeedDeps = {
  readonly database: Pick<Database, "pool">;
  readonly lanes: Lanes;
  readonly changeFeed: Pick<ChangeFeed, "subscribe">;
};

/** The feed of events in one process: all who follow share what it reads. */
export const createEventFeed = ({ database, lanes, changeFeed }: FeedDeps): EventFeed => {
  const query = queryOfPool(database.pool);
  const recent = createRecent();
  let head: Head | undefined;
  let publicAttributes: ReadonlySet<string> | undefined;

  const lookInTurn = createBatcher<undefined, Head>(
    lanes.control,
    async (calls) => {
      const found = await numberEvents(query, head?.position);
      const isElsewhere = found.epoch !== head?.epoch || found.position - recent.end() > MAX_BEHIND;
      if (isElsewhere) {
        recent.restart(found.position);
        publicAttributes = undefined;
      }
      head = found;
      return calls.map(() => found);
    },
    { name: "numberEvents", maxBatchSize: Number.MAX_SAFE_INTEGER, maxInFlight: 1 },
  );
  /** Whatever was committed before the call has its position then. */
  const look = () => lookInTurn(everybody, undefined);

  const load = async (after: number, until: number): Promise<Loaded[]> =>
    (await readRows(query, after, until, CHUNK)).map((row) => ({ ...row, shown: new Map() }));

  const extendInTurn = createBatcher<undefined, undefined>(
    lanes.reads,
    async (calls) => {
      const rows = await load(recent.end(), head?.position ?? 0);
      if (rows.some(({ kind }) => kind === "attribute")) {
        recent.showAgain();
        publicAttributes = undefined;
      }
      publicAttributes ??= await readPublicAttributes(query);
      recent.add(rows);
      return calls.map(() => undefined);
    },
    { name: "readEvents", maxBatchSize: Number.MAX_SAFE_INTEGER, maxInFlight: 1 },
  );

  /** Some of the events after a position, and what keys of scope `read` see of them. */
  const someAfter = async (position: number, flow: Flow) => {
    const { position: end } = head ?? (await look());
    if (recent.after(position) !== undefined && position >= recent.end() && position < end)
      await extendInTurn(everybody, undefined);
    const rows = recent.after(position);
    if (rows !== undefined) return { rows, isPublic: (name: string) => publicAttributes?.has(name) === true };
    return lanes.reads.run(flow, async () => {
      const names = await readPublicAttributes(query);
      return { rows: await load(position, end), isPublic: (name: string) => names.has(name) };
    });
  };

  const check = ({ epoch, position }: Place, at: Head): void => {
    if (at.earlierEpochs.includes(epoch)) throw eventCursorExpired();
    if (epoch !== at.epoch || position > at.position) throw eventCursorRefused();
    if (position < at.expired) throw eventCursorExpired();
  };

  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  const wake = () => {
    const woken = [...waiting];
    waiting.clear();
    for (const resolve of woken) resolve();
  };
  const lookFor = async () => {
    const before = head;
    lookedAt = performance.now();
    try {
      const { epoch, position } = await look();
      if (epoch !== before?.epoch || position > before.position) wake();
    } catch {
      // The next look tries again; who waits has a deadline.
    }
    schedule(LOOK_AGAIN_MS);
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = waiting.size === 0 ? undefined : setTimeout(() => void lookFor(), ms).unref();
  };
  changeFeed.subscribe("petstore_catalogue", () => {
    if (waiting.size > 0) schedule(Math.max(0, lookedAt + PAUSE_MS - performance.now()));
  });

  return {
    open: async (cursor) => {
      const at = await look();
      const { epoch } = at;
      if (cursor === undefined) return { epoch, position: at.expired };
      if (cursor === "now") return { epoch, position: at.position };
      const place = readPlace(cursor);
      check(place, at);
      return place;
    },
    read: async ({ after, scope, limit, matches = () => true, flow }) => {
      const at = head ?? (await look());
      check(after, at);
      const { epoch } = at;
      const found: FeedEvent[] = [];
      let { position } = after;
      const isDone = () => found.length === limit || position >= at.position;
      while (!isDone() && position - after.position < MAX_LOOKED_AT) {
        const { rows, isPublic } = await someAfter(position, flow);
        for (const row of rows) {
          if (found.length === limit) break;
          const one = show(row, { epoch, scope, isPublic });
          if (one !== null && matches(one.event)) found.push(one);
          ({ position } = row);
        }
        // Events whose retention ended meanwhile.
        if (rows.length === 0) position = at.position;
      }
      return { events: found, next: { epoch, position }, hasMore: position < (head ?? at).position };
    },
    changed: (after, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || (head !== undefined && (head.epoch !== after.epoch || head.position > after.position)))
          return resolve();
        const end = () => {
          waiting.delete(end);
          signal.removeEventListener("abort", end);
          resolve();
        };
        signal.addEventListener("abort", end);
        waiting.add(end);
        if (timer === undefined) schedule(0);
      }),
    close: () => {
      wake();
      clearTimeout(timer);
    },
  };
};
