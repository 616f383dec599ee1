import type { ApiKey, CreatedApiKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId, refuseInserts } from "../../../test/support/audit.js";
import { signedIn } from "../../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { hashApiKey } from "../api-key-format.js";
import { findFamily } from "./api-key-family.js";

const NOON = new Date("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);

let api: TestApi;
let accountId: bigint;
let admin: { id: number; key: string };
let now = NOON;
beforeAll(async () => {
  api = await createTestApi({ TRUSTED_PROXIES: "loopback" }, { clock: () => now });
});
afterAll(() => api.close());

/** Adds a key without a parent, like the keys that the command line and sessions create. */
const addRoot = async (expiresAt: Date | null = null, scope: "read" | "admin" = "admin", of = accountId) => {
  const key = await api.makeKey(scope, { accountId: of, expiresAt });
  const { id } = await api.database.db.apiKey.findUniqueOrThrow({ where: { hash: hashApiKey(key) } });
  return { id: Number(id), key };
};
beforeEach(async () => {
  now = NOON;
  accountId = await api.makeAccount("manager");
  admin = await addRoot();
});

type By = { readonly key: string };
const post = (body: object, { key }: By) =>
  api.send("POST /v1/api-keys", { body: { name: "Child", scope: "admin", ...body }, key });
const make = async (by: By = admin, body: object = {}) => (await post(body, by)).body as CreatedApiKey;
const rotate = (id: number, { key }: By = admin, overlapSeconds = 3_600) =>
  api.send(`POST /v1/api-keys/${id}/rotate`, { body: { overlapSeconds }, key });
const rotated = async (id: number, by: By = admin) => (await rotate(id, by)).body as CreatedApiKey;
const get = async (id: number) => (await api.send(`GET /v1/api-keys/${id}`, { key: admin.key })).body as ApiKey;
const parentOf = async (id: number) =>
  Number((await api.database.db.apiKey.findUniqueOrThrow({ where: { id } })).parentId);
const revoke = (id: number, query = "", { key }: By = admin) => api.send(`DELETE /v1/api-keys/${id}${query}`, { key });
const status = async ({ key }: By) => (await api.send("GET /v1/pets", { key })).status;
const statuses = (...keys: By[]) => Promise.all(keys.map(status));
const countKeys = () => api.database.db.apiKey.count();

describe("a key that an API key makes", () => {
  it("has that key as its parent, in the response, the row and the audit event", async () => {
    const last = await lastEventId(api.database);
    const child = await make();
    expect(child.parentId).toBe(admin.id);
    expect(await parentOf(child.id)).toBe(admin.id);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "api_key.create", after: { parentId: admin.id } },
    ]);
    expect((await get(admin.id)).parentId).toBeNull();
  });

  it("expires with its parent, and not later, if the request names no expiry", async () => {
    const parent = await addRoot(inHours(2));
    const child = await make(parent);
    expect(child.expiresAt).toBe(inHours(2).toISOString());
    expect((await make(child)).expiresAt).toBe(inHours(2).toISOString());
    now = inHours(2);
    expect(await status(child)).toBe(401);
  });

  it("may expire with its parent or earlier, and gets 400 with the limit for a later expiry", async () => {
    const parent = await addRoot(inHours(2));
    const [same, earlier] = [inHours(2).toISOString(), inHours(1).toISOString()];
    expect((await make(parent, { expiresAt: same })).expiresAt).toBe(same);
    expect((await make(parent, { expiresAt: earlier })).expiresAt).toBe(earlier);
    const before = await countKeys();
    const later = new Date(inHours(2).getTime() + 1).toISOString();
    expect((await post({ expiresAt: later }, parent)).body).toEqual(
      errorBody(
        "invalid_request",
        400,
        `body.expiresAt must be at most ${same}, the time at which the API key of the request expires; omit it to use that time`,
      ),
    );
    expect(await countKeys()).toBe(before);
  });

  it("may have no expiry only if its parent has none", async () => {
    expect((await make()).expiresAt).toBeNull();
  });

  it("is refused to a write key, because a scope never exceeds the scope of the parent", async () => {
    const writer = await make(admin, { scope: "write" });
    expect((await post({ scope: "read" }, writer)).status).toBe(403);
  });

  it("has no parent and no limit if a session has made it", async () => {
    const { browser } = await signedIn(api, "manager");
    const session = (await browser.send("POST /auth/key")).body as By;
    expect(await make(session)).toMatchObject({ parentId: null, expiresAt: null });
  });
});

