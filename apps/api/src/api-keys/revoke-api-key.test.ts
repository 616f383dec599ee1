import type { ApiKey, CreatedApiKey } from "@petstore/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

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

  it("204: the very next request that uses the key is refused, on a connection it has used too", async () => {
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

  it("204 writes down who revoked it, how it was and how it is", async () => {
    const { key: _key, ...before } = await make();
    await revoke(before.id);
    const after = await get(before.id);
    expect(after).toEqual({ ...before, revokedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
    expect(await revocations(before.id)).toMatchObject([{ actorKind: "key", subjectKind: "api_key", before, after }]);
  });

  it("204 for a key that was revoked already: it keeps its time, and nothing is written", async () => {
    const { id } = await make();
    await revoke(id);
    const first = await get(id);
    expect((await revoke(id)).status).toBe(204);
    expect(await get(id)).toEqual(first);
    expect(await revocations(id)).toHaveLength(1);
  });

  it("204 for a key that has expired", async () => {
    const { id } = await make();
    await api.database.db.apiKey.update({ where: { id }, data: { expiresAt: new Date("2026-01-01T00:00:00Z") } });
    expect((await revoke(id)).status).toBe(204);
    expect(await get(id)).toMatchObject({ revokedAt: expect.any(String) });
  });

  it("204 for a key of another account: whoever sees a leak stops it", async () => {
    const manager = await api.makeKey("admin", { accountId: await api.makeAccount("manager") });
    const { id, key } = await make();
    expect((await revoke(id, { key: manager })).status).toBe(204);
    expect((await api.send("GET /v1/pets", { key })).status).toBe(401);
  });

  it("204 for the very key that the request bears: its next request is refused", async () => {
    const { id, key } = await make("admin");
    expect((await revoke(id, { key })).status).toBe(204);
    expect((await revoke(id, { key })).status).toBe(401);
  });

  it("204 to many at the same instant; it is written down once", async () => {
    const { id } = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204));
    expect(await revocations(id)).toHaveLength(1);
  });

  it("400 for a query parameter: it knows none", async () => {
    const { id } = await make();
    expect((await revoke(`${id}?force=true`)).body).toEqual(
      errorBody("invalid_request", 400, "query.force is not a recognised parameter"),
    );
    expect((await get(id)).revokedAt).toBeNull();
  });

  it("403 for a key that may only write; nothing is written", async () => {
    const { id } = await make();
    expect((await revoke(id, { key: api.key })).body).toEqual(errorBody("forbidden", 403));
    expect((await get(id)).revokedAt).toBeNull();
  });

  it("404 for an id that no key has", async () => {
    expect((await revoke("9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no API key with id 9007199254740991"),
    );
  });

  it.each(["0", "-1", "1.0", "abc", "9007199254740992"])("404 for %s, which can be no key's id", async (id) => {
    expect((await revoke(id)).body).toEqual(errorBody("not_found", 404));
  });
});

describe("an account that is banned", () => {
  it("401 for its keys within a second, and not for those of others", async () => {
    const api = await createTestApi();
    const accountId = await api.makeAccount("manager");
    const key = await api.makeKey("admin", { accountId });
    const ask = async (one: string) => (await api.send("GET /v1/pets", { key: one })).status;
    expect(await ask(key)).toBe(200);
    await api.database.db.account.update({ where: { id: accountId }, data: { banned: true } });
    await expect.poll(() => ask(key), { timeout: 1_000, interval: 10 }).toBe(401);
    expect(await ask(api.key)).toBe(200);
    await api.close();
  });
});
