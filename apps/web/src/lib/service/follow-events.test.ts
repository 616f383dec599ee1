import type { Event } from "@petstore/contract/client";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventOf } from "../../../test/support/event-of";
import { actAs, type Asked, fakeService, refusal } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { about, aboutPets, concernedBy } from "./concerns";
import { followEvents, followWhileSignedIn } from "./follow-events";
import { queryClient } from "./query-client";
import { refresh } from "./refresh";
import { session } from "../session/session";

const waitingSeconds = ({ query }: Asked) => Number(query.get("wait"));

/** A feed to which a test can add events. The next event answers a request that waits. */
const createFeed = () => {
  let position = 10;
  let waiting: (() => void) | undefined;
  const events: Event[] = [];
  const answer = (asked: Asked): ReturnType<Parameters<typeof fakeService>[0][string]> => {
    const after = asked.query.get("after");
    const place = after === "now" ? position : Number(after?.split("-")[1]);
    const data = events.slice(place - 10);
    const next = `3f9a2b07-${10 + events.length}`;
    if (data.length > 0 || waitingSeconds(asked) === 0) return { body: { data, next, hasMore: false } };
    return new Promise<void>((resolve) => {
      waiting = resolve;
    }).then(() => answer(asked));
  };
  return {
    answer,
    add: (...more: readonly Event[]) => {
      events.push(...more);
      position += more.length;
      waiting?.();
    },
  };
};

/** Lets time pass, and lets answers arrive. */
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(50);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve));
  }
};

let page: EventTarget & { visibilityState: string; menu: object | null; querySelector: (of: string) => object | null };

beforeEach(() => {
  const querySelector = (of: string) => ({ h1: {}, "[data-loading]": null })[of] ?? page.menu;
  page = Object.assign(new EventTarget(), { visibilityState: "visible", menu: null, querySelector });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("navigator", { onLine: true });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Observes some queries, and counts how often each is fetched. */
const watched = () => {
  const counts = { pets: 0, seven: 0, orders: 0, keys: 0 };
  const show = (name: keyof typeof counts, options: object) => {
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: () => Promise.resolve((counts[name] += 1)),
      ...options,
    });
    ends.push(observer.subscribe(() => undefined));
  };
  show("pets", concernedBy(about("pet")));
  show("seven", concernedBy(aboutPets([7], "pet", "note")));
  show("orders", concernedBy(about("order")));
  show("keys", {});
  return counts;
};

/** Follows the feed. The cursor is known before anything is shown. */
const start = async (answer: (asked: Asked) => ReturnType<Parameters<typeof fakeService>[0][string]>) => {
  vi.stubGlobal("location", new URL("http://store.test/"));
  const asked = fakeService({ "GET /v1/events": answer });
  const waits = () => asked.filter((one) => waitingSeconds(one) > 0).length;
  ends.push(followEvents());
  // The answers of the page arrive before the first wait for events.
  await pass(400);
  await until(() => waits() === 1);
  const counts = watched();
  await until(() => counts.keys === 1);
  return { asked, waits, counts };
};

describe("a visible page", () => {
  it("starts at the newest cursor, waits, and fetches only queries that an event concerns", async () => {
    const feed = createFeed();
    const { asked, counts, waits } = await start(feed.answer);
    expect(asked.map(({ query }) => query.get("after"))).toEqual(["now", "3f9a2b07-10"]);
    feed.add(eventOf("pet", 8));
    await until(() => counts.pets === 2);
    expect(counts).toEqual({ pets: 2, seven: 1, orders: 1, keys: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => waits() === 2);
    feed.add(eventOf("note", 3, { after: { petId: 7 } }), eventOf("order", 1));
    await until(() => counts.orders === 2);
    expect(counts).toEqual({ pets: 2, seven: 2, orders: 2, keys: 1 });
  });

  it("fetches a list at most once a second, however much others change", async () => {
    const feed = createFeed();
    const { counts, waits } = await start(feed.answer);
    feed.add(eventOf("pet", 1));
    await until(() => counts.pets === 2);
    for (const id of [2, 3, 4]) feed.add(eventOf("pet", id));
    await vi.advanceTimersByTimeAsync(990);
    expect(counts.pets).toBe(2);
    await until(() => counts.pets === 3);
    await until(() => waits() === 3);
    expect(counts.pets).toBe(3);
  });

  it("fetches again what was read before the cursor was known or what an import has changed", async () => {
    const feed = createFeed();
    const counts = watched();
    await until(() => counts.keys === 1);
    vi.stubGlobal("location", new URL("http://store.test/"));
    fakeService({ "GET /v1/events": feed.answer });
    ends.push(followEvents());
    await until(() => counts.orders === 2);
    expect(counts).toEqual({ pets: 2, seven: 2, orders: 2, keys: 1 });
    feed.add(eventOf("catalogue", 0, { resync: true }));
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => counts.pets === 3);
    expect(counts).toEqual({ pets: 3, seven: 3, orders: 2, keys: 1 });
  });

  it("does not change the list under an open menu until it closes", async () => {
    const feed = createFeed();
    const { counts, waits } = await start(feed.answer);
    page.menu = {};
    feed.add(eventOf("pet", 1));
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => waits() === 2);
    expect(counts.pets).toBe(1);
    page.menu = null;
    await vi.advanceTimersByTimeAsync(100);
    await until(() => counts.pets === 2);
  });

  it("fetches everything if more than 1,000 events are pending", async () => {
    const feed = createFeed();
    const { counts, waits } = await start(feed.answer);
    page.menu = {};
    feed.add(eventOf("pet", 7), ...Array.from({ length: 1_000 }, (_, at) => eventOf("order", at + 1)));
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => waits() === 2);
    page.menu = null;
    await vi.advanceTimersByTimeAsync(100);
    await until(() => counts.orders === 2);
    expect(counts).toEqual({ pets: 2, seven: 2, orders: 2, keys: 1 });
  });

  it("fetches the queries that its own change concerns only once", async () => {
    const feed = createFeed();
    const { counts, waits, asked } = await start(feed.answer);
    feed.add(eventOf("pet", 1));
    await refresh();
    await until(() => counts.pets === 2 && counts.keys === 2 && waits() > 1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(counts).toEqual({ pets: 2, seven: 1, orders: 1, keys: 2 });
    expect(asked.some((one) => one.query.get("after") !== "now" && waitingSeconds(one) === 0)).toBe(true);
  });
});

