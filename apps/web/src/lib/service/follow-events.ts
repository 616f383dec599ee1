import type { Event, EventPage } from "@petstore/contract/client";
import type { Query } from "@tanstack/react-query";
import { ApiError, askUnseen } from "./api";
import { mayPass } from "./api-error";
import { queryClient, retryDelay } from "./query-client";
import { isFollowed, refreshBy } from "./refresh";
import { session } from "../session/session";
import { whenIdle } from "./when-idle";

/**
 * The longest wait that the contract allows. The number is repeated here because the contract's schemas would make the
 * code of the first page larger.
 */
const WAIT_SECONDS = 25;
/** The pause between two requests while many changes arrive, so that a list is fetched at most once a second. */
const PAUSE_MS = 1_000;
const MAX_BACK_OFF_MS = 15_000;
/**
 * Changes of others wait while a menu is open, or while something is being moved or saved. The page checks again after
 * this time.
 */
const HELD_MS = 100;
const MAX_SAVING_MS = 5_000;
const MAX_PENDING = 1_000;

/** The longest time that a change by this page waits for the answer of a catch-up, which usually arrives soon. */
const CATCH_UP_TIMEOUT_MS = 3_000;
/** The longest time that the first page waits until the cursor of the feed is known. */
const FIRST_LOOK_MS = 1_000;
/**
 * The longest time by which the first wait for events is delayed, because the answers of the page need the browser's
 * few connections.
 */
const FIRST_PAGE_MS = 10_000;
const POLL_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1_000;

/** An event, and when it was received. If the event is undefined, anything may have changed. */
type Pending = { readonly event: Event | undefined; readonly receipt: number };

const isAway = () => document.visibilityState === "hidden" || !navigator.onLine;

const isHeld = () =>
  document.querySelector("[role=menu], [role=listbox], [data-dragging]") !== null ||
  queryClient.isMutating({ predicate: ({ state }) => Date.now() - state.submittedAt < MAX_SAVING_MS }) > 0;

/** Whether the cursor belongs to another store, or is older than the events that the service keeps. */
const isLost = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 410);

