import type { Scope } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createLanes } from "../concurrency/lanes.js";
import { createEventFeed, type EventFeed, type FeedEvent } from "./event-feed.js";
import { type FeedFilter, matchOf } from "./event-filter.js";

const flow = { account: "1", key: "1" };
const changeFeed = { subscribe: () => {} };

let database: TestDatabase;
/** Collects the names of the statements that a feed executes. */
let sent: string[];

const openFeed = (): EventFeed => {
  const pool = new Proxy(database.pool, {
    get: (target, property) =>
      property === "query"
        ? (given: { name: string }) => {
            sent.push(given.name);
            return target.query(given as never);
          }
        : Reflect.get(target, property),
  });
  return createEventFeed({ database: { pool }, lanes: createLanes(), changeFeed });
};
const insert = (sql: string) =>
  database.pool.query(
    `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after) ${sql}`,
  );
/** Reads every page from the oldest event on. */
const readAll = async (feed: EventFeed, scope: Scope, filter: FeedFilter = {}, limit = 1_000) => {
  const found: FeedEvent[] = [];
  let after = await feed.open(undefined);
  for (;;) {
    const page = await feed.read({ after, scope, limit, flow, filter: matchOf(filter) });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events);
    expect(page.next.position).toBeGreaterThan(page.hasMore ? after.position : -1);
    after = page.next;
    if (!page.hasMore) return found;
  }
};
const idsOf = (events: readonly FeedEvent[]) => events.map(({ event }) => event.id);

beforeAll(async () => {
  sent = [];
});

describe("a page of old events", () => {
  let recent: EventFeed;
  beforeAll(async () => {
    database = await createTestDatabase();
    recent = openFeed();
    await recent.number();
    await database.pool.query(
      "INSERT INTO attribute (name, label, type, is_public) VALUES ('shown', 'Shown', 'text', true)",
    );
    const attribute = (isPublic: boolean) => `'{"id": 1, "name": "shown", "isPublic": ${isPublic}}'::jsonb`;
    await insert(`VALUES
      ('system', 'test', 'pet.create', 'pet', 1, NULL, '{"id": 1, "name": "A"}'::jsonb),
      ('system', 'test', 'pet.update', 'pet', 1, '{"id": 1, "name": "A"}', '{"id": 1, "name": "B"}'),
      ('system', 'test', 'pet.update', 'pet', 2, '{"id": 2, "name": "A"}', '{"id": 2, "name": "B"}'),
      ('system', 'test', 'pet.delete', 'pet', 2, '{"id": 2, "name": "B"}', NULL),
      ('system', 'test', 'pet.restore', 'pet', 2, NULL, '{"id": 2, "name": "B"}'),
      ('system', 'test', 'profile.update', 'profile', 1, NULL, '{"petId": 1, "attributes": {"shown": "a"}}'),
      ('system', 'test', 'profile.update', 'profile', 1, '{"petId": 1, "attributes": {"shown": "a"}}', '{"petId": 1, "attributes": {"hidden": "b"}}'),
      ('system', 'test', 'attribute.update', 'attribute', 1, ${attribute(true)}, ${attribute(false)}),
      ('system', 'test', 'attribute.update', 'attribute', 1, ${attribute(false)}, ${attribute(true)}),
      ('system', 'test', 'note.create', 'note', 1, NULL, '{"id": 1, "text": "Bites"}'),
      ('system', 'test', 'catalogue.import', 'catalogue', NULL, NULL, '{"imported": 0}')`);
    await recent.number();
  });
  afterAll(() => database.drop());

  it.each(["read", "write", "admin"] as const)(
    "contains, for scope %s, exactly the old and recent events that the scope may see",
    async (scope) => {
      const all = await readAll(recent, scope);
      const types = [...new Set(all.map(({ event }) => event.type))];
      const filters: FeedFilter[] = [
        ...types.map((type) => ({ types: [type] })),
        ...["pet.created", "attribute.created", "attribute.deleted", "profile.created", "profile.deleted"].map(
          (type) => ({ types: [type] }),
        ),
        { types: ["pet.created", "pet.deleted"] },
        { subject: "pet" },
        { subject: "pet:2" },
        { subject: "pet:2", types: ["pet.updated", "note.created"] },
        { subject: "catalogue" },
      ];
      for (const filter of filters) {
        const expected = all.filter(({ event }) => matchOf(filter)?.matches(event));
        // A feed that has just been opened has nothing in memory.
        expect([filter, await readAll(openFeed(), scope, filter)]).toEqual([filter, expected]);
        expect([filter, await readAll(recent, scope, filter)]).toEqual([filter, expected]);
        expect(await readAll(openFeed(), scope, filter, 1)).toEqual(expected);
      }
    },
  );

  it("is read once for all concurrent readers, and a refusal affects only one reader", async () => {
    const feed = openFeed();
    const after = await feed.open(undefined);
    sent = [];
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, key) =>
        feed.read({ after, scope: "write", limit: 5, flow: { account: "1", key: `${key}` } }),
      ),
    );
    expect(sent).toEqual(["read_events"]);
    expect(new Set(pages).size).toBe(1);
    const scopes = await Promise.all(
      (["read", "admin"] as const).map((scope) => feed.read({ after, scope, limit: 5, flow })),
    );
    expect(scopes.map(({ events }) => events[0]?.event.actor !== undefined)).toEqual([false, true]);
  });

  it("reports how many old events were examined for one reader alone", async () => {
    const looked: number[] = [];
    const noteRead = (events: number) => void looked.push(Math.floor(events));
    for (const feed of [openFeed(), recent]) {
      const after = await feed.open(undefined);
      await feed.read({
        after,
        scope: "write",
        limit: 1_000,
        flow,
        noteRead,
        filter: matchOf({ types: ["category.merged"] }),
      });
    }
    expect(looked).toEqual([11]);
  });
});

