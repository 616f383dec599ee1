import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { hashApiKey, isWellFormedApiKey } from "../credentials/api-key-format.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let email: string;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(async () => {
  await database.pool.query("TRUNCATE account, api_key RESTART IDENTITY CASCADE");
  const id = await addAccount(database);
  ({ email } = await database.db.account.findUniqueOrThrow({ where: { id } }));
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const create = async (...args: string[]) =>
  JSON.parse((await run(["keys", "create", "--name", "Shop", "--json", ...args])).stdout);
const list = async () => JSON.parse((await run(["keys", "list", "--json"])).stdout);
const eventsOf = (id: number) =>
  database.db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: "desc" }, take: 1 });
const emailOf = async (id: bigint) => (await database.db.account.findUniqueOrThrow({ where: { id } })).email;

describe("petstore keys create", () => {
  it("prints the key once and says so", async () => {
    const { code, stdout } = await run(["keys", "create", "--name", " Shop front "]);
    const [key = "", ...lines] = stdout.split("\n");
    expect(isWellFormedApiKey(key, "production")).toBe(true);
    expect(lines).toEqual([
      "",
      `Key 1 "Shop front" of ${email}, scope read.`,
      "Save it now: it is not stored and will not be shown again.",
      "",
    ]);
    expect(code).toBe(0);
    expect((await run(["keys", "list"])).stdout).not.toContain(key);
  });

  it("stores the key's hash and never the key", async () => {
    const { key } = await create();
    const { rows } = await database.pool.query("SELECT api_key::text AS text, hash FROM api_key");
    expect(Buffer.from(hashApiKey(key)).equals(rows[0].hash)).toBe(true);
    expect(rows[0].text).not.toContain(key.slice(10, -4));
  });

  it("prints one JSON object with --json", async () => {
    expect(await create("--scope", "admin")).toEqual({
      ...{ id: 1, name: "Shop", scope: "admin", prefix: "pets_live_", createdAt: expect.any(String), expiresAt: null },
      ...{ key: expect.stringMatching(/^pets_live_/), lastFour: expect.stringMatching(/^.{4}$/) },
      ...{
        createdBy: { id: 1, email, name: "owner" },
        parentId: null,
        lastUsedAt: null,
        revokedAt: null,
        deprecatedCalls: [],
      },
    });
  });

  it("records the command line as actor, without the key", async () => {
    const { key, ...made } = await create();
    const events = await eventsOf(1);
    expect(events).toMatchObject([
      {
        actorKind: "system",
        actorId: null,
        action: "api_key.create",
        subjectKind: "api_key",
        before: null,
        after: made,
      },
    ]);
    expect(events[0]?.actorName).toMatch(/^command line( \(.+\))?$/);
    expect(JSON.stringify(events[0]?.after)).not.toContain(key.slice(10, -4));
  });

  it.each([
    ["30m", DAY_MS / 48],
    ["12h", DAY_MS / 2],
    ["90d", 90 * DAY_MS],
    ["52w", 364 * DAY_MS],
  ])("creates a key that expires after %s", async (duration, ms) => {
    const { createdAt, expiresAt } = await create("--expires", duration);
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - ms)).toBeLessThan(10_000);
  });

  it.each(["5", "0d", "-1d", "1.5h", "5y", "522w", "99999999999d", ""])(
    "refuses --expires %j and names the rule",
    async (duration) => {
      const { code, stderr } = await run(["keys", "create", "--name", "Shop", `--expires=${duration}`]);
      expect(stderr).toContain("for example 30m, 12h, 90d or 52w, and at most 10 years.");
      expect(code).toBe(2);
    },
  );

  it("creates a key for the account in --account, ignoring case", async () => {
    const manager = await emailOf(await addAccount(database, "manager"));
    expect((await create("--account", ` ${manager.toUpperCase()}`, "--scope", "admin")).createdBy.email).toBe(manager);
    const clerk = await emailOf(await addAccount(database, "clerk"));
    expect((await create("--account", clerk, "--scope", "write")).createdBy.email).toBe(clerk);
  });

  it("creates a key for the oldest enabled owner without --account", async () => {
    await addAccount(database, "manager");
    const second = await emailOf(await addAccount(database));
    await addAccount(database);
    await database.db.account.update({ where: { email }, data: { banned: true } });
    expect((await create()).createdBy.email).toBe(second);
    await database.db.account.update({ where: { email }, data: { banExpires: new Date(Date.now() - 1_000) } });
    expect((await create()).createdBy.email).toBe(email);
  });

  it("says how to create an owner if there is none, and creates no key", async () => {
    await database.db.account.update({ where: { email }, data: { role: "manager" } });
    const { code, stderr } = await run(["keys", "create", "--name", "Shop"]);
    expect(stderr).toBe(
      "There is no enabled owner for the key; create one with `petstore accounts create --email you@example.com --role owner`.\n",
    );
    expect([code, await database.db.apiKey.count()]).toEqual([1, 0]);
  });

  it("refuses an unknown or disabled account; creates nothing", async () => {
    const unknown = await run(["keys", "create", "--name", "Shop", "--account", "nobody@petstore.test"]);
    expect(unknown.stderr).toBe(
      "There is no account nobody@petstore.test; `petstore accounts list` shows all accounts.\n",
    );
    await database.db.account.update({ where: { email }, data: { banned: true } });
    const disabled = await run(["keys", "create", "--name", "Shop", "--account", email]);
    expect(disabled.stderr).toBe(`Account ${email} is disabled, and its keys are refused; enable it first.\n`);
    expect([unknown.code, disabled.code, await database.db.apiKey.count()]).toEqual([1, 1, 0]);
  });

  it("refuses a scope above the account's role; creates nothing", async () => {
    const clerk = await emailOf(await addAccount(database, "clerk"));
    const args = ["keys", "create", "--name", "Shop", "--account", clerk, "--scope", "admin"];
    const { code, stderr } = await run(args);
    expect(stderr).toBe(
      `Account ${clerk} is a clerk, whose keys have at most scope write; use that scope or another account.\n`,
    );
    expect([code, await database.db.apiKey.count()]).toEqual([1, 0]);
  });

  it.each([
    [["--name", "  "], "must have 1 to 200 characters after trimming"],
    [["--name", "a\nb"], "must not contain control characters"],
    [["--name", "Shop", "--scope", "root"], "Allowed choices are read, write, admin"],
    [[], "required option '--name <name>' not specified"],
  ])("refuses %j with exit code 2; creates nothing", async (args, message) => {
    const { code, stderr } = await run(["keys", "create", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await database.db.apiKey.count()).toBe(0);
  });

  it("creates a staging key in the staging environment", async () => {
    const { stdout } = await run(["keys", "create", "--name", "Shop"], { env: { ENVIRONMENT: "staging" } });
    expect(stdout).toMatch(/^pets_test_/);
  });
});

