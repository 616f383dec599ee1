import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { openEventStream } from "../../test/support/event-stream.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { hashApiKey } from "../credentials/api-key-format.js";

const end = { retry: "1000" };

describe("GET /events with Accept: text/event-stream", () => {
  let api: TestApi;
  let petId: number;
  beforeAll(async () => {
    api = await createTestApi();
    [petId = 0] = await addPets(api, {});
  });
  afterAll(() => api.close());

  const now = async () => ((await api.send("GET /v1/events?after=now")).body as { next: string }).next;
  const rename = (name: string) => api.send(`PATCH /v1/pets/${petId}`, { body: { name } });
  const isEmpty = () => expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ streams: 0, waits: 0 });

  it("begins with a cursor, sends each event, and resumes by Last-Event-ID, which wins over after", async () => {
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
      ["Last-Event-ID must be an event of this store", { "last-event-id": `${epoch}-999999` }],
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

  it("ends when its key is revoked, and a request that waits with it gets 401; another key goes on", async () => {
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

  it("ends when the feed gets another epoch, whose followers get 410 for the old cursors", async () => {
    const after = await now();
    const stream = await openEventStream(api, `after=${after}`);
    await stream.next();
    await api.database.pool.query("UPDATE event_feed SET server = NULL");
    await rename("Ed");
    expect(await stream.take(2)).toEqual([end, undefined]);
    const { status, body } = await api.send("GET /v1/events", { headers: { "last-event-id": after } });
    expect([status, body]).toEqual([410, errorBody("cursor_expired", 410, expect.stringContaining("Last-Event-ID"))]);
    expect(await now()).not.toContain(after.split("-")[0]);
  });

  it("refuses more streams and waits of a key than it may have, with 429, and frees those that left", async () => {
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

  it("counts a stream as what it took to its head", async () => {
    const { logged } = api;
    const stream = await openEventStream(api, "after=now");
    await stream.next();
    stream.leave();
    await isEmpty();
    await expect.poll(() => logged.at(-1)).toMatchObject({ operation: "listEvents", status: 200, aborted: true });
  });

  it("ends streams and waits at once when the service stops", async () => {
    const stream = await openEventStream(api, "after=now");
    await stream.next();
    const after = await now();
    const waiting = api.send(`GET /v1/events?after=${after}&wait=25`);
    await expect.poll(() => api.deps.eventFeed.stats()).toMatchObject({ streams: 1, waits: 1 });
    api.deps.eventFeed.stop();
    expect(await stream.take(2)).toEqual([end, undefined]);
    expect((await waiting).body).toEqual({ data: [], next: after, hasMore: false });
  });
});
