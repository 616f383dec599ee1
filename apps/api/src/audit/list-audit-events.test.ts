import { type AuditEvent, subjectKinds } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linksOf } from "../../test/support/links.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

type Events = AuditEvent[];

/** The columns are actor, action, subject and minute. The last two events have the same time. */
const written = [
  ["system", null, "catalogue.import", "catalogue", null, 0],
  ["account", 3, "category.create", "category", 7, 1],
  ["key", 5, "pet.create", "pet", 7, 2],
  ["key", 5, "pet.update", "pet", 7, 3],
  ["key", 3, "pet.create", "pet", 8, 4],
  ["account", 3, "pet.delete", "pet", 8, 5],
  ["system", null, "category.merge", "category", 7, 6],
  ["key", 5, "order.create", "order", 9_007_199_254_740_991, 7],
  ["key", 5, "pet.update", "pet", 9, 7],
] as const;
const minute = (at: number) => `2026-11-21T10:0${at}:00.000Z`;
const frank = { id: 7, name: "Frank", categoryId: 1, status: "available" };

describe("GET /audit-events", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
    for (const [index, [actorKind, actorId, action, kind, id, at]] of written.entries()) {
      await api.database.pool.query(
        `INSERT INTO audit_event (id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
         VALUES ($1, $2, $3, $4, 'Sam', $5, $6, $7, $8, NULL)`,
        [index + 1, minute(at), actorKind, actorId, action, kind, id, frank],
      );
    }
  });
  afterAll(() => api.close());

  const get = (query = "", options = {}) => api.send(`GET /v1/audit-events${query}`, { key, ...options });
  const idsOf = (body: unknown) => (body as Events).map(({ id }) => id);
  const ids = async (query: string) => idsOf((await get(query)).body);

  it("returns 200 with the newest first, by id if the times are equal", async () => {
    const { status, body, headers } = await get();
    expect([status, idsOf(body)]).toEqual([200, [9, 8, 7, 6, 5, 4, 3, 2, 1]]);
    expect((body as Events)[2]).toEqual({
      id: 7,
      at: minute(6),
      actor: { kind: "system", id: null, name: "Sam" },
      action: "category.merge",
      subject: { kind: "category", id: 7 },
      before: frank,
      after: null,
      orderId: null,
      actionId: null,
    });
    expect(headers.get("link")).toBe(null);
  });

  it.each([
    ["actor=key:5", [9, 8, 4, 3]],
    ["actor=account:3", [6, 2]],
    ["actor=system", [7, 1]],
    ["actor=key:99", []],
    ["action=pet.update", [9, 4]],
    ["action=account.disable", []],
    ["subject=pet:7", [4, 3]],
    ["subject=pet", [9, 6, 5, 4, 3]],
    ["subject=category:7", [7, 2]],
    ["subject=catalogue", [1]],
    ["subject=order:9007199254740991", [8]],
    ["subject=account", []],
    [`createdFrom=${minute(5)}`, [9, 8, 7, 6]],
    ["createdFrom=2026-11-21T10:05:00.0000001Z", [9, 8, 7]],
    [`createdTo=${minute(2)}`, [2, 1]],
    ["createdTo=2026-11-21T10:02:00.0009Z", [3, 2, 1]],
    ["createdFrom=2026-11-21T12:02:00%2B02:00&createdTo=2026-11-21T05:04:00-05:00", [4, 3]],
    ["createdFrom=2026-11-21t10:07:00z", [9, 8]],
    [`createdFrom=${minute(5)}&createdTo=${minute(2)}`, []],
    ["createdFrom=0000-01-01T00:00:00%2B23:59&createdTo=9999-12-31T23:59:59-23:59", [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    [`actor=key:5&createdFrom=${minute(3)}&createdTo=${minute(7)}`, [4]],
    [`subject=pet:7&createdTo=${minute(3)}`, [3]],
    ["actor=key:5&action=pet.update", [9, 4]],
    ["actor=key:5&subject=pet", [9, 4, 3]],
    ["actor=account:3&subject=pet:8", [6]],
    ["action=pet.update&subject=pet", [9, 4]],
    ["action=pet.update&subject=category", []],
    [`actor=key:5&action=pet.update&subject=pet:7&createdFrom=${minute(3)}`, [4]],
  ])("returns 200 for %s", async (query, expected) => {
    const { status, body } = await get(`?${query}`);
    expect([status, idsOf(body)]).toEqual([200, expected]);
  });

  it.each([
    "",
    "actor=key:5",
    "actor=system",
    "subject=pet",
    "subject=pet:7",
    "action=pet.create",
    `createdFrom=${minute(1)}&createdTo=${minute(7)}`,
    `actor=key:5&createdFrom=${minute(3)}`,
    "actor=key:5&subject=pet",
  ])("lists every event of %j once by Link, in both directions, for any limit", async (query) => {
    const expected = await ids(`?${query}`);
    for (const limit of [1, 2, 3]) {
      const pages: number[][] = [];
      let last = "";
      for (let target: string | undefined = `/v1/audit-events?limit=${limit}&${query}`; target !== undefined; ) {
        const { body, headers } = await api.send(`GET ${target}`, { key });
        pages.push(idsOf(body));
        last = target;
        target = linksOf(headers.get("link"))["next"];
      }
      expect(pages.flat()).toEqual(expected);
      const back: number[][] = [];
      for (let target: string | undefined = last; target !== undefined; ) {
        const { body, headers } = await api.send(`GET ${target}`, { key });
        back.unshift(idsOf(body));
        target = linksOf(headers.get("link"))["prev"];
      }
      expect(back).toEqual(pages);
    }
  });

  it.each([
    ["actor=key", /^query\.actor must be system, account:ID or key:ID, for example key:5$/],
    ["actor=system:1", /^query\.actor must be/],
    ["actor=key:0", /^query\.actor must be/],
    ["actor=key:05", /^query\.actor must be/],
    ["actor=key:9007199254740992", /^query\.actor must be/],
    ["actor=pet:5", /^query\.actor must be/],
    ["actor=key:5&actor=key:6", /^query\.actor is given 2 times; send it once$/],
    ["actor=", /^query\.actor must be/],
    ["action=pet.sell", /^query\.action must be one of pet\.create, /],
    [
      "subject=dog:1",
      new RegExp(`^query\\.subject must be one of ${subjectKinds.join(", ")}, or KIND:ID for any of them`),
    ],
    ["subject=catalogue:1", /^query\.subject must be/],
    ["subject=pet:", /^query\.subject must be/],
    ["subject=pet:1.5", /^query\.subject must be/],
    ["subject=pet:9007199254740992", /^query\.subject must be/],
    [
      "createdFrom=2026-11-21",
      /^query\.createdFrom must be a date-time with an offset \(RFC 3339\), for example 2026-11-21T09:30:00Z/,
    ],
    ["createdFrom=2026-11-21T10:00:00", /^query\.createdFrom must be/],
    ["createdFrom=2026-11-21T10:00Z", /^query\.createdFrom must be/],
    ["createdFrom=2026-11-21T10:00:00+01:00", /^query\.createdFrom must be .*; write \+ as %2B$/],
    ["createdFrom=2026-02-30T10:00:00Z", /^query\.createdFrom must be/],
    ["createdFrom=2026-11-21T25:00:00Z", /^query\.createdFrom must be/],
    ["createdTo=yesterday", /^query\.createdTo must be/],
    ["createdTo=1795255800", /^query\.createdTo must be/],
    ["limit=101", /^query\.limit must be an integer from 1 to 100$/],
    ["sort=id", "query.sort is not a recognised parameter"],
  ])("returns 400 for %s", async (query, message) => {
    const matching = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect((await get(`?${query}`)).body).toEqual(errorBody("invalid_request", 400, matching));
  });

  it("returns 400 for a cursor with other filters, but accepts another time offset", async () => {
    const target = async (query: string) => linksOf((await get(query)).headers.get("link"))["next"] ?? "";
    const cursor = new URL(await target("?limit=1&createdFrom=2026-11-21T10:00:00Z"), api.origin).searchParams.get(
      "cursor",
    );
    expect(await ids(`?limit=1&createdFrom=2026-11-21T11:00:00%2B01:00&cursor=${cursor}`)).toEqual([8]);
    const { body } = await get(`?limit=1&createdFrom=2026-11-21T10:00:01Z&cursor=${cursor}`);
    expect(body).toEqual(
      errorBody("invalid_request", 400, expect.stringMatching(/^query\.cursor must come unchanged/)),
    );
  });

  it("returns 304 until the page changes", async () => {
    const etag = (await get("?limit=2")).headers.get("etag") ?? "";
    const answer = await get("?limit=2", { headers: { "if-none-match": etag } });
    expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await get("?limit=3", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("returns 401 without a key and 403 with a write key", async () => {
    expect((await get("", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
    const { body } = await get("", { key: api.key });
    expect(body).toEqual(errorBody("forbidden", 403, "this operation requires an API key with scope admin"));
  });

  it("returns 405 for every method that would change the trail", async () => {
    const answers = await Promise.all(
      ["POST", "PATCH", "DELETE", "PUT"].map((method) => api.send(`${method} /v1/audit-events`, { key })),
    );
    for (const { body } of answers) {
      expect(body).toEqual(
        errorBody("method_not_allowed", 405, "the method is not allowed; this path supports GET, HEAD, OPTIONS"),
      );
    }
  });
});

describe("GET /audit-events?actor=account:ID", () => {
  let api: TestApi;
  let key: string;
  let account: bigint;
  let expected: number[];
  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
    account = await api.makeAccount("manager");
    const keys = [
      await api.makeKey("write", { accountId: account }),
      await api.makeKey("read", { accountId: account }),
    ];
    expect(keys.length).toBe(2);
    const ids = await api.database.db.apiKey.findMany({ where: { accountId: account }, select: { id: true } });
    const actors = [["account", account], ...ids.map(({ id }) => ["key", id] as const)] as const;
    expected = [];
    for (let at = 0; at < 9; at += 1) {
      const [kind, id] = actors[at % actors.length] ?? ["system", null];
      await api.database.pool.query(
        `INSERT INTO audit_event (id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
           VALUES ($1, $2, $3, $4, 'Jane', $5, 'order', $6)`,
        [100 + at, `2026-11-22T10:00:0${at >> 1}Z`, kind, id, at % 2 ? "order.update" : "order.create", 500 + (at % 2)],
      );
      expected.unshift(100 + at);
    }
  });
  afterAll(() => api.close());

  const idsOf = (body: unknown) => (body as Events).map(({ id }) => id);
  const ids = async (query: string) => idsOf((await api.send(`GET /v1/audit-events${query}`, { key })).body);

  it("returns what the account did itself or through its API keys", async () => {
    expect(await ids(`?actor=account:${account}`)).toEqual(expected);
    const odd = expected.filter((id) => id % 2 === 1);
    expect(await ids(`?actor=account:${account}&action=order.update`)).toEqual(odd);
    expect(await ids(`?actor=account:${account}&subject=order:501`)).toEqual(odd);
    expect(await ids(`?actor=account:${account}&subject=order:501&action=order.update`)).toEqual(odd);
    expect(await ids(`?actor=account:${account}&subject=order:501&action=order.create`)).toEqual([]);
    expect(await ids(`?actor=account:${account}&subject=order&createdTo=2026-11-22T10:00:01Z`)).toEqual([101, 100]);
    expect(await ids(`?actor=account:${account}&subject=pet`)).toEqual([]);
  });

  it("lists these events once by Link, in both directions", async () => {
    for (const limit of [1, 2, 4]) {
      const pages: number[] = [];
      let last = "";
      for (let target: string | undefined = `/v1/audit-events?limit=${limit}&actor=account:${account}`; target; ) {
        const { body, headers } = await api.send(`GET ${target}`, { key });
        pages.push(...idsOf(body));
        last = target;
        target = linksOf(headers.get("link"))["next"];
      }
      const back: number[] = [];
      for (let target: string | undefined = last; target; ) {
        const { body, headers } = await api.send(`GET ${target}`, { key });
        back.unshift(...idsOf(body));
        target = linksOf(headers.get("link"))["prev"];
      }
      expect([pages, back]).toEqual([expected, expected]);
    }
  });
});
