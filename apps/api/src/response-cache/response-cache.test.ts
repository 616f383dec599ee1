import { Client } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type ChangeFeed, openChangeFeed } from "../database/change-feed.js";
import type { WorkerBus } from "../cluster/worker-bus.js";
import type { CacheDependency } from "../operation/cache-dependency.js";
import { createResponseCache, type CachedResponse, type ResponseCache } from "./response-cache.js";

const all: CacheDependency = { from: 0, to: Infinity };
const aboutId = (id: number): CacheDependency => ({ ...all, ids: new Set([id]) });
const answerOf = (text: string, fields: string[] = []): CachedResponse => ({
  tag: `"${text}"`,
  fields,
  text,
  encoding: "latin1",
});
const added = (id: number) => ({ before: null, after: { id, categoryId: 1, status: "available" as const } });

const readOnce = (answers: ResponseCache, target: string, dependency: CacheDependency, answer = answerOf(target)) => {
  const reading = answers.begin(target);
  reading.store(dependency, answer);
  reading.end();
};

/** What is asked for but once is not kept. */
const keep = (...read: Parameters<typeof readOnce>) => {
  readOnce(...read);
  readOnce(...read);
};

/** Begins a read of what has been asked for before. */
const beginAgain = (answers: ResponseCache, target: string) => {
  answers.begin(target).end();
  return answers.begin(target);
};