describe("a page of many old events", () => {
  const COUNT = 10_400;
  beforeAll(async () => {
    database = await createTestDatabase();
    await insert(`SELECT 'system', 'test', 'pet.update', 'pet', n, '{"id": 1, "name": "unwanted"}', '{"id": 1, "name": "unwanted too"}'
      FROM generate_series(1, ${COUNT}) AS n`);
    await insert(`SELECT 'system', 'test', 'note.create', 'note', n, NULL, jsonb_build_object('id', n, 'text', repeat('x', 90000))
      FROM generate_series(1, 60) AS n`);
    await insert(`VALUES ('system', 'test', 'pet.delete', 'pet', 1, '{"id": 1}'::jsonb, NULL)`);
  });
  afterAll(() => database.drop());

  it("examines 10,000 events, and returns a cursor that continues there even if none matches", async () => {
    const feed = openFeed();
    const after = await feed.open(undefined);
    const filter = matchOf({ types: ["note.created"] });
    const page = await feed.read({ after, scope: "write", limit: 10, flow, filter });
    expect(page).toEqual({ events: [], next: { ...after, position: 10_000 }, hasMore: true });
    const next = await feed.read({ after: page.next, scope: "write", limit: 10, flow, filter });
    expect(next.events).toHaveLength(10);
    expect(next.next.position).toBe(COUNT + 10);
  });

  it("does not parse an event that the filter leaves out", async () => {
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    expect(await readAll(openFeed(), "write", { types: ["category.merged"] })).toEqual([]);
    expect(parse.mock.calls.filter(([text]) => text.includes("unwanted"))).toEqual([]);
  });

  it("skips no event, even if all events that fit into its bytes are hidden from the reader", async () => {
    const found = await readAll(openFeed(), "read", { types: ["note.created", "pet.deleted"] });
    expect(found.map(({ event }) => event.type)).toEqual(["pet.deleted"]);
  });

  it("ends once its bytes are used up, and the next page continues without a gap", async () => {
    const feed = openFeed();
    const all = await readAll(feed, "write", { types: ["note.created"] });
    expect(all.map(({ event }) => event.subject.id)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    const unfiltered = (await readAll(openFeed(), "write")).slice(COUNT, COUNT + 60);
    expect(idsOf(unfiltered)).toEqual(idsOf(all));
    let after = { ...(await feed.open(undefined)), position: COUNT };
    const sizes: number[] = [];
    const found: FeedEvent[] = [];
    for (let pages = 0; pages < 100 && found.length < 60; pages += 1) {
      const page = await openFeed().read({
        after,
        scope: "write",
        limit: 100,
        maxBytes: 262_144,
        flow,
        filter: matchOf({ subject: "note" }),
      });
      sizes.push(page.events.length);
      found.push(...page.events);
      after = page.next;
    }
    expect(Math.max(...sizes)).toBe(3);
    expect(idsOf(found)).toEqual(idsOf(all));
  });
});
