import type { View } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("GET /views/{name}", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    key = await api.makeKey("admin", { accountId: await api.makeAccount("manager") });
  });

  const send = (line: string, body?: object, headers: Record<string, string> = {}) =>
    api.send(line, { key, headers, ...(body && { body }) });
  const put = (name: string, body: object = { query: { status: "sold" } }, headers: Record<string, string> = {}) =>
    send(`PUT /v1/views/${name}`, body, headers);

  it("returns what PUT returned, with the same ETag, ignoring case", async () => {
    const saved = await put("Sold%2FDogs", { query: { status: "sold" }, isShared: true });
    const read = await send("GET /v1/views/sold%2fdogs");
    expect([read.status, read.body]).toEqual([200, saved.body]);
    expect([saved.headers.get("etag"), read.headers.get("etag")]).toEqual([
      expect.any(String),
      saved.headers.get("etag"),
    ]);
    expect((await send("GET /v1/views")).body).toContainEqual(read.body);
  });

  it("returns the view of the requested page", async () => {
    for (const page of ["pets", "orders", "history"]) await put("Same", { page, query: { limit: 5 } });
    for (const page of ["orders", "history"])
      expect((await send(`GET /v1/views/Same?page=${page}`)).body).toMatchObject({ page });
    expect((await send("GET /v1/views/Same")).body).toMatchObject({ page: "pets" });
  });

  it("returns 304 until the view changes", async () => {
    await put("Dogs");
    const tag = (await send("GET /v1/views/Dogs")).headers.get("etag") ?? "";
    const again = () => send("GET /v1/views/Dogs", undefined, { "if-none-match": tag });
    expect([(await again()).status, (await again()).text]).toEqual([304, ""]);
    await put("Dogs", { query: { status: "pending" } });
    expect((await again()).status).toBe(200);
  });

  it("returns 404 for a view of another account, even if it is shared", async () => {
    await put("Dogs", { query: {}, isShared: true });
    const other = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    expect((await api.send("GET /v1/views/Dogs", { key: other })).body).toEqual(
      errorBody("not_found", 404, "your account has no view named Dogs; GET /v1/views lists its views"),
    );
  });

  it("returns an ETag with which PUT and DELETE change only the view that was read", async () => {
    const first = (await put("Dogs")).headers.get("etag") ?? "";
    const second = (await put("Dogs", { query: {} }, { "if-match": first })).headers.get("etag") ?? "";
    const stale = { "if-match": first };
    expect((await put("Dogs", { query: { status: "sold" } }, stale)).body).toEqual(
      errorBody("precondition_failed", 412, "If-Match does not match the current ETag; fetch the view again"),
    );
    expect((await put("Cats", { query: {} }, stale)).status).toBe(412);
    expect((await send("DELETE /v1/views/Dogs", undefined, stale)).status).toBe(412);
    expect(((await send("GET /v1/views/Dogs")).body as View).query).toEqual({});
    expect((await send("DELETE /v1/views/Dogs", undefined, { "if-match": second })).status).toBe(204);
    expect((await send("DELETE /v1/views/Dogs", undefined, { "if-match": second })).status).toBe(404);
  });

  it("returns 401 without a key, 403 for a read key and 400 for another parameter", async () => {
    await put("Dogs");
    expect((await api.send("GET /v1/views/Dogs", { key: "" })).status).toBe(401);
    expect((await api.send("GET /v1/views/Dogs", { key: await api.makeKey("read") })).status).toBe(403);
    expect((await send("GET /v1/views/Dogs?shared=true")).status).toBe(400);
  });
});