describe("petstore keys list", () => {
  const column = (stdout: string, from: string, to?: string) => {
    const [head = "", ...rows] = stdout.trimEnd().split("\n");
    return rows.map((row) => row.slice(head.indexOf(from), to === undefined ? undefined : head.indexOf(to)).trim());
  };

  it("aligns its columns and shows each key's state and account", async () => {
    for (const name of ["Active", "Ended", "Revoked"]) await run(["keys", "create", "--name", name, "--expires", "1d"]);
    await database.pool.query("UPDATE api_key SET expires_at = now() WHERE name = 'Ended'");
    await run(["keys", "revoke", "3"]);
    const { stdout } = await run(["keys", "list"]);
    expect(stdout).toMatch(/^ID +KEY +SCOPE +STATUS +CREATED +LAST USED +EXPIRES +DEPRECATED +ACCOUNT +NAME\n/);
    expect(column(stdout, "STATUS", "CREATED")).toEqual(["active", "expired", "revoked"]);
    expect(column(stdout, "ACCOUNT", "NAME")).toEqual([email, email, email]);
    expect(column(stdout, "NAME")).toEqual(["Active", "Ended", "Revoked"]);
    expect(stdout).toMatch(/pets_live_….{4} /);
  });

  it("sums up the deprecated calls of the last 30 days, and lists those of 90 with --json", async () => {
    await create();
    await create();
    await database.pool.query(
      `INSERT INTO deprecated_use SELECT 1, (now() AT TIME ZONE 'UTC')::date - ago, operation, 1000
       FROM unnest(ARRAY[0, 0, 29, 30], ARRAY['getPet', 'other', 'getPet', 'getPet']) AS used (ago, operation)`,
    );
    expect(column((await run(["keys", "list"])).stdout, "DEPRECATED", "ACCOUNT")).toEqual(["3,000", "0"]);
    const [first, second] = await list();
    expect(first.deprecatedCalls).toHaveLength(4);
    expect(first.deprecatedCalls[3]).toEqual({ date: expect.any(String), operationId: "getPet", count: 1000 });
    expect(second.deprecatedCalls).toEqual([]);
  });

  it("says how to create a key if there are none", async () => {
    expect((await run(["keys", "list"])).stdout).toBe(
      "There are no keys yet; `petstore keys create --name NAME` creates one.\n",
    );
  });

  it("prints an array with --json: keys as in the API, with their state", async () => {
    const { key: _key, ...made } = await create();
    expect(await list()).toEqual([{ ...made, status: "active" }]);
  });
});

