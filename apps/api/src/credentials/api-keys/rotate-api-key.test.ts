import type { ApiKey, CreatedApiKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

const NOON = new Date("2026-11-21T12:00:00Z");
const after = (seconds: number, ms = 0) => new Date(NOON.getTime() + seconds * 1000 + ms);

describe("POST /api-keys/{keyId}/rotate", () => {
  let api: TestApi;
  let admin: string;
  let now = NOON;
  beforeAll(async () => {
    api = await createTestApi({}, { clock: () => now });
    admin = await api.makeKey("admin");
  });
  beforeEach(() => void (now = NOON));
  afterAll(() => api.close());

  const make = async (rest: object = {}) => {
    const body = { name: "Shop front", scope: "write", ...rest };
    return (await api.send("POST /v1/api-keys", { body, key: admin })).body as CreatedApiKey;
  };
  const rotate = (id: number | string, body: unknown = { overlapSeconds: 60 }, options = {}) =>
    api.send(`POST /v1/api-keys/${id}/rotate`, { body, key: admin, ...options });
  const get = async (id: number) => (await api.send(`GET /v1/api-keys/${id}`, { key: admin })).body as ApiKey;
  const status = async (key: string) => (await api.send("GET /v1/pets", { key })).status;
  const count = () => api.database.db.apiKey.count();

  it("returns 201 with a new key of the same settings and its Location", async () => {
    const old = await make({ expiresAt: "2027-11-21T12:00:00Z" });
    const answer = await rotate(old.id);
    const { key, ...made } = answer.body as CreatedApiKey;
    const { name, scope, prefix, createdBy, parentId, expiresAt } = old;
    expect({ status: answer.status, made }).toEqual({
      status: 201,
      made: {
        ...{
          id: made.id,
          name,
          scope,
          prefix,
          lastFour: key.slice(-4),
          createdAt: made.createdAt,
          createdBy,
          parentId,
          expiresAt,
        },
        ...{ lastUsedAt: null, revokedAt: null, deprecatedCalls: [] },
      },
    });
    expect(made.id).toBeGreaterThan(old.id);
    expect([answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      `/v1/api-keys/${made.id}`,
      "no-store",
    ]);
    expect(await get(made.id)).toEqual(made);
  });

  it("keeps the old key valid for exactly the overlap", async () => {
    const old = await make();
    const { key } = (await rotate(old.id, { overlapSeconds: 3_600 })).body as CreatedApiKey;
    expect((await get(old.id)).expiresAt).toBe("2026-11-21T13:00:00.000Z");
    now = after(3_600, -1);
    expect([await status(old.key), await status(key)]).toEqual([200, 200]);
    now = after(3_600);
    expect([await status(old.key), await status(key)]).toEqual([401, 200]);
  });

  it("keeps the old key valid for a day if the body names no overlap", async () => {
    const old = await make();
    await rotate(old.id, {});
    expect((await get(old.id)).expiresAt).toBe(after(86_400).toISOString());
  });

  it("refuses the old key's next request with an overlap of 0", async () => {
    const old = await make();
    expect(await status(old.key)).toBe(200);
    const { key } = (await rotate(old.id, { overlapSeconds: 0 })).body as CreatedApiKey;
    expect([await status(old.key), await status(key)]).toEqual([401, 200]);
    expect(await get(old.id)).toMatchObject({ expiresAt: NOON.toISOString(), revokedAt: null });
  });

  it("never extends the old key's expiry", async () => {
    const old = await make({ expiresAt: after(30).toISOString() });
    const made = (await rotate(old.id, { overlapSeconds: 60 })).body as CreatedApiKey;
    expect([(await get(old.id)).expiresAt, made.expiresAt]).toEqual([old.expiresAt, old.expiresAt]);
  });

  it("records the new key, and the old key before and after", async () => {
    const { key: _old, ...old } = await make();
    const { key: _new, ...made } = (await rotate(old.id)).body as CreatedApiKey;
    const events = await api.database.db.auditEvent.findMany({
      where: { subjectKind: "api_key" },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(events).toMatchObject([
      { action: "api_key.rotate", subjectId: BigInt(old.id), before: old, after: await get(old.id) },
      { action: "api_key.create", subjectId: BigInt(made.id), before: null, after: made },
    ]);
    expect(await get(old.id)).toEqual({ ...old, expiresAt: after(60).toISOString() });
    expect(JSON.stringify(events, (_name, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain(
      _new.slice(10, 42),
    );
  });

  it("returns 201 for the key of the request", async () => {
    const { id, key } = await make({ scope: "admin" });
    const made = (await rotate(id, { overlapSeconds: 0 }, { key })).body as CreatedApiKey;
    expect((await rotate(made.id, { overlapSeconds: 0 }, { key: made.key })).status).toBe(201);
    expect((await rotate(made.id, { overlapSeconds: 0 }, { key })).status).toBe(401);
  });

  it("returns 201 to two concurrent requests with an overlap", async () => {
    const { id } = await make();
    const answers = await Promise.all([rotate(id), rotate(id)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => (body as CreatedApiKey).key)).size).toBe(2);
  });

  it("returns 201 to one of many concurrent requests without an overlap, 409 to the others", async () => {
    const [{ id }, before] = [await make(), await count()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(id, { overlapSeconds: 0 })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
    expect(await count()).toBe(before + 1);
  });

  const overlapRule = "body.overlapSeconds must be an integer from 0 to 604800";
  it.each([
    ["less than 0", { overlapSeconds: -1 }, overlapRule],
    ["more than a week", { overlapSeconds: 604_801 }, overlapRule],
    ["a fraction", { overlapSeconds: 0.5 }, overlapRule],
    ["a text", { overlapSeconds: "60" }, overlapRule],
    ["null", { overlapSeconds: null }, overlapRule],
    ["other fields", { overlapSeconds: 0, scope: "admin" }, "body.scope is not a recognised field"],
    ["an array", [], "body must be a JSON object"],
  ])("returns 400 for %s, and creates nothing", async (_what, body, message) => {
    const { key: _key, ...old } = await make();
    const before = await count();
    expect((await rotate(old.id, body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect([await count(), await get(old.id)]).toEqual([before, old]);
  });

  it("returns 400 for an Idempotency-Key or a query parameter, and creates nothing", async () => {
    const { id } = await make();
    const before = await count();
    const named = await rotate(id, undefined, { headers: { "idempotency-key": "once" } });
    expect(named.body).toEqual(
      errorBody("invalid_request", 400, expect.stringContaining("header Idempotency-Key must be omitted")),
    );
    const { body } = await api.send(`POST /v1/api-keys/${id}/rotate?overlapSeconds=1`, { body: {}, key: admin });
    expect(body).toEqual(errorBody("invalid_request", 400, "query.overlapSeconds is not a recognised parameter"));
    expect(await count()).toBe(before);
  });

  it("returns 403 for a key of another account, and creates nothing", async () => {
    const { key: _key, ...old } = await make();
    const other = await api.makeKey("admin", { accountId: await api.makeAccount("owner") });
    const before = await count();
    expect((await rotate(old.id, undefined, { key: other })).body).toEqual(
      errorBody("forbidden", 403, `API key ${old.id} belongs to another account; rotate it with a key of that account`),
    );
    expect([await count(), await get(old.id)]).toEqual([before, old]);
  });

  it("returns 403 for a write key", async () => {
    const { id } = await make();
    expect((await rotate(id, undefined, { key: api.key })).body).toEqual(
      errorBody("forbidden", 403, "this operation requires an API key with scope admin"),
    );
  });

  it("returns 404 for an unknown or invalid id", async () => {
    expect((await rotate("9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no API key with id 9007199254740991"),
    );
    for (const id of ["0", "abc", "9007199254740992"])
      expect((await rotate(id)).body).toEqual(errorBody("not_found", 404));
  });

  it("returns 409 for a revoked key, and creates nothing", async () => {
    const { id } = await make();
    await api.send(`DELETE /v1/api-keys/${id}`, { key: admin });
    const before = await count();
    expect((await rotate(id)).body).toEqual(
      errorBody("conflict", 409, `API key ${id} is revoked; create another with POST /v1/api-keys`),
    );
    expect(await count()).toBe(before);
  });

  it("returns 409 from the moment the key expires, and creates nothing", async () => {
    const { id } = await make({ expiresAt: after(30).toISOString() });
    now = after(30);
    const before = await count();
    expect((await rotate(id)).body).toEqual(
      errorBody("conflict", 409, `API key ${id} is expired; create another with POST /v1/api-keys`),
    );
    expect(await count()).toBe(before);
  });

  it("returns 413 and 415", async () => {
    expect((await rotate(1, { overlapSeconds: "x".repeat(102_400) })).body).toEqual(
      errorBody("payload_too_large", 413),
    );
    const headers = { "content-type": "text/plain" };
    const plain = await api.send("POST /v1/api-keys/1/rotate", { raw: "{}", headers, key: admin });
    expect(plain.body).toEqual(errorBody("unsupported_media_type", 415));
  });
});