/** Fetches again the queries that events concern, once for each event. */
const createRefresher = () => {
  let pending: readonly Pending[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A counter of received events and of started fetches. A query whose fetch started after an event had arrived already
  // shows that event.
  let count = 0;
  const begun = new WeakMap<Query, number>();
  const unsubscribe = queryClient.getQueryCache().subscribe((change) => {
    if (change.type === "updated" && change.action.type === "fetch") begun.set(change.query, (count += 1));
  });

  const shows = (query: Query, { event, receipt }: Pending) =>
    (begun.get(query) ?? 0) > receipt || (event !== undefined && query.meta?.concerns?.(event) !== true);
  // A query that failed temporarily is fetched again when the service said, and not because of an event.
  const isStale = (query: Query) =>
    isFollowed(query) && !mayPass(query.state.error) && pending.some((one) => !shows(query, one));

  const flush = () => {
    clearTimeout(timer);
    const stale = queryClient.getQueryCache().findAll({ predicate: isStale });
    // A running fetch is not restarted. If it were stopped every second, it would never end.
    const isBusy = stale.some(({ state }) => state.fetchStatus === "fetching");
    const isWaiting = stale.length > 0 && isHeld();
    if (isBusy || isWaiting) timer = setTimeout(flush, HELD_MS);
    if (isWaiting) return;
    const ready = new Set(stale.filter(({ state }) => state.fetchStatus !== "fetching"));
    void queryClient.invalidateQueries({ predicate: (query) => ready.has(query) });
    if (!isBusy) pending = [];
  };

  return {
    add: (events: readonly (Event | undefined)[]) => {
      const receipt = (count += 1);
      const all = [...pending, ...events.map((event) => ({ event, receipt }))];
      pending = all.length > MAX_PENDING ? [{ event: undefined, receipt }] : all;
      flush();
    },
    end: () => {
      unsubscribe();
      clearTimeout(timer);
    },
  };
};

/** Creates a pause that can be ended early. */
const createWaker = () => {
  let wake = () => {};
  return {
    wake: () => wake(),
    /** @param ms - The length of the pause. If it is omitted, the pause lasts until it is ended. */
    pause: (ms?: number) =>
      new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

let firstLook: Promise<void> | undefined;

/**
 * Resolves once the cursor of the feed is known. Data that is read before that must be read again, because it may be
 * older.
 */
export const feedIsKnown = async (): Promise<void> => firstLook;

/**
 * Follows the feed of events while the page can be seen, and fetches again what the events concern. It sends one
 * waiting request after another.
 * @returns a function that stops this
 */
export const followEvents = (): (() => void) => {
  const refresher = createRefresher();
  const { pause, wake } = createWaker();
  const end = new AbortController();
  let cursor: string | undefined;
  let request = new AbortController();
  let callers: PromiseWithResolvers<void>[] = [];
  const known = Promise.withResolvers<void>();
  firstLook = known.promise;
  setTimeout(known.resolve, FIRST_LOOK_MS);

  const isExpired = (error: unknown) => cursor !== undefined && isLost(error);

  const read = async (isCatchUp: boolean): Promise<EventPage> => {
    request = new AbortController();
    const { signal } = request;
    const wait = isCatchUp || cursor === undefined ? 0 : WAIT_SECONDS;
    const timeoutMs = isCatchUp ? CATCH_UP_TIMEOUT_MS : POLL_TIMEOUT_MS;
    const query = { after: cursor ?? "now", wait };
    return (await askUnseen((api, options) => api.events.listEvents({ query, ...options }), { signal, timeoutMs }))
      .body;
  };

  /** @returns whether there may be more events already */
  const look = async (): Promise<boolean> => {
    const served = callers;
    callers = [];
    try {
      const { data, next, hasMore } = await read(served.length > 0);
      // Without a cursor, anything that was read before may be out of date.
      refresher.add(cursor === undefined ? [undefined] : data);
      cursor = next;
      known.resolve();
      if (hasMore) callers = [...served, ...callers];
      else for (const { resolve } of served) resolve();
      return hasMore || data.length === 0;
    } catch (error) {
      // The next answer resolves these callers. This request was aborted by another change of this page, or has to
      // start again with a new cursor.
      if (request.signal.aborted || isExpired(error)) callers = [...served, ...callers];
      else for (const { reject } of served) reject(error);
      throw error;
    }
  };

  const leaveCallers = () => {
    for (const { reject } of callers) reject(new Error("The feed is not followed at the moment."));
    callers = [];
  };

  const run = async () => {
    let failures = 0;
    const step = async () => {
      if (isAway()) {
        leaveCallers();
        return pause();
      }
      try {
        const isFirst = cursor === undefined;
        const isNext = await look();
        failures = 0;
        if (callers.length > 0) return undefined;
        if (isFirst) await Promise.race([pause(FIRST_PAGE_MS), new Promise<void>(whenIdle)]);
        else if (!isNext) await pause(PAUSE_MS);
      } catch (error) {
        if (request.signal.aborted) return undefined;
        if (isExpired(error)) {
          cursor = undefined;
          return undefined;
        }
        leaveCallers();
        if (error instanceof ApiError && error.status === 401) await session.renewKeyUnseen().catch(() => undefined);
        await pause(Math.min(retryDelay(failures, error), MAX_BACK_OFF_MS));
        failures += 1;
      }
      return undefined;
    };
    while (!end.signal.aborted) {
      // The requests are sent one after the other.
      // oxlint-disable-next-line no-await-in-loop
      await step();
    }
  };

  const onPresence = () => {
    if (isAway()) request.abort();
    wake();
  };
  const listen = (change: "addEventListener" | "removeEventListener") => {
    document[change]("visibilitychange", onPresence);
    globalThis[change]("online", onPresence);
    globalThis[change]("offline", onPresence);
  };

  listen("addEventListener");
  refreshBy(() => {
    const caller = Promise.withResolvers<void>();
    callers.push(caller);
    request.abort();
    wake();
    return caller.promise;
  });
  void run();
  return () => {
    end.abort();
    refreshBy(undefined);
    listen("removeEventListener");
    request.abort();
    leaveCallers();
    wake();
    refresher.end();
  };
};

/** Follows the feed for as long as somebody is signed in. @returns a function that stops this */
export const followWhileSignedIn = (): (() => void) => {
  let end: (() => void) | undefined;
  const check = () => {
    const state = session.state.get();
    const isIn = state.phase === "signed-in" && !state.mustEnrol;
    if (isIn) end ??= followEvents();
    else {
      end?.();
      end = undefined;
    }
  };
  const unsubscribe = session.state.subscribe(check);
  check();
  return () => {
    unsubscribe();
    end?.();
  };
};
