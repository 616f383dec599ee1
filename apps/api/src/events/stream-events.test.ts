import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { contract, type Event } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { openEventStream } from "../../test/support/event-stream.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import type { ChargeReads } from "../concurrency/rate-limit/charge-reads.js";
import { hashApiKey } from "../credentials/api-key-format.js";
import { openContext } from "../gate/open-context.js";
import { sendBodyStream } from "../http/send-body-stream.js";
import { contextOf } from "../request/request-context.js";
import type { EventFeed } from "./event-feed.js";
import type { Follower } from "./followers.js";
import { streamEvents } from "./stream-events.js";

const end = { retry: "1000" };

describe("GET /events with Accept: text/event-stream", () => {
  let api: TestApi;
  let petId: number;
  beforeAll(async () => {
    api = await createTestApi();
    [petId = 0] = await addPets(api, {});
  });
  afterAll(() => api.close());

  const now = async (on = api) => ((await on.send("GET /v1/events?after=now")).body as { next: string }).next;
  const rename = (name: string) => api.send(`PATCH /v1/pets/${petId}`, { body: { name } });
  const isEmpty = () => expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ streams: 0, waits: 0 });

  it("begins with a cursor, sends each event, and resumes at Last-Event-ID rather than `after`", async () => {
    const after = await now();
    const stream = await openEventStream(api, `after=${after}`);
    expect([stream.response.status, stream.response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    expect(stream.response.headers.get("cache-control")).toBe("private, no-store");
    expect(await stream.next()).toEqual({ retry: "3000", id: after });
    await rename("Ada");
    const first = await stream.next();
    expect(first).toMatchObject({ event: "pet.updated", data: { subject: { kind: "pet", id: petId }, id: first?.id } });
    await rename("Bo");
    const second = await stream.next();
    expect(second?.data?.after).toMatchObject({ name: "Bo" });
    stream.leave();
    await isEmpty();
    const resumed = await openEventStream(api, "after=now", { lastEventId: first?.id ?? "" });
    expect(await resumed.take(2)).toEqual([{ retry: "3000", id: first?.id }, second]);
    resumed.leave();
  });

  it("sends only what the filters of the page select", async () => {
    const stream = await openEventStream(api, `after=${await now()}&types=category.created&subject=category`);
    await stream.next();
    await rename("Cy");
    await api.send("POST /v1/categories", { body: { name: "Cats" } });
    expect(await stream.next()).toMatchObject({ event: "category.created", data: { after: { name: "Cats" } } });
    stream.leave();
  });

  it("answers HEAD with the head alone, and errors in JSON", async () => {
    const headers = { accept: "text/event-stream" };
    const head = await api.send("HEAD /v1/events", { headers });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const [epoch] = (await now()).split("-");
    const refused = [
      ["Last-Event-ID must be the id of an event", { "last-event-id": "7" }],
      ["Last-Event-ID must be the id of an event that this store", { "last-event-id": `${epoch}-999999` }],
    ] as const;
    for (const [message, more] of refused) {
      const { status, body } = await api.send("GET /v1/events", { headers: { ...headers, ...more } });
      expect([status, body]).toEqual([400, errorBody("invalid_request", 400, expect.stringContaining(message))]);
    }
    const { status, body } = await api.send("GET /v1/events", { headers: { accept: "text/csv" } });
    expect([status, body]).toEqual([
      406,
      errorBody("not_acceptable", 406, expect.stringContaining("text/event-stream")),
    ]);
    await isEmpty();
  });

  it("ends when its key is revoked, and waiting requests of the key get 401, unlike other keys", async () => {
    const key = await api.makeKey("write");
    const [stream, other] = [await openEventStream(api, "after=now", { key }), await openEventStream(api, "after=now")];
    await Promise.all([stream.next(), other.next()]);
    const waiting = api.send(`GET /v1/events?after=${await now()}&wait=25`, { key });
    await expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ streams: 2, waits: 1 });
    await api.database.pool.query("UPDATE api_key SET revoked_at = now() WHERE hash = $1", [hashApiKey(key)]);
    expect(await stream.take(2)).toEqual([end, undefined]);
    expect((await waiting).status).toBe(401);
    await rename("Di");
    expect(await other.next()).toMatchObject({ event: "pet.updated" });
    other.leave();
    await isEmpty();
  });

  it("ends when its key expires, and when its account gets another role", async () => {
    const accountId = await api.makeAccount();
    const [key, expiring] = [await api.makeKey("admin", { accountId }), await api.makeKey("read")];
    const streams = await Promise.all([
      openEventStream(api, "after=now", { key }),
      openEventStream(api, "after=now", { key: expiring }),
    ]);
    await Promise.all(streams.map((one) => one.next()));
    await api.database.pool.query("UPDATE account SET role = 'clerk' WHERE id = $1", [accountId]);
    await api.database.pool.query("UPDATE api_key SET expires_at = now() + interval '0.1 s' WHERE hash = $1", [
      hashApiKey(expiring),
    ]);
    expect(await Promise.all(streams.map((one) => one.take(2)))).toEqual([
      [end, undefined],
      [end, undefined],
    ]);
  });

  it("ends when the feed gets a new epoch, in which old cursors get 410", async () => {
    const after = await now();
    const stream = await openEventStream(api, `after=${after}`);
    await stream.next();
    await api.database.pool.query("UPDATE event_feed SET server = NULL");
    await rename("Ed");
    expect(await stream.take(2)).toEqual([end, undefined]);
    const { status, body } = await api.send("GET /v1/events", { headers: { "last-event-id": after } });
    expect([status, body]).toEqual([410, errorBody("cursor_expired", 410, expect.stringContaining("Last-Event-ID"))]);
    expect((await now()).split("-")[0]).not.toBe(after.split("-")[0]);
  });

  it("refuses too many streams and waits of a key with 429, and frees the place of each that ends", async () => {
    const key = await api.makeKey("read");
    const streams = await Promise.all(Array.from({ length: 50 }, () => openEventStream(api, "after=now", { key })));
    await Promise.all(streams.map((one) => one.next()));
    for (const line of [`GET /v1/events?after=${await now()}&wait=25`, "GET /v1/events"]) {
      const headers = line.includes("wait") ? {} : { accept: "text/event-stream" };
      const refused = await api.send(line, { key, headers });
      expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
        429,
        "5",
        errorBody("rate_limited", 429, expect.stringContaining("at most 50")),
      ]);
    }
    expect((await api.send("GET /v1/events?limit=1", { key })).status).toBe(200);
    for (const one of streams) one.leave();
    await isEmpty();
    const again = await openEventStream(api, "after=now", { key });
    expect(await again.next()).toMatchObject({ retry: "3000" });
    again.leave();
  });

  it("refuses more streams and waits than a process has room for with 503, until one leaves", async () => {
    await isEmpty();
    const { eventFeed } = api.deps;
    const followers = Array.from({ length: 2_000 }, (_, key) => {
      const follower: Follower = { kind: "wait", flow: { account: "1", key: `${key}` }, position: 0 };
      eventFeed.enter(follower);
      return follower;
    });
    const asStream = { headers: { accept: "text/event-stream" } };
    for (const refused of [
      await api.send("GET /v1/events", asStream),
      await api.send(`GET /v1/events?after=${await now()}&wait=25`),
    ])
      expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
        503,
        "5",
        errorBody("service_unavailable", 503, expect.any(String)),
      ]);
    expect((await api.send("GET /v1/events?limit=1")).status).toBe(200);
    expect(eventFeed.stats()).toMatchObject({ streams: 0, waits: 2_000 });
    eventFeed.leave(followers.pop() as Follower);
    const stream = await openEventStream(api, "after=now");
    expect(await stream.next()).toMatchObject({ retry: "3000" });
    stream.leave();
    followers.forEach((one) => eventFeed.leave(one));
    await isEmpty();
  });

  it("reads large events in small pages, and sends each of them", async () => {
    const after = await now();
    await api.database.pool.query(
      `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before)
       SELECT 'system', 'test', 'profile.delete', 'profile', id,
         jsonb_build_object('externalId', null, 'attributes', jsonb_build_object('story', repeat('x', 90000)))
       FROM generate_series(1, 8) AS id`,
    );
    const pages = vi.spyOn(api.deps.eventFeed, "read");
    onTestFinished(() => pages.mockRestore());
    const stream = await openEventStream(api, `after=${after}`);
    const sent = (await stream.take(9)).slice(1);
    expect(sent.map((one) => one?.data?.subject.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    stream.leave();
    await isEmpty();
    const read = await Promise.all(pages.mock.results.map(({ value }) => value as ReturnType<EventFeed["read"]>));
    expect(Math.max(...read.map(({ events }) => events.length))).toBe(3);
  });

  it("counts only the time until the head as the duration of a stream", async () => {
    const { logged } = api;
    const stream = await openEventStream(api, "after=now");
    await stream.next();
    stream.leave();
    await isEmpty();
    await expect.poll(() => logged.at(-1)).toMatchObject({ operation: "listEvents", status: 200, aborted: true });
  });

  it("ends streams and waits at once when the service stops", async () => {
    const own = await ownApi();
    const stream = await openEventStream(own, "after=now");
    await stream.next();
    const after = await now(own);
    const waiting = own.send(`GET /v1/events?after=${after}&wait=25`);
    await expect.poll(() => own.deps.eventFeed.stats()).toMatchObject({ streams: 1, waits: 1 });
    own.deps.eventFeed.stop();
    expect(await stream.take(2)).toEqual([end, undefined]);
    expect((await waiting).body).toEqual({ data: [], next: after, hasMore: false });
  });
});

