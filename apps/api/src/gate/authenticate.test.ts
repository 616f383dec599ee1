import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { generateApiKey, hashApiKey } from "../credentials/api-key-format.js";

const missing = 'Bearer realm="petstore"';
const invalid = 'Bearer realm="petstore", error="invalid_token"';

describe("Authorization", () => {
  let api: TestApi;
  let now = new Date("2026-11-21T12:00:30Z");
  beforeAll(async () => {
    api = await createTestApi({}, { clock: () => now });
  });
  afterAll(() => api.close());

  const withAuthorization = (value: string) => api.send("GET /v1/pets", { key: "", headers: { authorization: value } });

  it("returns 200 for a valid key, whatever the case of the scheme is", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) {
      expect((await withAuthorization(`${scheme} ${api.key}`)).status).toBe(200);
    }
  });

  it("returns 401 without a key, and no error in WWW-Authenticate", async () => {
    const { body, headers } = await api.send("GET /v1/pets", { key: "" });
    expect(body).toEqual(errorBody("unauthorized", 401, "header Authorization must be `Bearer <API_KEY>`"));
    expect(headers.get("www-authenticate")).toBe(missing);
  });

  it.each(["Basic dTpw", "Token abc", "BearerX", "pets_live_abc"])(
    "returns 401 for another scheme: %s",
    async (value) => {
      const { status, headers } = await withAuthorization(value);
      expect([status, headers.get("www-authenticate")]).toEqual([401, missing]);
    },
  );

  it.each([
    ["a scheme without a key", () => "Bearer"],
    ["two spaces", () => `Bearer  ${api.key}`],
    ["text after the key", () => `Bearer ${api.key} x`],
    ["a broken checksum", () => `Bearer ${api.key.slice(0, -1)}${api.key.endsWith("a") ? "b" : "a"}`],
    ["an unknown well-formed key", () => `Bearer ${generateApiKey("production")}`],
    ["a staging key in production", () => `Bearer ${generateApiKey("staging")}`],
  ])("returns 401 invalid_token for %s", async (_what, value) => {
    const { body, headers } = await withAuthorization(value());
    expect(body).toEqual(
      errorBody("unauthorized", 401, "the API key is invalid, expired or revoked; send a valid one"),
    );
    expect(headers.get("www-authenticate")).toBe(invalid);
  });

  it.each(["Bearer", "Basic"])("returns 401 invalid_token for two headers, the first with %s", async (scheme) => {
    const headers = `Authorization: ${scheme} ${api.key}\r\nAuthorization: Bearer ${api.key}\r\n`;
    const answer = await api.sendBytes(`GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain(`WWW-Authenticate: ${invalid}\r\n`);
  });

  it("returns 401 for a key in the URL, and does not log it", async () => {
    const { status } = await api.send(`GET /v1/pets?access_token=${api.key}`, { key: "" });
    expect(status).toBe(401);
    expect(JSON.stringify(api.logged)).not.toContain(api.key);
  });

  it("returns 401 invalid_token from the instant at which a key expires", async () => {
    const key = await api.makeKey("read", { expiresAt: new Date("2026-11-21T12:30:00Z") });
    now = new Date("2026-11-21T12:29:59.999Z");
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    now = new Date("2026-11-21T12:30:00Z");
    expect((await api.send("GET /v1/pets", { key })).headers.get("www-authenticate")).toBe(invalid);
  });

  it("returns 401 invalid_token once the notification of a revocation arrives", async () => {
    const key = await api.makeKey("read");
    expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
    await api.database.db.apiKey.update({ where: { hash: hashApiKey(key) }, data: { revokedAt: now } });
    await api.heard();
    expect((await api.send("GET /v1/pets", { key })).headers.get("www-authenticate")).toBe(invalid);
  });

  it("gives each scope the rights of the lower scopes", async () => {
    const body = { name: "Frank", categoryId: 1 };
    const results: Record<string, number[]> = {};
    for (const scope of ["read", "write", "admin"] as const) {
      const key = await api.makeKey(scope);
      const answers = [await api.send("GET /v1/pets", { key }), await api.send("POST /v1/pets", { key, body })];
      results[scope] = answers.map(({ status }) => status);
    }
    expect(results).toEqual({ read: [200, 403], write: [200, 201], admin: [200, 201] });
  });

  it("records the last use of a key to the minute, in batches", async () => {
    const key = await api.makeKey("read");
    now = new Date("2026-11-21T12:45:59Z");
    await api.send("GET /v1/pets", { key });
    const lastUsedAt = async () =>
      (await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(key) } })).lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await api.deps.keyUsage.flush();
    expect(await lastUsedAt()).toEqual(new Date("2026-11-21T12:45:00Z"));
  });

  it("records the use of a key whose scope is too low, but not the use of a session's key", async () => {
    const record = vi.spyOn(api.deps.keyUsage, "record");
    const key = await api.makeKey("read");
    const body = { name: "Frank", categoryId: 1 };
    expect((await api.send("POST /v1/pets", { key, body })).status).toBe(403);
    expect(record.mock.calls.length).toBe(1);
    const { db } = api.database;
    const sessionKey = generateApiKey("production");
    api.secrets.add(sessionKey);
    const expiresAt = new Date(now.getTime() + 900_000);
    const keys = { create: { hash: hashApiKey(sessionKey), scope: "read", expiresAt } } as const;
    const accountId = (await db.account.findFirstOrThrow()).id;
    await db.session.create({ data: { accountId, token: randomBytes(32).toString("hex"), expiresAt, keys } });
    expect((await api.send("GET /v1/pets", { key: sessionKey })).status).toBe(200);
    expect(record.mock.calls.length).toBe(1);
    record.mockRestore();
  });

  it("stores only the SHA-256, the prefix and the last four characters of a key", async () => {
    const key = await api.makeKey("read");
    const row = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(key) } });
    expect(row).toMatchObject({ prefix: "pets_live_", lastFour: key.slice(-4) });
    const { rows } = await api.database.pool.query("SELECT api_key::text AS row FROM api_key");
    expect(JSON.stringify(rows)).not.toContain(key.slice(10, 40));
  });
});

describe("a key with a broken checksum", () => {
  it("is refused without a query to the database", async () => {
    const api = await createTestApi();
    let queries = 0;
    api.database.pool.on("acquire", () => void (queries += 1));
    for (let round = 0; round < 20; round++) await api.send("GET /v1/pets", { key: `${api.key.slice(0, -1)}!` });
    expect(queries).toBe(0);
    await api.send("GET /v1/pets", { key: generateApiKey("production") });
    expect(queries).toBe(1);
    await api.close();
  });
});

describe("ENVIRONMENT=staging", () => {
  it("accepts staging keys only", async () => {
    const api = await createTestApi({ ENVIRONMENT: "staging" });
    expect(api.key).toMatch(/^pets_test_/);
    expect((await api.send("GET /v1/pets")).status).toBe(200);
    expect((await api.send("GET /v1/pets", { key: generateApiKey("production") })).status).toBe(401);
    await api.close();
  });
});