describe("rotating a key", () => {
  it("keeps its parent and its expiry, and hands its children to the new key", async () => {
    const parent = await addRoot(inHours(9));
    const old = await make(parent);
    const [child, other] = [await make(old), await make(parent)];
    const fresh = await rotated(old.id, parent);
    expect([fresh.parentId, fresh.expiresAt]).toEqual([parent.id, old.expiresAt]);
    expect([await parentOf(child.id), await parentOf(other.id)]).toEqual([fresh.id, parent.id]);
    expect((await revoke(fresh.id, "?descendants=true")).status).toBe(204);
    expect(await statuses(fresh, child, other, old, parent)).toEqual([401, 401, 200, 200, 200]);
  });

  it("a key that rotates itself keeps its parent and passes its children to the new key", async () => {
    const old = await make();
    const child = await make(old);
    const fresh = await rotated(old.id, old);
    expect([fresh.parentId, await parentOf(child.id)]).toEqual([admin.id, fresh.id]);
  });

  it("leaves the children valid after the overlap of the old key", async () => {
    const old = await make();
    const child = await make(old);
    await rotated(old.id);
    now = inHours(2);
    expect(await statuses(old, child)).toEqual([401, 200]);
  });

  it("limits keys that the old key creates during the overlap to the end of the overlap", async () => {
    const old = await make();
    await rotated(old.id);
    expect((await make(old)).expiresAt).toBe(inHours(1).toISOString());
  });

  it("returns 403 to a key that expires before the rotated key, and creates nothing", async () => {
    const short = await addRoot(inHours(2));
    const [forever, longer] = [await addRoot(), await addRoot(inHours(3))];
    const before = await countKeys();
    for (const { id } of [forever, longer, admin]) {
      expect((await rotate(id, short)).body).toEqual(
        errorBody(
          "forbidden",
          403,
          `API key ${id} expires later than the API key of this request; send the request with that key itself, or rotate it in the admin or on the command line`,
        ),
      );
    }
    expect([await countKeys(), await statuses(forever, longer)]).toEqual([before, [200, 200]]);
    expect((await get(forever.id)).expiresAt).toBeNull();
    expect((await rotate(short.id, short)).status).toBe(201);
  });

  it("a key that rotates a key of another family becomes the parent of the new key only", async () => {
    const [stranger, old] = [await addRoot(), await make()];
    const child = await make(old);
    const fresh = await rotated(old.id, stranger);
    expect([fresh.parentId, await parentOf(child.id)]).toEqual([stranger.id, old.id]);
    await revoke(stranger.id, "?descendants=true");
    expect(await statuses(fresh, child)).toEqual([401, 200]);
  });

  it("a descendant that rotates a key becomes the parent of the new key, without a cycle", async () => {
    const old = await make();
    const child = await make(old);
    const fresh = await rotated(old.id, child);
    expect(await Promise.all([fresh.id, child.id, old.id].map(parentOf))).toEqual([child.id, old.id, admin.id]);
    const family = await findFamily(api.database.db, old.id);
    expect(family.map(Number)).toEqual([old.id, child.id, fresh.id]);
  });
});

