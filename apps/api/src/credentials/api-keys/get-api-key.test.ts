import type { ApiKey, CreatedApiKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("GET /api-keys/{keyId}", () => {
  let api: TestApi;
  let admin: string;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const create = async () => {
    const body = { name: "Shop front", scope: "read" };
    const { key, ...apiKey } = (await api.send("POST /v1/api-keys", { body, key: admin })).body as CreatedApiKey;
    return { key, apiKey };
  };
  const get = (id: number | string, options = {}) => api.send(`GET /v1/api-keys/${id}`, { key: admin, ...options });

  it("returns 200 with the key, without its secret", async () => {
    const { apiKey } = await create();
    const { status, body } = await get(apiKey.id);
    expect({ status, body }).toEqual({ status: 200, body: apiKey });
  });

  it("returns 200 for a key of another account", async () => {
    const accountId = await api.makeAccount("clerk");
    await api.makeKey("read", { accountId, name: "A clerk's" });
    const { id } = await api.database.db.apiKey.findFirstOrThrow({ where: { accountId } });
    expect((await get(Number(id))).body).toMatchObject({ name: "A clerk's", createdBy: { id: Number(accountId) } });
  });

  it("returns its last use to the minute", async () => {
    const { key, apiKey } = await create();
    await api.send("GET /v1/pets", { key });
    await api.deps.keyUsage.flush();
    const { lastUsedAt } = (await get(apiKey.id)).body as ApiKey;
    expect(lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
  });

  it("returns the deprecated calls of the last 90 days, newest first", async () => {
    const { apiKey } = await create();
    await api.database.pool.query(
      `INSERT INTO deprecated_use (api_key_id, day, operation_id, count)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - ago, operation, ago + 1
       FROM unnest(ARRAY[0, 0, 1, 89, 90], ARRAY['getPet', 'aOperation', 'getPet', 'getPet', 'getPet']) AS used (ago, operation)`,
      [apiKey.id],
    );
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect(((await get(apiKey.id)).body as ApiKey).deprecatedCalls).toEqual([
      { date: day(0), operationId: "aOperation", count: 1 },
      { date: day(0), operationId: "getPet", count: 1 },
      { date: day(1), operationId: "getPet", count: 2 },
      { date: day(89), operationId: "getPet", count: 90 },
    ]);
  });

  it("returns 304 until the key is revoked", async () => {
    const { apiKey } = await create();
    const tag = (await get(apiKey.id)).headers.get("etag") ?? "";
    const request = () => get(apiKey.id, { headers: { "if-none-match": tag } });
    const known = await request();
    expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", tag]);
    await api.send(`DELETE /v1/api-keys/${apiKey.id}`, { key: admin });
    expect(await request()).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } });
  });

  it("returns 400 for any query parameter", async () => {
    const { apiKey } = await create();
    expect((await get(`${apiKey.id}?show=key`)).body).toEqual(
      errorBody("invalid_request", 400, "query.show is not a recognised parameter"),
    );
  });

  it("returns 403 for a write key", async () => {
    const { apiKey } = await create();
    expect((await get(apiKey.id, { key: api.key })).body).toEqual(errorBody("forbidden", 403));
  });

  it("returns 404 for an unknown id", async () => {
    expect((await get("9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no API key with id 9007199254740991"),
    );
  });

  it.each(["0", "-1", "1.0", "abc", "9007199254740992", "%00"])(
    "returns 404 for %s, which is not a valid id",
    async (id) => {
      expect((await get(id)).body).toEqual(errorBody("not_found", 404));
    },
  );
});