describe("petstore keys revoke", () => {
  it("reports and records the revocation", async () => {
    const { key: _key, ...before } = await create();
    const { code, stdout } = await run(["keys", "revoke", "1"]);
    expect(stdout).toBe(`Key 1 "Shop" (pets_live_…${before.lastFour}) is revoked and refused from now on.\n`);
    expect(code).toBe(0);
    const { revokedAt } = await database.db.apiKey.findFirstOrThrow();
    const after = { ...before, revokedAt: revokedAt?.toISOString() };
    expect(await eventsOf(1)).toMatchObject([{ actorKind: "system", action: "api_key.revoke", before, after }]);
  });

  it("reports when a key was already revoked and leaves it unchanged", async () => {
    await create();
    await database.pool.query("UPDATE api_key SET revoked_at = '2026-01-02T03:04:05Z'");
    const { code, stdout } = await run(["keys", "revoke", "1"]);
    expect(stdout).toContain("was already revoked on 2026-01-02 03:04 UTC.");
    expect(code).toBe(0);
    expect((await database.db.apiKey.findFirstOrThrow()).revokedAt).toEqual(new Date("2026-01-02T03:04:05Z"));
  });

  it.each(["revoke", "rotate"])("refuses an unknown id: %s", async (command) => {
    const { code, stderr } = await run(["keys", command, "77"]);
    expect(stderr).toBe("There is no key 77; `petstore keys list` shows all keys.\n");
    expect(code).toBe(1);
  });

  it.each(["x", "0", "1.5", "9007199254740993"])("refuses %s as an id", async (id) => {
    const { code, stderr } = await run(["keys", "revoke", id]);
    expect(stderr).toContain("must be an integer from 1 to 9007199254740991");
    expect(code).toBe(2);
  });
});