describe("answers that are kept", () => {
  let state: { isCurrent: boolean; tell: (payload?: string) => void };
  let answers: ResponseCache;
  let fromPeer: (payload?: string) => void;
  let told: (string | undefined)[];

  beforeEach(() => {
    state = { isCurrent: true, tell: () => {} };
    told = [];
    // A feed that is told what to be.
    const feed: ChangeFeed = {
      isCurrent: () => state.isCurrent,
      subscribe: (_channel, onChange) => void (state.tell = onChange),
      catchUp: async () => {},
      close: async () => {},
    };
    const workerBus: Pick<WorkerBus, "publish" | "subscribe"> = {
      publish: async (_channel, payload) => void told.push(payload),
      subscribe: (_channel, listener) => void (fromPeer = listener),
    };
    answers = createResponseCache(feed, workerBus);
  });

  it("are found until a change touches them, whoever tells of it", () => {
    const change = '[[5, [1, "available"], [1, "sold"]]]';
    const told: Record<string, () => unknown> = {
      feed: () => state.tell(change),
      process: () => answers.invalidate([{ before: { id: 5 }, after: { id: 5 } }]),
      peer: () => fromPeer(JSON.stringify([{ before: { id: 5 }, after: { id: 5 } }])),
    };
    for (const tell of Object.values(told)) {
      keep(answers, "five", aboutId(5));
      keep(answers, "six", aboutId(6));
      tell();
      expect(answers.find("five")).toBeUndefined();
      expect(answers.find("six")).toEqual(answerOf("six"));
    }
  });

  it("are those that are asked for again, within the last thousands", () => {
    readOnce(answers, "five", aboutId(5));
    expect(answers.find("five")).toBeUndefined();
    readOnce(answers, "five", aboutId(5));
    expect(answers.find("five")).toEqual(answerOf("five"));
    readOnce(answers, "six", aboutId(6));
    for (let page = 0; page < 200_000; page += 1) answers.begin(`page ${page}`).end();
    readOnce(answers, "six", aboutId(6));
    expect([answers.find("five"), answers.find("six")]).toEqual([answerOf("five"), undefined]);
  });

  it("tell the other workers what they dropped, and nothing where nothing changed", async () => {
    expect(answers.invalidate([])).toBeUndefined();
    await answers.invalidate([added(5)]);
    await answers.invalidate(undefined);
    expect(told).toEqual([JSON.stringify([added(5)]), undefined]);
  });

  it.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["what is no JSON", "pet 5"],
    ["JSON of another kind", '{"version": 2}'],
  ])("all go where the feed says %s: it could be any animal", (_, payload) => {
    keep(answers, "five", aboutId(5));
    const reading = answers.begin("six");
    state.tell(payload);
    reading.store(aboutId(6), answerOf("six"));
    expect([answers.find("five"), answers.find("six")]).toEqual([undefined, undefined]);
  });

  it("are not kept where they were read while a change came that touches them, and are where it does not", () => {
    const [touched, spared] = [beginAgain(answers, "five"), beginAgain(answers, "six")];
    state.tell('[[5, [1, "available"], null]]');
    touched.store(aboutId(5), answerOf("five"));
    spared.store(aboutId(6), answerOf("six"));
    expect(answers.find("five")).toBeUndefined();
    expect(answers.find("six")).toEqual(answerOf("six"));
  });

  it("are not kept where more changes came meanwhile than are remembered, be they about others", async () => {
    const [many, few] = [beginAgain(answers, "many"), beginAgain(answers, "few")];
    await answers.invalidate(Array.from({ length: 1_000 }, (_, at) => added(at + 1_000)));
    few.store(aboutId(5), answerOf("few"));
    await answers.invalidate(Array.from({ length: 1_001 }, (_, at) => added(at + 2_000)));
    many.store(aboutId(5), answerOf("many"));
    expect(answers.find("few")).toEqual(answerOf("few"));
    expect(answers.find("many")).toBeUndefined();
  });

  it("are not kept where all went meanwhile, however many changes came after", async () => {
    const reading = beginAgain(answers, "five");
    state.tell();
    await answers.invalidate([added(7), added(8)]);
    reading.store(aboutId(5), answerOf("five"));
    expect(answers.find("five")).toBeUndefined();
  });

  it("are neither found nor kept while the feed is not current", () => {
    keep(answers, "five", aboutId(5));
    state.isCurrent = false;
    expect(answers.find("five")).toBeUndefined();
    keep(answers, "six", aboutId(6));
    state.isCurrent = true;
    expect(answers.find("six")).toBeUndefined();
    expect(answers.find("five")).toEqual(answerOf("five"));
  });

  describe("to the same that is asked at the same moment", () => {
    it("are read once, and are there when they are read, not when the first client has taken its own", async () => {
      const reading = answers.begin("five");
      const waiting = Promise.all([1, 2].map(async () => answers.find("five")));
      reading.store(aboutId(5), answerOf("five"));
      expect(await waiting).toEqual([answerOf("five"), answerOf("five")]);
    });

    it("are given to who waits although they are not kept; nobody joins after a change, not even of others", async () => {
      const reading = answers.begin("five");
      const early = answers.find("five");
      expect(early).toBeInstanceOf(Promise);
      await answers.invalidate([{ before: { id: 5 }, after: null }]);
      expect(answers.find("five")).toBeUndefined();
      const later = answers.begin("five");
      reading.store(aboutId(5), answerOf("old"));
      expect(await early).toEqual(answerOf("old"));
      const joined = answers.find("five");
      later.store(aboutId(5), answerOf("new"));
      expect(await joined).toEqual(answerOf("new"));
      expect(answers.find("five")).toEqual(answerOf("new"));
    });

    it("are read by each where there are none, and nobody waits for a read that has ended", async () => {
      const reading = answers.begin("five");
      const waiting = answers.find("five");
      reading.end();
      expect(await waiting).toBeUndefined();
      expect(answers.find("five")).toBeUndefined();
    });

    it("are not waited for while the feed is not current", () => {
      answers.begin("five");
      state.isCurrent = false;
      expect(answers.find("five")).toBeUndefined();
    });
  });

  describe("are bounded", () => {
    const countOf = (prefix: string, all: number) =>
      Array.from({ length: all }, (_, at) => answers.find(`${prefix}${at}`)).filter((found) => found !== undefined)
        .length;

    it("in their number, the last used ones staying", () => {
      for (let at = 0; at < 2_000; at += 1) keep(answers, `small${at}`, all, answerOf("x"));
      expect(answers.find("small0")).toBeDefined();
      keep(answers, "one more", all);
      expect(answers.find("small1")).toBeUndefined();
      expect(countOf("small", 2_000)).toBe(1_999);
    });

    it.each<[string, CacheDependency, CachedResponse]>([
      ["text", all, answerOf("x".repeat(100_000))],
      ["text of which a character takes two bytes", all, { ...answerOf("ä".repeat(50_000)), encoding: "utf8" }],
      ["header fields", all, answerOf("x", ["Link", "x".repeat(100_000)])],
      ["ids", { ...all, ids: new Set(Array.from({ length: 2_500 }, (_, at) => at)) }, answerOf("x")],
    ])("in the bytes of their %s", (_, dependency, answer) => {
      for (let at = 0; at < 200; at += 1) keep(answers, `large${at}`, dependency, answer);
      expect(countOf("large", 200)).toBeGreaterThan(70);
      expect(countOf("large", 200)).toBeLessThan(81);
    });

    it("and one that is larger than all of them may be is not kept", () => {
      keep(answers, "huge", all, answerOf("x".repeat(8_000_001)));
      expect(answers.find("huge")).toBeUndefined();
    });
  });
});

