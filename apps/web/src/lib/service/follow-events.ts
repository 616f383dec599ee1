import type { Event, EventPage } from "@petstore/contract/client";
import type { Query } from "@tanstack/react-query";
import { ApiError, askUnseen } from "./api";
import { mayPass } from "./api-error";
import { queryClient, retryDelay } from "./query-client";
import { isFollowed, refreshBy } from "./refresh";
import { session } from "../session/session";
import { whenIdle } from "./when-idle";

/** The longest that the contract allows: its schemas would make the first page's code larger. */
const WAIT_SECONDS = 25;
/** The pause between two requests while others change much, so that a list is fetched at most once a second. */
const PAUSE_MS = 1_000;
const MAX_BACK_OFF_MS = 15_000;
/** While a menu is open or something is being moved or saved, what others change waits. */
const HELD_MS = 100;
const MAX_SAVING_MS = 5_000;
const MAX_PENDING = 1_000;

/** The longest that a change of one's own waits for the answer of a catch-up, which usually comes soon. */
const CATCH_UP_TIMEOUT_MS = 3_000;
/** The longest that the first page waits to know where the feed is. */
const FIRST_LOOK_MS = 1_000;
/** The longest that the first wait for events leaves the browser's few connections to the answers of the page. */
const FIRST_PAGE_MS = 10_000;
const POLL_TIMEOUT_MS = (WAIT_SECONDS + 15) * 1_000;

/** What has happened, and when that was known; without an event it may be anything. */
type Pending = { readonly event: Event | undefined; readonly receipt: number };

const isAway = () => document.visibilityState === "hidden" || !navigator.onLine;

const isHeld = () =>
  document.querySelector("[role=menu], [role=listbox], [data-dragging]") !== null ||
  queryClient.isMutating({ predicate: ({ state }) => Date.now() - state.submittedAt < MAX_SAVING_MS }) > 0;

/** The cursor is of another store, or older than what is kept. */
const isLost = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 410);

/** Asks again for what events concern, once for each of them. */
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
  // What failed for the moment is asked for again when the service said.
  const isStale = (query: Query) =>
    isFollowed(query) && !mayPass(query.state.error) && pending.some((one) => !shows(query, one));

  const flush = () => {
    clearTimeout(timer);
    const stale = queryClient.getQueryCache().findAll({ predicate: isStale });
    // A fetch that is cut off each second would never end.
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

/** Makes something that can end a pause or a request early. */
const createWaker = () => {
  let wake = () => {};
  return {
    wake: () => wake(),
    /** @param ms - Without it, until it is woken. */
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
 * Resolves once the place in the feed is known. Data that is read before that must be read again, because it may be
 * older.
 */
export const feedIsKnown = async (): Promise<void> => firstLook;

/**
 * Follows the feed of events while the page can be seen, and asks again for what they concern: one request that waits, after
 * another. @returns what ends it
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

  /** @returns whether there may be more at once */
  const look = async (): Promise<boolean> => {
    const served = callers;
    callers = [];
    try {
      const { data, next, hasMore } = await read(served.length > 0);
      // What was read before the cursor was taken may be older.
      refresher.add(cursor === undefined ? [undefined] : data);
      cursor = next;
      known.resolve();
      if (hasMore) callers = [...served, ...callers];
      else for (const { resolve } of served) resolve();
      return hasMore || data.length === 0;
    } catch (error) {
      // The next answer tells them: it was cut off by another change of one's own, or has to start again.
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
      // One after the other.
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

/** Follows for as long as somebody is signed in. @returns what ends it */
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