describe("petstore keys revoke of a key with children", () => {
  /** Key 1 made key 2, which made key 3. Nobody made key 4. */
  const arrange = async () => {
    for (const _ of [1, 2, 3, 4]) await create();
    await database.pool.query("UPDATE api_key SET parent_id = id - 1 WHERE id IN (2, 3)");
  };
  const states = async () => (await list()).map(({ status }: { status: string }) => status);
  const lineOf = async (id: number, outcome: string) => {
    const { lastFour } = await database.db.apiKey.findUniqueOrThrow({ where: { id } });
    return `Key ${id} "Shop" (pets_live_…${lastFour}) ${outcome}.\n`;
  };
  const linesOf = async (outcome: string, ...ids: number[]) =>
    (await Promise.all(ids.map((id) => lineOf(id, outcome)))).join("");

  it("leaves the children valid, or revokes them with --descendants and an audit event each", async () => {
    await arrange();
    expect((await run(["keys", "revoke", "1"])).stdout).toBe(await linesOf("is revoked and refused from now on", 1));
    expect(await states()).toEqual(["revoked", "active", "active", "active"]);
    const { code, stdout } = await run(["keys", "revoke", "2", "--descendants"]);
    expect([code, stdout]).toEqual([0, await linesOf("is revoked and refused from now on", 2, 3)]);
    expect(await states()).toEqual(["revoked", "revoked", "revoked", "active"]);
    for (const id of [2, 3])
      expect(await eventsOf(id)).toMatchObject([{ actorKind: "system", action: "api_key.revoke" }]);
  });

  it("shows the descendants with --dry-run, and revokes nothing", async () => {
    await arrange();
    const { code, stdout } = await run(["keys", "revoke", "1", "--descendants", "--dry-run"]);
    expect([code, stdout]).toEqual([0, await linesOf("would be revoked", 1, 2, 3)]);
    expect(await states()).toEqual(["active", "active", "active", "active"]);
  });

  it("prints an array with --json and --descendants", async () => {
    await arrange();
    const { stdout } = await run(["keys", "revoke", "1", "--descendants", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([1, 2, 3].map((id) => ({ id, status: "revoked" })));
  });

  it("passes the children of a rotated key on to the new one", async () => {
    await arrange();
    await run(["keys", "rotate", "2"]);
    const parents = (await list()).map(({ id, parentId }: { id: number; parentId: number | null }) => [id, parentId]);
    expect(parents).toEqual([
      [1, null],
      [2, 1],
      [3, 5],
      [4, null],
      [5, 1],
    ]);
  });
});

describe("petstore keys rotate", () => {
  it("creates a key with the same settings and expires the old one at once", async () => {
    const { name, scope, createdBy, expiresAt } = await create("--scope", "write", "--expires", "90d");
    const { code, stdout } = await run(["keys", "rotate", "1"]);
    const [key = "", ...lines] = stdout.split("\n");
    expect(isWellFormedApiKey(key, "production")).toBe(true);
    expect(lines).toEqual([
      "",
      `Key 2 "Shop" of ${email}, scope write, until ${expiresAt.slice(0, 16).replace("T", " ")} UTC.`,
      "It replaces key 1, which is refused from now on.",
      "Save it now: it is not stored and will not be shown again.",
      "",
    ]);
    const keys = await list();
    expect(keys).toMatchObject([{ status: "expired" }, { name, scope, createdBy, expiresAt, status: "active" }]);
    expect(code).toBe(0);
  });

  it("keeps the old key valid for --overlap and reports its expiry", async () => {
    const { key: _key, ...before } = await create();
    const { stdout } = await run(["keys", "rotate", "1", "--overlap", "1h"]);
    const [{ status: _status, ...after }] = await list();
    const time = after.expiresAt.slice(0, 16).replace("T", " ");
    expect(stdout).toContain(`It replaces key 1, which expires on ${time} UTC.`);
    expect(Math.abs(Date.parse(after.expiresAt) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(await eventsOf(1)).toMatchObject([{ actorKind: "system", action: "api_key.rotate", before, after }]);
    expect(await eventsOf(2)).toMatchObject([{ actorKind: "system", action: "api_key.create", before: null }]);
  });

  it("prints one JSON object with --json", async () => {
    const { createdBy } = await create();
    expect(JSON.parse((await run(["keys", "rotate", "1", "--json"])).stdout)).toMatchObject({
      ...{ id: 2, name: "Shop", createdBy, key: expect.stringMatching(/^pets_live_/) },
    });
  });

  it.each([
    ["revoked", "UPDATE api_key SET revoked_at = now()"],
    ["expired", "UPDATE api_key SET expires_at = now()"],
  ])("refuses a key that is %s; creates nothing", async (state, sql) => {
    await create();
    await database.pool.query(sql);
    const { code, stderr } = await run(["keys", "rotate", "1"]);
    expect(stderr).toBe(`Key 1 is ${state}; create another with \`petstore keys create\`.\n`);
    expect([code, await database.db.apiKey.count()]).toEqual([1, 1]);
  });

  it.each(["5", "8d", "1y"])("refuses --overlap %s and names the rule", async (overlap) => {
    const { code, stderr } = await run(["keys", "rotate", "1", "--overlap", overlap]);
    expect(stderr).toContain("for example 30m, 12h, 90d or 52w, and at most a week.");
    expect(code).toBe(2);
  });
});
