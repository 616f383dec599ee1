import { MAX_SHARED_VIEWS, type View } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("GET /views", () => {
  let api: TestApi;
  let clerk: string;
  let manager: string;
  let managerId: bigint;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.database.db.savedView.deleteMany();
    await api.database.db.listView.deleteMany();
    managerId = await api.makeAccount("manager");
    manager = await api.makeKey("admin", { accountId: managerId });
    clerk = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
  });

  const put = (name: string, key: string, shared = false) =>
    api.send(`PUT /v1/views/${name}`, { key, body: { query: { q: name }, isShared: shared } });
  const list = async (key: string) => (await api.send("GET /v1/views", { key })).body as View[];
  const namesOf = async (key: string) => (await list(key)).map(({ name }) => name);

  it("returns 200 with an empty array", async () => {
    const { status, body } = await api.send("GET /v1/views", { key: clerk });
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });

  it("returns own and shared views by lower-case name, but no private view of others", async () => {
    await put("cats", clerk);
    await put("Birds", manager, true);
    await put("dogs", manager);
    await put("Ants", clerk);
    expect(await namesOf(clerk)).toEqual(["Ants", "Birds", "cats"]);
    expect(await namesOf(manager)).toEqual(["Birds", "dogs"]);
  });

  it("returns the views of the requested page, or those of the page of pets by default", async () => {
    for (const page of ["pets", "orders", "history"])
      for (const [key, name] of [
        [clerk, "own"],
        [manager, "theirs"],
      ] as const)
        await api.send(`PUT /v1/views/${name}-${page}`, { key, body: { page, query: {}, isShared: key === manager } });
    const namesOn = async (query: string) =>
      ((await api.send(`GET /v1/views${query}`, { key: clerk })).body as View[]).map(({ page, name }) => [page, name]);
    for (const page of ["pets", "orders", "history"])
      expect(await namesOn(`?page=${page}`)).toEqual([
        [page, `own-${page}`],
        [page, `theirs-${page}`],
      ]);
    expect(await namesOn("")).toEqual(await namesOn("?page=pets"));
  });

  it("returns the owner of each view", async () => {
    await put("Birds", manager, true);
    const shared = { page: "pets", name: "Birds", query: { q: "Birds" }, isShared: true };
    const owner = { id: Number(managerId), name: "manager" };
    expect(await list(manager)).toEqual([{ ...shared, owner, isOwn: true, updatedAt: expect.any(String) }]);
    expect(await list(clerk)).toEqual([{ ...shared, owner, isOwn: false, updatedAt: expect.any(String) }]);
  });

  it("shows an account the same views with any of its keys", async () => {
    await put("Birds", manager);
    expect(await namesOf(await api.makeKey("write", { accountId: managerId }))).toEqual(["Birds"]);
  });

  it.each([
    ["is disabled", { banned: true }],
    ["becomes a clerk", { role: "clerk" }],
  ] as const)("ends the sharing of views whose account %s", async (_what, data) => {
    await put("Birds", manager, true);
    expect(await namesOf(clerk)).toEqual(["Birds"]);
    await api.database.db.account.update({ where: { id: managerId }, data });
    expect(await namesOf(clerk)).toEqual([]);
  });

  it("returns all own views and at most 1,000 shared ones", async () => {
    await put("Zebras", clerk);
    const accountIds = await Promise.all(Array.from({ length: 11 }, () => api.makeAccount("owner")));
    const data = accountIds.flatMap((accountId) =>
      Array.from({ length: 100 }, (_, at) => ({ accountId, name: `View ${at}`, query: {}, shared: true })),
    );
    await api.database.db.savedView.createMany({ data });
    const views = await list(clerk);
    expect([views.length, views.at(-1)?.name]).toEqual([MAX_SHARED_VIEWS + 1, "Zebras"]);
  });

  it("shares the views of an account whose ban has expired", async () => {
    await put("Birds", manager, true);
    const data = { banned: true, banExpires: new Date(Date.now() - 60_000) };
    await api.database.db.account.update({ where: { id: managerId }, data });
    expect(await namesOf(clerk)).toEqual(["Birds"]);
  });

  it("returns the first shared views by name if there are more than 1,000", async () => {
    const data = Array.from({ length: MAX_SHARED_VIEWS }, (_, at) => ({
      accountId: managerId,
      name: `View ${at}`,
      query: {},
      shared: true,
    }));
    await api.database.db.savedView.createMany({ data });
    const accountId = await api.makeAccount("owner");
    await put("ants", await api.makeKey("admin", { accountId }), true);
    const names = await namesOf(clerk);
    expect([names.length, names[0], names.includes("View 999")]).toEqual([MAX_SHARED_VIEWS, "ants", false]);
  });

  it("returns 304 until a view changes", async () => {
    const tag = (await api.send("GET /v1/views", { key: clerk })).headers.get("etag") ?? "";
    const again = () => api.send("GET /v1/views", { key: clerk, headers: { "if-none-match": tag } });
    expect([(await again()).status, (await again()).text]).toEqual([304, ""]);
    await put("Birds", manager, true);
    expect((await again()).status).toBe(200);
  });

  it("returns 400 for any other parameter or page, 401 without a key and 403 for a read key", async () => {
    expect((await api.send("GET /v1/views?shared=true")).body).toEqual(
      errorBody("invalid_request", 400, "query.shared is not a recognised parameter"),
    );
    expect((await api.send("GET /v1/views?page=staff")).body).toEqual(
      errorBody("invalid_request", 400, "query.page must be one of pets, orders, history"),
    );
    expect((await api.send("GET /v1/views", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
    const key = await api.makeKey("read");
    expect((await api.send("GET /v1/views", { key })).body).toEqual(errorBody("forbidden", 403));
  });
});
