import type { CreatedApiKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { hashApiKey, isWellFormedApiKey } from "../api-key-format.js";
import type { MutationContext } from "../../operation/operation.js";
import { createApiKey } from "./create-api-key.js";

const YEAR_AHEAD = "2027-11-21T12:00:00.000Z";

describe("POST /api-keys", () => {
  let api: TestApi;
  let admin: string;
  let now = new Date("2026-11-21T12:00:00Z");
  beforeAll(async () => {
    api = await createTestApi({}, { clock: () => now });
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  const post = (body: unknown, options = {}) => api.send("POST /v1/api-keys", { body, key: admin, ...options });
  const make = async (body: unknown, options = {}) => (await post(body, options)).body as CreatedApiKey;
  const count = () => api.database.db.apiKey.count();
  const status = async (key: string, line = "GET /v1/pets") => (await api.send(line, { key })).status;

  it("returns 201 with the key once, and a Location without it", async () => {
    const { status, body, headers } = await post({ name: " Shop front ", scope: "write", expiresAt: YEAR_AHEAD });
    const { key, ...made } = body as CreatedApiKey;
    const owner = await api.database.db.account.findFirstOrThrow();
    const caller = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(admin) } });
    expect({ status, made }).toEqual({
      status: 201,
      made: {
        ...{ id: made.id, name: "Shop front", scope: "write", prefix: "pets_live_", lastFour: key.slice(-4) },
        ...{ createdAt: made.createdAt, lastUsedAt: null, expiresAt: YEAR_AHEAD, revokedAt: null },
        createdBy: { id: Number(owner.id), email: owner.email, name: owner.name },
        ...{ parentId: Number(caller.id), deprecatedCalls: [] },
      },
    });
    expect(isWellFormedApiKey(key, "production")).toBe(true);
    expect(headers.get("location")).toBe(`/v1/api-keys/${made.id}`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await api.send(`GET ${headers.get("location")}`, { key: admin })).body).toEqual(made);
  });

  it("stores only the key's hash, and writes the key to neither the log nor the audit trail", async () => {
    const { id, key } = await make({ name: "Secret", scope: "read" });
    const row = await api.database.db.apiKey.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.hash).equals(hashApiKey(key))).toBe(true);
    const { rows } = await api.database.pool.query(
      "SELECT api_key::text FROM api_key UNION ALL SELECT audit_event::text FROM audit_event",
    );
    const traces = JSON.stringify([rows, api.logged]);
    for (const secret of [key, key.slice(10, 42), Buffer.from(hashApiKey(key)).toString("base64")])
      expect(traces).not.toContain(secret);
  });

  it("records who created the key", async () => {
    const { key: _key, ...made } = await make({ name: "Traced", scope: "read" });
    const caller = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(admin) } });
    const events = await api.database.db.auditEvent.findMany({ where: { subjectId: made.id } });
    expect(events).toEqual([
      {
        ...{ id: events[0]?.id, at: events[0]?.at, actionId: null },
        ...{ actorKind: "key", actorId: caller.id, actorName: "test" },
        ...{ action: "api_key.create", subjectKind: "api_key", subjectId: BigInt(made.id), before: null, after: made },
      },
    ]);
  });

  it("creates a key that works at once, but only within its scope", async () => {
    const { key } = await make({ name: "Reader", scope: "read" });
    expect(await status(key)).toBe(200);
    expect(await status(key, "GET /v1/api-keys")).toBe(403);
    const { key: other } = await make({ name: "Other admin", scope: "admin" });
    expect(await status(other, "GET /v1/api-keys")).toBe(200);
  });

  it("creates a key of the caller's account", async () => {
    const accountId = await api.makeAccount("manager");
    const { id, createdBy } = await make(
      { name: "A manager's", scope: "admin" },
      { key: await api.makeKey("admin", { accountId }) },
    );
    expect(createdBy.id).toBe(Number(accountId));
    expect(await api.database.db.apiKey.findUnique({ where: { id } })).toMatchObject({ accountId });
  });

  it("returns the expiry in UTC, or null for a key that does not expire", async () => {
    const ends = { name: "Ends", scope: "read", expiresAt: "2026-11-21T14:00:00.5+01:30" };
    expect(await make(ends)).toMatchObject({ expiresAt: "2026-11-21T12:30:00.500Z" });
    const { id, expiresAt } = await make({ name: "Remains", scope: "read" });
    expect(expiresAt).toBeNull();
    expect((await api.database.db.apiKey.findUnique({ where: { id } }))?.expiresAt).toBeNull();
  });

  it("accepts an expiry from the next millisecond to ten years ahead", async () => {
    for (const expiresAt of ["2036-11-21T12:00:00Z", "2026-11-21T12:00:00.001Z"])
      expect((await post({ name: "Edge", scope: "read", expiresAt })).status).toBe(201);
  });

  it("refuses the key from the moment it expires", async () => {
    const { key } = await make({ name: "Short", scope: "read", expiresAt: "2026-11-21T13:00:00Z" });
    now = new Date("2026-11-21T12:59:59.999Z");
    expect(await status(key)).toBe(200);
    now = new Date("2026-11-21T13:00:00Z");
    expect(await status(key)).toBe(401);
    now = new Date("2026-11-21T12:00:00Z");
  });

  const momentRule = "body.expiresAt must be a date-time with an offset (RFC 3339), for example 2027-01-31T09:30:00Z";
  it.each([
    ["nothing", {}, "body.name is required; body.scope is required"],
    [
      "everything at once",
      { name: "\t", scope: "root", expiresAt: null, key: "mine" },
      "body.name must have 1 to 200 characters after trimming; body.scope must be one of read, write, admin; " +
        `${momentRule}; body.key is not a recognised field`,
    ],
    ["a date alone", { name: "A", scope: "read", expiresAt: "2027-01-31" }, momentRule],
    ["a time without an offset", { name: "A", scope: "read", expiresAt: "2027-01-31T09:30:00" }, momentRule],
    ["a time without seconds", { name: "A", scope: "read", expiresAt: "2027-01-31T09:30Z" }, momentRule],
    ["a day that is none", { name: "A", scope: "read", expiresAt: "2027-02-29T09:30:00Z" }, momentRule],
    [
      "this moment",
      { name: "A", scope: "read", expiresAt: "2026-11-21T12:00:00Z" },
      "body.expiresAt must be in the future",
    ],
    [
      "more than ten years",
      { name: "A", scope: "read", expiresAt: "2036-11-21T12:00:00.001Z" },
      "body.expiresAt must be at most 10 years ahead",
    ],
    ["an array", [], "body must be a JSON object"],
  ])("returns 400 for %s, and creates nothing", async (_what, body, message) => {
    const before = await count();
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await count()).toBe(before);
  });

  it("returns 400 for an Idempotency-Key", async () => {
    const before = await count();
    const { body } = await post({ name: "A", scope: "read" }, { headers: { "idempotency-key": "once" } });
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "header Idempotency-Key must be omitted: the response contains a secret, which is never stored",
      ),
    );
    expect([await count(), await api.database.db.storedOutcome.count()]).toEqual([before, 0]);
  });

  it("returns 400 for any query parameter", async () => {
    const { body } = await api.send("POST /v1/api-keys?scope=read", { body: { name: "A", scope: "read" }, key: admin });
    expect(body).toEqual(errorBody("invalid_request", 400, "query.scope is not a recognised parameter"));
  });

  it("returns 403 for a write key and for a clerk's admin key, and creates nothing", async () => {
    const clerks = await api.makeKey("admin", { accountId: await api.makeAccount("clerk") });
    const before = await count();
    for (const key of [api.key, clerks]) {
      const { body } = await post({ name: "A", scope: "read" }, { key });
      expect(body).toEqual(errorBody("forbidden", 403, "this operation requires an API key with scope admin"));
    }
    expect(await count()).toBe(before);
    expect((await api.send("POST /v1/pets", { body: { name: "Frank", categoryId: 1 }, key: clerks })).status).toBe(201);
  });

  it("returns 403 for a scope above the caller's own, even without the check of the gate", async () => {
    const change = { caller: { account: { id: 1n }, scope: "write" } } as MutationContext;
    const input = { params: {}, query: {}, body: { name: "A", scope: "admin" as const } };
    await expect(createApiKey(api.deps)(input, change)).rejects.toMatchObject({
      body: errorBody("forbidden", 403, "body.scope must not exceed your own scope: admin exceeds write"),
    });
  });

  it("returns 413 and 415", async () => {
    expect((await post({ name: "x".repeat(102_400) })).body).toEqual(errorBody("payload_too_large", 413));
    const headers = { "content-type": "text/plain" };
    const plain = await api.send("POST /v1/api-keys", { raw: "{}", headers, key: admin });
    expect(plain.body).toEqual(errorBody("unsupported_media_type", 415));
  });
});

describe("POST /api-keys in staging", () => {
  it("creates a staging key", async () => {
    const api = await createTestApi({ ENVIRONMENT: "staging" });
    const { body } = await api.send("POST /v1/api-keys", {
      body: { name: "A", scope: "read" },
      key: await api.makeKey("admin"),
    });
    expect(body).toMatchObject({ prefix: "pets_test_", key: expect.stringMatching(/^pets_test_/) });
    await api.close();
  });
});