describe("a stream", () => {
  const start = { epoch: "3f9a2b07", position: 0 };
  const flow = { account: "1", key: "1" };
  /** Opens a new feed with a follower. */
  const feedOf = (
    feed: Pick<EventFeed, "read" | "changed"> & Partial<EventFeed>,
    { signal } = new AbortController(),
    chargeReads: ChargeReads = () => Promise.resolve(0),
  ) => {
    const following = new Set<Follower>();
    const eventFeed = {
      ...feed,
      isStopped: () => false,
      enter: (one: Follower) => void following.add(one),
      leave: (one: Follower) => void following.delete(one),
    } as EventFeed;
    return {
      following,
      stream: streamEvents({ eventFeed, chargeReads }, start, { scope: "read", filter: undefined, flow, signal }),
    };
  };

  it("sends a comment every 15 s while the feed is quiet, and ends a minute before its hour", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { following, stream } = feedOf({
      read: ({ after }) => Promise.resolve({ events: [], next: after, hasMore: false }),
      changed: async (_after, _signal, ms) => void vi.advanceTimersByTime(ms),
    });
    const written: string[] = [];
    await stream.run(async (text) => void written.push(String(text)), new AbortController().signal);
    expect(performance.now()).toBe(59 * 60_000);
    expect(written[0]).toBe("retry: 3000\nid: 3f9a2b07-0\n\n");
    const comments = written.slice(1, -1);
    expect(comments).toHaveLength((59 * 60) / 15 - 1);
    expect(new Set(comments)).toEqual(new Set([":\nid: 3f9a2b07-0\n\n"]));
    expect(written.at(-1)).toBe("retry: 1000\n\n");
    expect(following.size).toBe(0);
  });

  it("no longer counts as behind once it has sent every event", async () => {
    const stopping = new AbortController();
    const positions: number[] = [];
    const { following, stream } = feedOf(
      {
        read: ({ after }) => Promise.resolve({ events: [], next: { ...after, position: 7 }, hasMore: false }),
        changed: async () => {
          positions.push(...[...following].map(({ position }) => position));
          stopping.abort();
        },
      },
      stopping,
    );
    await stream.run(async () => {}, stopping.signal);
    expect(positions).toEqual([7]);
  });

  it("pauses while its key is over the limit, but still sends its cursor", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const stopping = new AbortController();
    const acts: string[] = [];
    const { stream } = feedOf(
      {
        read: ({ after, noteRead }) => {
          acts.push("read");
          if (acts.filter((act) => act === "read").length === 2) stopping.abort();
          noteRead?.(100);
          return Promise.resolve({ events: [], next: { ...after, position: 7 }, hasMore: true });
        },
        changed: () => expect.fail("there is more"),
        pause: async (_signal, ms) => {
          acts.push(`rests ${ms / 1_000} s`);
          vi.advanceTimersByTime(ms);
        },
      },
      stopping,
      () => Promise.resolve(20),
    );
    await stream.run(async (text) => void acts.push(String(text).split("\n")[0] ?? ""), stopping.signal);
    expect(acts.slice(1)).toEqual(["read", "rests 15 s", ":", "rests 5 s", "read", "retry: 1000"]);
  });

  it("is charged once for each event that was examined", async () => {
    const stopping = new AbortController();
    const looked = [60, 40, 250];
    const charged: number[] = [];
    const { stream } = feedOf(
      {
        read: ({ after, noteRead }) => {
          noteRead?.(looked.shift() ?? 0);
          if (looked.length === 0) stopping.abort();
          return Promise.resolve({ events: [], next: after, hasMore: true });
        },
        changed: () => expect.fail("there is more"),
      },
      stopping,
      (_flow, events) => {
        charged.push(events);
        return Promise.resolve(0);
      },
    );
    await stream.run(async () => {}, stopping.signal);
    expect(charged).toEqual([100, 250]);
  });

  it("buffers at most one piece of a page for a client that does not read, and then ends the stream", async () => {
    const json = JSON.stringify("x".repeat(10_000));
    const event = { id: "3f9a2b07-1", type: "note.created" } as Event;
    const events = Array.from({ length: 10 }, () => ({ event, json }));
    const { following, stream } = feedOf({
      read: ({ after: { epoch, position } }) =>
        Promise.resolve({ events, next: { epoch, position: position + 10 }, hasMore: true }),
      changed: () => Promise.resolve(),
    });
    const seen: { response?: ServerResponse; held?: number; hasEnded?: boolean } = {};
    const server = createServer((req, res) => {
      openContext(req, res, () => {});
      seen.response = res;
      res.on("close", () => (seen.held = res.writableLength));
      const limits = { maxWriteMs: 200, maxStreamMs: 60_000 };
      const answer = { status: 200, body: stream };
      void sendBodyStream({ req, res } as never, contract.events.listEvents, answer, limits).then(
        () => (seen.hasEnded = true),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => seen.hasEnded).toBe(true);
    expect(contextOf(seen.response as ServerResponse).error).toMatchObject({
      message: "the client read nothing for 200 ms",
    });
    await expect.poll(() => seen.held ?? Number.POSITIVE_INFINITY).toBeLessThan(100_000);
    expect(following.size).toBe(0);
    socket.destroy();
    server.close();
  });
});