describe("answers that are kept, on a database", () => {
  let database: TestDatabase;
  let feed: ChangeFeed;
  let answers: ResponseCache;
  let payloads: (string | undefined)[];

  beforeEach(async () => {
    database = await createTestDatabase();
    feed = openChangeFeed(database.connection, pino({ level: "silent" }));
    payloads = [];
    answers = createResponseCache(feed);
    feed.subscribe("petstore_catalogue", (payload) => void payloads.push(payload));
    await vi.waitFor(() => expect(feed.isCurrent()).toBe(true), { timeout: 20_000, interval: 5 });
    await database.pool.query("INSERT INTO category (id) VALUES (1), (2)");
    await database.pool.query(
      "INSERT INTO pet (id, name, category_id) SELECT id, 'Frank', 1 FROM generate_series(1, 3) AS id",
    );
    await heard();
    payloads.length = 0;
    for (const id of [1, 2, 3, 9]) keep(answers, `${id}`, aboutId(id));
    keep(answers, "sold", { from: 5, to: Infinity, status: "sold" });
    keep(answers, "of two", { from: 5, to: Infinity, categoryId: 2 });
  });
  afterEach(async () => {
    await feed.close();
    await database.drop();
  });

  /** What is heard comes in the order of its commits: when this has come, so has all before. */
  const heard = async () => {
    const mark = `[[${9_000_000 + payloads.length}, null, null]]`;
    await database.pool.query("SELECT pg_notify('petstore_catalogue', $1)", [mark]);
    await vi.waitFor(() => expect(payloads).toContain(mark), { timeout: 20_000, interval: 5 });
    payloads.splice(payloads.indexOf(mark), 1);
  };
  const left = async () => {
    await heard();
    return ["1", "2", "3", "9", "sold", "of two"].filter((target) => answers.find(target) !== undefined);
  };
  const sql = (text: string) => database.pool.query(text);

  it.each([
    ["an animal that is added", "INSERT INTO pet (id, name, category_id) VALUES (9, 'Bo', 2)", ["1", "2", "3", "sold"]],
    ["one that is changed", "UPDATE pet SET status = 'sold' WHERE id = 1", ["2", "3", "9", "sold", "of two"]],
    ["one that gets another id", "UPDATE pet SET id = 9 WHERE id = 1", ["2", "3", "sold", "of two"]],
    ["two that are deleted", "DELETE FROM pet WHERE id < 3", ["3", "9", "sold", "of two"]],
    [
      "what is added or changed",
      `INSERT INTO pet (id, name, category_id) VALUES (1, 'Bo', 1), (9, 'Bo', 1)
      ON CONFLICT (id) DO UPDATE SET category_id = 2`,
      ["2", "3", "sold", "of two"],
    ],
    ["no animal", "UPDATE pet SET status = 'sold' WHERE id > 100", ["1", "2", "3", "9", "sold", "of two"]],
    ["a transaction that is undone", "BEGIN; DELETE FROM pet; ROLLBACK", ["1", "2", "3", "9", "sold", "of two"]],
    [
      "a transaction of two statements",
      "BEGIN; DELETE FROM pet WHERE id = 1; DELETE FROM pet WHERE id = 2; COMMIT",
      [...["3", "9", "sold", "of two"]],
    ],
    ["all animals at once", "TRUNCATE pet CASCADE", []],
    ["all categories at once", "TRUNCATE category CASCADE", []],
  ])("a statement's change drops what it touches: %s", async (_, statement, expected) => {
    await sql(statement);
    expect(await left()).toEqual(expected);
  });

  it("says nothing where a statement has changed no animal", async () => {
    await sql("DELETE FROM pet WHERE id > 100");
    await heard();
    expect(payloads).toEqual([]);
  });

  it("names as many animals as a notification holds, and else says that it could be any", async () => {
    const insert = (from: number, to: number) =>
      sql(`INSERT INTO pet (id, name, category_id) SELECT id, 'x', 1 FROM generate_series(${from}, ${to}) AS id`);
    await insert(1_000, 1_199);
    expect(await left()).toEqual(["1", "2", "3", "9", "sold", "of two"]);
    expect(JSON.parse(payloads[0] ?? "")).toHaveLength(200);
    await insert(2_000, 2_399);
    expect(await left()).toEqual([]);
    expect(payloads[1]).toBe("");
    keep(answers, "1", aboutId(1));
    await sql("UPDATE pet SET status = 'pending' WHERE id > 1000");
    expect(await left()).toEqual([]);
    expect(Math.max(...payloads.map((payload) => (payload ?? "").length))).toBeLessThan(8_000);
  });

  it("names animals with the longest ids there are", async () => {
    await sql("INSERT INTO category (id) VALUES (9007199254740991)");
    await sql("INSERT INTO pet (id, name, category_id) VALUES (9007199254740991, 'Bo', 9007199254740991)");
    await heard();
    expect(payloads.map((payload) => JSON.parse(payload ?? ""))).toEqual([
      [[9007199254740991, null, [9007199254740991, "available"]]],
    ]);
  });

  it("hears of what is changed while constraints and triggers are switched off, as an import does", async () => {
    const client = new Client({ ...database.connection, user: "postgres" });
    await client.connect();
    await client.query("SET session_replication_role = replica");
    await client.query("DELETE FROM pet WHERE id = 1");
    await client.end();
    expect(await left()).toEqual(["2", "3", "9", "sold", "of two"]);
  });
});