/** pg_locks has no database for a lock that waits for another transaction, so the query uses pg_stat_activity. */
const waitingLocks = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe("DELETE /api-keys/{keyId} of a key with children", () => {
  /**
   * Creates a root key, its child and its grandchild, and a second child of the root that is revoked but has an active
   * child.
   */
  const arrange = async () => {
    const root = await make();
    const child = await make(root);
    const grandchild = await make(child);
    const gone = await make(root);
    const orphan = await make(gone);
    await revoke(gone.id);
    const expired = await make(root, { expiresAt: inHours(1).toISOString() });
    return { root, child, grandchild, gone, orphan, expired };
  };
  const idsOf = (...keys: { id: number }[]) => keys.map(({ id }) => id);

  it("leaves them valid by default", async () => {
    const { root, child, grandchild } = await arrange();
    const last = await lastEventId(api.database);
    expect((await revoke(root.id)).status).toBe(204);
    expect(await statuses(root, child, grandchild)).toEqual([401, 200, 200]);
    expect(await eventsSince(api.database, last)).toHaveLength(1);
  });

  it("descendants=true revokes all descendants at once, each with its audit event", async () => {
    const { root, child, grandchild, gone, orphan, expired } = await arrange();
    const [sibling, last] = [await make(), await lastEventId(api.database)];
    const goneBefore = await get(gone.id);
    expect((await revoke(root.id, "?descendants=true")).status).toBe(204);
    expect(await statuses(root, child, grandchild, orphan, sibling, admin)).toEqual([401, 401, 401, 401, 200, 200]);
    const events = await eventsSince(api.database, last);
    expect(events.map(({ action, subject }) => [action, subject.id])).toEqual(
      idsOf(root, child, grandchild, orphan, expired).map((id) => ["api_key.revoke", id]),
    );
    for (const { before, after, actor, subject } of events) {
      expect(actor).toMatchObject({ kind: "key", id: admin.id });
      // The last use is noted in the background, so it may be later than the event.
      expect(before?.["revokedAt"]).toBeNull();
      expect({ ...after, lastUsedAt: null }).toEqual({ ...(await get(Number(subject.id))), lastUsedAt: null });
    }
    expect(await get(gone.id)).toEqual(goneBefore);
  });

  it("descendants=true still finds the descendants if the key itself was revoked earlier", async () => {
    const { root, child, grandchild } = await arrange();
    await revoke(root.id);
    expect((await revoke(root.id, "?descendants=true")).status).toBe(204);
    expect(await statuses(child, grandchild)).toEqual([401, 401]);
  });

  it("dryRun=true returns what would be revoked, and revokes nothing", async () => {
    const { root, child, grandchild, gone, orphan, expired } = await arrange();
    const last = await lastEventId(api.database);
    const plan = async (id: number, query: string) =>
      (await revoke(id, query)).body as { count: number; apiKeys: ApiKey[] };
    const whole = await plan(root.id, "?descendants=true&dryRun=true");
    const ids = idsOf(root, child, grandchild, orphan, expired);
    expect([whole.count, idsOf(...whole.apiKeys)]).toEqual([5, ids]);
    expect(whole.apiKeys).toEqual(await Promise.all(ids.map(get)));
    expect(await plan(root.id, "?dryRun=true")).toEqual({ count: 1, apiKeys: [await get(root.id)] });
    expect(await plan(gone.id, "?dryRun=true")).toEqual({ count: 0, apiKeys: [] });
    expect(await statuses(root, child, grandchild, orphan)).toEqual([200, 200, 200, 200]);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("dryRun=true lists at most 1,000 keys, and counts all of them", async () => {
    await api.database.pool.query(
      `INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four, parent_id)
       SELECT $1, 'Child', 'read', sha256(concat($2::text, n)::bytea), 'pets_live_', 'abcd', $2::bigint
       FROM generate_series(1, 1200) AS n`,
      [accountId, admin.id],
    );
    const { body } = await revoke(admin.id, "?descendants=true&dryRun=true");
    const { count, apiKeys } = body as { count: number; apiKeys: ApiKey[] };
    expect([count, apiKeys.length]).toEqual([1_201, 1_000]);
    expect((await revoke(admin.id, "?descendants=true")).status).toBe(204);
    expect(await api.database.db.apiKey.count({ where: { accountId, revokedAt: null } })).toBe(0);
  });

  it("revokes no key if an audit event cannot be written", async () => {
    const { root, child } = await arrange();
    const allow = await refuseInserts(api.database, "audit_event");
    const answer = await revoke(root.id, "?descendants=true");
    await allow();
    expect([answer.status, await statuses(root, child)]).toEqual([503, [200, 200]]);
  });

  it("descendants=true waits for a key that is being created, and revokes it too", async () => {
    const parent = await make();
    const { pool } = api.database;
    const blocker = await pool.connect();
    try {
      await blocker.query("BEGIN");
      await blocker.query("SELECT FROM api_key WHERE id = $1 FOR SHARE", [parent.id]);
      const { rows } = await blocker.query(
        `INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four, parent_id)
         SELECT account_id, 'Late', 'read', sha256('late'), prefix, last_four, id FROM api_key WHERE id = $1 RETURNING id`,
        [parent.id],
      );
      const revoking = revoke(parent.id, "?descendants=true");
      await expect.poll(async () => (await pool.query(waitingLocks)).rowCount).toBe(1);
      await blocker.query("COMMIT");
      expect((await revoking).status).toBe(204);
      expect((await get(Number(rows[0].id))).revokedAt).not.toBeNull();
    } finally {
      blocker.release(true);
    }
  });

  it("refuses to create a key for a key that was revoked while its request waited", async () => {
    const parent = await make();
    const [{ pool }, before] = [api.database, await countKeys()];
    const blocker = await pool.connect();
    try {
      await blocker.query("BEGIN");
      await blocker.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [parent.id]);
      const making = post({}, parent);
      await expect.poll(async () => (await pool.query(waitingLocks)).rowCount).toBe(1);
      await blocker.query("COMMIT");
      expect((await making).body).toEqual(errorBody("unauthorized", 401));
      expect(await countKeys()).toBe(before);
    } finally {
      blocker.release(true);
    }
  });

  it("returns 400 for a flag that is neither true nor false, and revokes nothing", async () => {
    const { root } = await arrange();
    for (const name of ["descendants", "dryRun"]) {
      const { body } = await revoke(root.id, `?${name}=yes`);
      expect(body).toEqual(errorBody("invalid_request", 400, `query.${name} must be true or false`));
    }
    expect(await status(root)).toBe(200);
  });
});
