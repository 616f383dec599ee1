import { MAX_VIEWS, type View } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addViews } from "../../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("PUT /views/{name}", () => {
  let api: TestApi;
  let account: bigint;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    account = await api.makeAccount("manager");
    key = await api.makeKey("admin", { accountId: account });
  });

  const put = (name: string, body: unknown, options: { key?: string; headers?: Record<string, string> } = {}) =>
    api.send(`PUT /v1/views/${name}`, { key, body, ...options });
  const rows = async (): Promise<object[]> => {
    const { savedView, listView } = api.database.db;
    const all = { where: { accountId: account }, orderBy: { id: "asc" } } as const;
    return [...(await savedView.findMany(all)), ...(await listView.findMany(all))];
  };

  it("returns 201 with the new view, which is private by default, and its Location", async () => {
    const { status, body, headers } = await put("Sold%20dogs", { query: { status: "sold" } });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ page: "pets", name: "Sold dogs", query: { status: "sold" }, isShared: false, isOwn: true },
        owner: { id: Number(account), name: "manager" },
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(headers.get("location")).toBe("/v1/views/Sold%20dogs");
    expect(await rows()).toMatchObject([{ name: "Sold dogs", query: { status: "sold" }, shared: false }]);
  });

  it("returns 200 and replaces the view of the same name, ignoring case", async () => {
    const first = (await put("dogs", { query: { status: "sold" }, isShared: true })).body as View;
    const { status, body, headers } = await put("DOGS", { query: { q: "a" } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: "DOGS", query: { q: "a" }, isShared: false },
    });
    expect((body as View).updatedAt >= first.updatedAt).toBe(true);
    expect(headers.get("location")).toBeNull();
    expect(await rows()).toMatchObject([{ name: "DOGS", query: { q: "a" }, shared: false }]);
  });

  it("returns 200 and replaces the view of the same name in another encoding", async () => {
    await put(encodeURIComponent("Café dogs"), { query: { status: "sold" } });
    const name = "CAFE\u0301\u00a0dogs";
    expect((await put(encodeURIComponent(name), { query: {} })).status).toBe(200);
    expect(await rows()).toMatchObject([{ name, query: {} }]);
  });

  it("returns 412 with If-None-Match: * if the account has the view, in any case of letters", async () => {
    const headers = { "if-none-match": "*" };
    expect((await put("dogs", { query: { status: "sold" } }, { headers })).status).toBe(201);
    const before = await rows();
    const message =
      "your account already has a view named DOGS; choose another name, or omit header If-None-Match to replace it";
    expect((await put("DOGS", { query: {} }, { headers })).body).toEqual(
      errorBody("precondition_failed", 412, message),
    );
    expect(await rows()).toEqual(before);
  });

  it("returns 201 with If-None-Match: * for a name that only another account uses", async () => {
    const headers = { "if-none-match": "*" };
    const other = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    await put("Mine", { query: {}, isShared: true });
    expect((await put("Mine", { query: {} }, { headers, key: other })).status).toBe(201);
  });

  it("returns 412 with If-None-Match: * even if the account has the maximum number of views", async () => {
    await addViews(api, account, MAX_VIEWS);
    const headers = { "if-none-match": "*" };
    expect((await put("View%201", { query: {} }, { headers })).body).toEqual(errorBody("precondition_failed", 412));
    expect((await put("New", { query: {} }, { headers })).body).toEqual(errorBody("conflict", 409));
  });

  it("creates a view once if many requests have If-None-Match: *", async () => {
    const headers = { "if-none-match": "*" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => put("Raced", { query: {} }, { headers })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(412)]);
  });

  it("returns 400 for an If-None-Match with tags, which has no meaning for a PUT", async () => {
    const message =
      "header If-None-Match must be * or omitted; to change only what you have read, send its ETag as If-Match";
    const { body } = await put("dogs", { query: {} }, { headers: { "if-none-match": '"a"' } });
    expect(body).toEqual(errorBody("invalid_request", 400, message));
    expect(await rows()).toEqual([]);
  });

  it("creates a view of a name that another account uses", async () => {
    const other = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    await put("Mine", { query: {}, isShared: true });
    expect((await put("Mine", { query: { sort: "-id" } }, { key: other })).status).toBe(201);
    expect(await rows()).toMatchObject([{ name: "Mine", query: {}, shared: true }]);
  });

  it.each([
    {},
    { status: "sold", categoryId: 9_007_199_254_740_991, q: "Zoë 🐕", id: [3, 1, 2], sort: "-name" },
    { id: Array.from({ length: 100 }, (_, at) => at + 1) },
    { createdFrom: "2026-05-01T00:00:00.000Z", limit: 20, columns: ["no_such_field", "breed"] },
  ])("stores a query in its JSON types: %j", async (query) => {
    expect((await put("Query", { query })).body).toMatchObject({ query });
    expect(await rows()).toMatchObject([{ query }]);
  });

  const statuses =
    "must be one of available, pending, sold in a view of pets, or one of placed, approved, delivered, cancelled in a view of orders";

  it.each([
    [{ limit: 101 }, "body.query.limit must be an integer from 1 to 100"],
    [{ offset: 20 }, "body.query.offset is not a recognised field"],
    [
      { createdFrom: "2026-05-01" },
      "body.query.createdFrom must be a date-time with an offset (RFC 3339), for example 2026-11-21T09:30:00Z; write + as %2B",
    ],
    [{ columns: "breed" }, "body.query.columns must be an array of names"],
    [{ columns: Array(51).fill("breed") }, "body.query.columns must have at most 50 names"],
    [{ cursor: "abc" }, "body.query.cursor is not a recognised field"],
    [{ colour: "red" }, "body.query.colour is not a recognised field"],
    [{ status: "gone" }, `body.query.status ${statuses}`],
    [{ status: null }, `body.query.status ${statuses}`],
    [{ categoryId: "3" }, "body.query.categoryId must be an integer from 1 to 9007199254740991"],
    [{ categoryId: 0 }, "body.query.categoryId must be an integer from 1 to 9007199254740991"],
    [{ q: 5 }, "body.query.q must be a string"],
    [{ q: "" }, "body.query.q must have 1 to 200 characters"],
    [{ q: "a\u0000" }, "body.query.q must not contain control characters"],
    [{ q: "\ud800" }, "body.query.q must not contain lone surrogates"],
    [{ id: 5 }, "body.query.id must be an array of integers"],
    [{ id: ["5"] }, "body.query.id.0 must be an integer from 1 to 9007199254740991"],
    [{ id: [] }, "body.query.id must have at least one value"],
    [
      { sort: "age" },
      "body.query.sort must be one of id, -id, name, -name, relevance, attributes.NAME, -attributes.NAME",
    ],
    ["status=sold", "body.query must be a JSON object"],
    [null, "body.query must be a JSON object"],
    [undefined, "body.query is required"],
  ])("returns 400 for the query %j", async (query, message) => {
    expect((await put("Query", { query })).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await rows()).toEqual([]);
  });

  it.each([
    ["orders", { status: "placed", q: "Rex", petId: 3, customerId: 7, sort: "-id", limit: 20 }],
    ["history", { actor: "key:5", subject: "pet:3", createdFrom: "2026-11-01T00:00:00Z", counted: "sold", all: true }],
  ] as const)("returns 201 with a view of %s, and the Location of its page", async (page, query) => {
    const { status, body, headers } = await put("Mine", { page, query });
    expect([status, body, headers.get("location")]).toEqual([
      201,
      expect.objectContaining({ page, name: "Mine", query }),
      `/v1/views/Mine?page=${page}`,
    ]);
    expect(await rows()).toMatchObject([{ page, name: "Mine", query }]);
  });

  it("keeps one view of the same name for each page, and replaces only the view of its own page", async () => {
    for (const page of [undefined, "orders", "history"]) {
      const headers = { "if-none-match": "*" };
      expect((await put("Mine", { page, query: {} }, { headers })).status).toBe(201);
    }
    expect((await put("MINE", { page: "orders", query: { status: "placed" } })).status).toBe(200);
    expect(await rows()).toMatchObject([
      { page: "pets", name: "Mine", query: {} },
      { page: "orders", name: "MINE", query: { status: "placed" } },
      { page: "history", name: "Mine", query: {} },
    ]);
  });

  it.each([
    ["orders", { status: "sold" }, "body.query.status must be one of placed, approved, delivered, cancelled"],
    [
      "orders",
      { sort: "name", categoryId: 2 },
      "body.query.sort must be one of id, -id; body.query.categoryId is not a recognised field",
    ],
    ["pets", { status: "placed" }, "body.query.status must be one of available, pending, sold"],
    [undefined, { petId: 5 }, "body.query.petId is not a recognised field"],
    ["orders", { q: "PO" }, "body.query.q must have at least 3 characters, or be a number such as 5 or #5"],
    ["orders", { columns: ["breed"] }, "body.query.columns is not a recognised field"],
    ["orders", { cursor: "a" }, "body.query.cursor is not a recognised field"],
    ["orders", { expand: ["pet"] }, "body.query.expand is not a recognised field"],
    ["orders", undefined, "body.query is required"],
    ["history", { actor: "me" }, "body.query.actor must be system, account:ID or key:ID, for example key:5"],
    ["history", { all: "yes" }, "body.query.all must be true or false"],
    ["history", { status: "sold" }, "body.query.status is not a recognised field"],
    ["history", "all", "body.query must be a JSON object"],
    ["staff", {}, "body.page must be one of pets, orders, history"],
    [null, {}, "body.page must be one of pets, orders, history"],
  ])("returns 400 for a view of %j with the query %j", async (page, query, message) => {
    expect((await put("Query", { page, query })).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await rows()).toEqual([]);
  });

  it.each([[], "a", null])("returns 400 for the body %j", async (body) => {
    const message = "body must be a JSON object";
    expect((await put("Query", body)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 400 with every problem of the name and the body", async () => {
    const { body } = await put("a".repeat(61), { query: { offset: 1 }, isShared: "yes", owner: 1 });
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "path.name must have 1 to 60 characters after trimming; body.query.offset is not a recognised field; body.isShared must be true or false; body.owner is not a recognised field",
      ),
    );
  });

  it.each([
    ["a%2Fb", "a/b"],
    ["%20%20Dogs%20", "Dogs"],
    ["100%25%3F%23%26", "100%?#&"],
    ["%F0%9F%90%95".repeat(60), "🐕".repeat(60)],
    ["...", "..."],
    ["__proto__", "__proto__"],
  ])("decodes the name of the path %s", async (path, name) => {
    const { status, headers } = await put(path, { query: {} });
    expect([status, headers.get("location")]).toEqual([201, `/v1/views/${encodeURIComponent(name)}`]);
    expect(await rows()).toMatchObject([{ name }]);
    expect((await put(path, { query: {} })).status).toBe(200);
  });

  it.each([
    ["%20", "path.name must have 1 to 60 characters after trimming"],
    ["%F0%9F%90%95".repeat(61), "path.name must have 1 to 60 characters after trimming"],
    ["a%0Ab", "path.name must not contain control characters"],
  ])("returns 400 for the name of the path %s", async (path, message) => {
    expect((await put(path, { query: {} })).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it.each([".", "..", "%2e", "%2E%2e"])(
    "returns 400 for the name %s, which clients resolve as a path",
    async (name) => {
      const body = '{"query":{}}';
      const fields = `Host: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nConnection: close`;
      const answer = await api.sendBytes(
        `PUT /v1/views/${name} HTTP/1.1\r\n${fields}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer).toContain("path.name must not be . or ..");
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it.each(["%zz", "%ff", ""])("returns 404 for a path whose name cannot be decoded: %s", async (name) => {
    expect((await put(name, { query: {} })).body).toEqual(errorBody("path_not_found", 404));
  });

  it("returns 403 when a key without scope admin shares a view, and writes nothing", async () => {
    const write = await api.makeKey("write", { accountId: account });
    const { status, body, headers } = await put("Shared", { query: {}, isShared: true }, { key: write });
    expect({ status, body }).toEqual({
      status: 403,
      body: errorBody(
        "forbidden",
        403,
        "body.isShared must be false or omitted: sharing a view requires an API key with scope admin",
      ),
    });
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="admin"');
    expect(await rows()).toEqual([]);
    expect((await put("Private", { query: {}, isShared: false }, { key: write })).status).toBe(201);
  });

  it("returns 403 when a clerk shares a view, also with a key of scope admin", async () => {
    const clerk = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    expect((await put("Shared", { query: {}, isShared: true }, { key: clerk })).status).toBe(403);
    expect((await put("Private", { query: {} }, { key: clerk })).status).toBe(201);
  });

  it("returns 409 for one view too many, but still replaces existing ones", async () => {
    await addViews(api, account, MAX_VIEWS);
    expect((await put("One%20more", { query: {} })).body).toEqual(
      errorBody("conflict", 409, "your account already has the maximum of 100 views of pets; delete or replace one"),
    );
    expect((await put("view%207", { query: {} })).status).toBe(200);
    expect(await rows()).toHaveLength(MAX_VIEWS);
  });

  it.each(["a_c", "a%25c", "a%5Cc", "%25", "STRA%C3%9FE_"])("replaces only the view of the name %s", async (name) => {
    const others = ["abc", "axyc", "a%5C%5Cc", "straßex"];
    for (const other of [...others, name]) expect((await put(other, { query: {} })).status).toBe(201);
    expect((await put(name.toLowerCase().replace("%c3%9f", "%C3%9F"), { query: { q: "new" } })).status).toBe(200);
    const changed = (await rows()).filter((row) => "query" in row && JSON.stringify(row.query) !== "{}");
    expect(changed).toHaveLength(1);
    expect(changed).toMatchObject([{ name: decodeURIComponent(name).toLowerCase() }]);
    expect((await api.send(`DELETE /v1/views/${name}`, { key })).status).toBe(204);
    expect(await rows()).toHaveLength(others.length);
  });

  it("counts the views of each page separately", async () => {
    await addViews(api, account, MAX_VIEWS);
    await addViews(api, account, MAX_VIEWS - 1, "orders");
    const statuses: number[] = [];
    for (const name of ["a", "b"]) statuses.push((await put(name, { page: "orders", query: {} })).status);
    expect([...statuses, (await put("a", { page: "history", query: {} })).status]).toEqual([201, 409, 201]);
  });

  it("keeps the limit and the unique names when many requests arrive at once", async () => {
    await addViews(api, account, MAX_VIEWS - 2);
    const names = Array.from({ length: 12 }, (_, at) => ["same", "SAME", "Same", `other%20${at}`][at % 4] ?? "");
    const statuses = (await Promise.all(names.map((name) => put(name, { query: {} })))).map(({ status }) => status);
    expect(await rows()).toHaveLength(MAX_VIEWS);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 409]));
  });

  it("returns 401 without a key, 403 for a read key, 405 for other methods", async () => {
    expect((await put("a", { query: {} }, { key: "" })).status).toBe(401);
    expect((await put("a", { query: {} }, { key: await api.makeKey("read") })).status).toBe(403);
    const { status, headers } = await api.send("POST /v1/views/a", { body: {} });
    expect([status, headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, OPTIONS, PUT"]);
  });

  it("returns 413 and 415 like every operation with a body", async () => {
    const raw = JSON.stringify({ query: { q: "a".repeat(102_400) } });
    const send = (type: string, text: string) =>
      api.send("PUT /v1/views/a", { key, raw: text, headers: { "content-type": type } });
    expect((await send("application/json", raw)).status).toBe(413);
    expect((await send("text/plain", '{"query":{}}')).status).toBe(415);
  });
});