describe("a page", () => {
  it("a hidden page sends no requests, and later continues from its cursor", async () => {
    const feed = createFeed();
    const { counts, asked } = await start(feed.answer);
    page.visibilityState = "hidden";
    page.dispatchEvent(new globalThis.Event("visibilitychange"));
    feed.add(eventOf("pet", 1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, counts.pets]).toEqual([2, 1]);
    const own = refresh();
    await own;
    await until(() => counts.orders === 2);
    page.visibilityState = "visible";
    page.dispatchEvent(new globalThis.Event("visibilitychange"));
    await until(() => counts.pets === 3);
    expect([asked[2]?.query.get("after"), counts.orders]).toEqual(["3f9a2b07-10", 2]);
  });

  it("a page with an expired cursor starts again, and fetches everything that it shows", async () => {
    const feed = createFeed();
    let isExpired = false;
    const { counts, asked } = await start((one) => {
      isExpired &&= one.query.get("after") !== "now";
      return isExpired ? refusal(410, "cursor_expired") : feed.answer(one);
    });
    isExpired = true;
    void refresh();
    await pass(1_000);
    expect(asked.map(({ query }) => query.get("after")).at(3)).toBe("now");
    expect(counts).toMatchObject({ pets: 2, seven: 2, orders: 2 });
  });

  /** Follows a feed that fails while `state.isDown`. */
  const startFailing = async () => {
    const feed = createFeed();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    ends.push(() => vi.restoreAllMocks());
    const tries: number[] = [];
    const state = { isDown: false };
    const { counts } = await start((one) => {
      if (!state.isDown) return feed.answer(one);
      tries.push(Date.now());
      return refusal(503, "unavailable");
    });
    const pauses = () => tries.slice(1).map((at, before) => Math.round((at - (tries[before] ?? 0)) / 100) * 100);
    return { feed, counts, state, tries, pauses };
  };

  it("backs off while the service fails, and receives the events of that time afterwards", async () => {
    const { feed, counts, state, pauses } = await startFailing();
    state.isDown = true;
    feed.add(eventOf("pet", 1));
    await pass(5_000);
    expect(pauses()).toEqual([500, 1_000, 2_000]);
    state.isDown = false;
    feed.add(eventOf("order", 1));
    await pass(4_000);
    await until(() => counts.orders === 2);
  });

  it("starts again with the shortest pause once the service has answered", async () => {
    const { feed, counts, state, tries, pauses } = await startFailing();
    state.isDown = true;
    feed.add(eventOf("pet", 1));
    await pass(5_000);
    state.isDown = false;
    await pass(4_000);
    feed.add(eventOf("order", 1));
    await until(() => counts.orders === 2);
    tries.length = 0;
    state.isDown = true;
    await pass(3_000);
    expect(pauses()).toEqual([500, 1_000]);
  });

  it("follows the feed only while somebody is signed in", async () => {
    vi.stubGlobal("location", new URL("http://store.test/"));
    const feed = createFeed();
    const asked = fakeService({ "GET /v1/events": feed.answer });
    session.state.set({ phase: "signed-out" });
    ends.push(followWhileSignedIn());
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toEqual([]);
    actAs("clerk");
    await until(() => asked.length === 2);
    session.state.set({ phase: "signed-out" });
    feed.add(eventOf("pet", 1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
});
