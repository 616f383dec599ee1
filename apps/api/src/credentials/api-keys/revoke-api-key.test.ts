import type { ApiKey, CreatedApiKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

describe("DELETE /api-keys/{keyId}", () => {
  let api: TestApi;
  let admin: string;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const make = async (scope = "read", by = admin) =>
    (await api.send("POST /v1/api-keys", { body: { name: "Shop front", scope }, key: by })).body as CreatedApiKey;
  const revoke = (id: number | string, options = {}) =>
    api.send(`DELETE /v1/api-keys/${id}`, { key: admin, ...options });
  const get = async (id: number) => (await api.send(`GET /v1/api-keys/${id}`, { key: admin })).body as ApiKey;
  const revocations = (id: number) =>
    api.database.db.auditEvent.findMany({ where: { subjectId: id, action: "api_key.revoke" } });

  it("returns 204, after which the key's next request is refused, even on an open connection", async () => {
    const { id, key } = await make();
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    const { status, text } = await revoke(id);
    expect([status, text]).toEqual([204, ""]);
    const { body, headers } = await api.send("GET /v1/pets", { key });
    expect(body).toEqual(
      errorBody("unauthorized", 401, "the API key is invalid, expired or revoked; send a valid one"),
    );
    expect(headers.get("www-authenticate")).toBe('Bearer realm="petstore", error="invalid_token"');
  });

  it("records the actor and the key before and after", async () => {
    const { key: _key, ...before } = await make();
    await revoke(before.id);
    const after = await get(before.id);
    expect(after).toEqual({ ...before, revokedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
    expect(await revocations(before.id)).toMatchObject([{ actorKind: "key", subjectKind: "api_key", before, after }]);
  });

  it("returns 204 for a revoked key, and neither changes nor records anything", async () => {
    const { id } = await make();
    await revoke(id);
    const first = await get(id);
    expect((await revoke(id)).status).toBe(204);
    expect(await get(id)).toEqual(first);
    expect(await revocations(id)).toHaveLength(1);
  });

  it("returns 204 for an expired key", async () => {
    const { id } = await make();
    await api.database.db.apiKey.update({ where: { id }, data: { expiresAt: new Date("2026-01-01T00:00:00Z") } });
    expect((await revoke(id)).status).toBe(204);
    expect(await get(id)).toMatchObject({ revokedAt: expect.any(String) });
  });

  it("returns 204 for a key of another account", async () => {
    const manager = await api.makeKey("admin", { accountId: await api.makeAccount("manager") });
    const { id, key } = await make();
    expect((await revoke(id, { key: manager })).status).toBe(204);
    expect((await api.send("GET /v1/pets", { key })).status).toBe(401);
  });

  it("returns 204 for the key of the request, whose next request is refused", async () => {
    const { id, key } = await make("admin");
    expect((await revoke(id, { key })).status).toBe(204);
    expect((await revoke(id, { key })).status).toBe(401);
  });

  it("returns 204 to concurrent requests, and records one revocation", async () => {
    const { id } = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204));
    expect(await revocations(id)).toHaveLength(1);
  });

  it("returns 400 for any query parameter", async () => {
    const { id } = await make();
    expect((await revoke(`${id}?force=true`)).body).toEqual(
      errorBody("invalid_request", 400, "query.force is not a recognised parameter"),
    );
    expect((await get(id)).revokedAt).toBeNull();
  });

  it("returns 403 for a write key, and writes nothing", async () => {
    const { id } = await make();
    expect((await revoke(id, { key: api.key })).body).toEqual(errorBody("forbidden", 403));
    expect((await get(id)).revokedAt).toBeNull();
  });

  it("returns 404 for an unknown id", async () => {
    expect((await revoke("9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no API key with id 9007199254740991"),
    );
  });

  it.each(["0", "-1", "1.0", "abc", "9007199254740992"])("returns 404 for %s, which is not a valid id", async (id) => {
    expect((await revoke(id)).body).toEqual(errorBody("not_found", 404));
  });
});

describe("a disabled account", () => {
  it("loses the access of its keys within a second, while other keys work", async () => {
    const api = await createTestApi();
    const accountId = await api.makeAccount("manager");
    const key = await api.makeKey("admin", { accountId });
    const statusOf = async (one: string) => (await api.send("GET /v1/pets", { key: one })).status;
    expect(await statusOf(key)).toBe(200);
    await api.database.db.account.update({ where: { id: accountId }, data: { banned: true } });
    await expect.poll(() => statusOf(key), { timeout: 1_000, interval: 10 }).toBe(401);
    expect(await statusOf(api.key)).toBe(200);
    await api.close();
  });
});
