import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("DELETE /views/{name}", () => {
  let api: TestApi;
  let admin: string;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const put = (name: string, shared = false) =>
    api.send(`PUT /v1/views/${name}`, { key: admin, body: { query: {}, isShared: shared } });
  const stored = async (name: string) => api.database.db.savedView.count({ where: { name } });

  it("returns 204 and deletes the view, ignoring case, and then returns 404", async () => {
    await put("Old%2FDogs");
    const { status, text } = await api.send("DELETE /v1/views/old%2fdogs");
    expect([status, text, await stored("Old/Dogs")]).toEqual([204, "", 0]);
    expect((await api.send("DELETE /v1/views/old%2fdogs")).body).toEqual(
      errorBody("not_found", 404, "your account has no view named old/dogs; GET /v1/views lists its views"),
    );
  });

  it("deletes only the view of the given page, and keeps a view of that name on another page", async () => {
    for (const page of ["pets", "orders", "history"])
      await api.send("PUT /v1/views/Same", { key: admin, body: { page, query: {} } });
    const pagesOf = async () => {
      const { savedView, listView } = api.database.db;
      const same = { where: { name: "Same" } };
      return [...(await savedView.findMany(same)), ...(await listView.findMany(same))].map(({ page }) => page);
    };
    expect((await api.send("DELETE /v1/views/Same?page=orders")).status).toBe(204);
    expect(await pagesOf()).toEqual(["pets", "history"]);
    expect((await api.send("DELETE /v1/views/Same?page=orders")).body).toEqual(
      errorBody("not_found", 404, "your account has no view named Same; GET /v1/views?page=orders lists its views"),
    );
    expect((await api.send("DELETE /v1/views/Same")).status).toBe(204);
    expect(await pagesOf()).toEqual(["history"]);
  });

  it("returns 404 for a shared view of another account, which remains", async () => {
    await put("Theirs", true);
    const key = await api.makeKey("admin", { accountId: await api.makeAccount("owner") });
    const { status } = await api.send("DELETE /v1/views/Theirs", { key });
    expect([status, await stored("Theirs")]).toEqual([404, 1]);
  });

  it("deletes no view of the same name that belongs to an older or newer account", async () => {
    const keys: string[] = [];
    for (const _ of [1, 2, 3]) keys.push(await api.makeKey("admin", { accountId: await api.makeAccount() }));
    for (const key of keys) await api.send("PUT /v1/views/Common", { key, body: { query: {} } });
    expect((await api.send("DELETE /v1/views/Common", { key: keys[1] ?? "" })).status).toBe(204);
    const left = await Promise.all(
      keys.map(async (key) => (await api.send("GET /v1/views", { key })).body as object[]),
    );
    expect(left.map((views) => views.some((view) => "name" in view && view.name === "Common"))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("returns 404 for a name that no view can have", async () => {
    expect((await api.send(`DELETE /v1/views/${"a".repeat(61)}`)).body).toEqual(
      errorBody("not_found", 404, "the resource does not exist: path.name must have 1 to 60 characters after trimming"),
    );
  });

  it("deletes nothing for a parameter (400), without a key (401) or for a read key (403)", async () => {
    await put("Kept");
    expect((await api.send("DELETE /v1/views/Kept?force=1")).status).toBe(400);
    expect((await api.send("DELETE /v1/views/Kept", { key: "" })).status).toBe(401);
    expect((await api.send("DELETE /v1/views/Kept", { key: await api.makeKey("read") })).status).toBe(403);
    expect(await stored("Kept")).toBe(1);
  });

  it("records no audit event, and neither does saving a view", async () => {
    const last = await lastEventId(api.database);
    await put("Silent", true);
    await put("Silent");
    await api.send("DELETE /v1/views/Silent");
    expect(await eventsSince(api.database, last)).toEqual([]);
  });
});
