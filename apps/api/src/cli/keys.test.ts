import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { hashApiKey, isWellFormedApiKey } from "../api-key-format.js";
import { createTestShell } from "../../test/support/test-shell.js";

let database: TestDatabase;
let run: ReturnType<typeof createTestShell>;
beforeAll(async () => {
  database = await createTestDatabase();
  run = createTestShell(database.url);
});
beforeEach(() => database.pool.query("TRUNCATE api_key RESTART IDENTITY CASCADE"));
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const create = async (...args: string[]) =>
  JSON.parse((await run(["keys", "create", "--name", "Shop", "--json", ...args])).stdout);

describe("petstore keys create", () => {
  it("prints the key, once, and says so", async () => {
    const { code, stdout } = await run(["keys", "create", "--name", " Shop front "]);
    const [key = "", , sentence] = stdout.split("\n");
    expect(isWellFormedApiKey(key, "production")).toBe(true);
    expect(sentence).toBe('Key 1 "Shop front", scope read. Keep it now: it is not stored and is not shown again.');
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
    });
  });

  it.each([
    ["30m", DAY_MS / 48],
    ["12h", DAY_MS / 2],
    ["90d", 90 * DAY_MS],
    ["52w", 364 * DAY_MS],
  ])("lets a key end after %s", async (duration, ms) => {
    const { createdAt, expiresAt } = await create("--expires", duration);
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - ms)).toBeLessThan(10_000);
  });

  it.each(["5", "0d", "-1d", "1.5h", "5y", "99999999999d", ""])(
    "refuses --expires %j and says what it takes",
    async (duration) => {
      const { code, stderr } = await run(["keys", "create", "--name", "Shop", `--expires=${duration}`]);
      expect(stderr).toContain("such as 30m, 12h, 90d or 52w");
      expect(code).toBe(2);
    },
  );

  it("says who made it", async () => {
    await create();
    expect((await database.db.apiKey.findFirstOrThrow()).createdBy).toMatch(/^command line( \(.+\))?$/);
  });

  it.each([
    [["--name", "  "], "must have 1 to 200 characters, once trimmed"],
    [["--name", "a\nb"], "must hold no control characters"],
    [["--name", "Shop", "--scope", "root"], "Allowed choices are read, write, admin"],
    [[], "required option '--name <name>' not specified"],
  ])("refuses %j with exit code 2; nothing is made", async (args, message) => {
    const { code, stderr } = await run(["keys", "create", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await database.db.apiKey.count()).toBe(0);
  });

  it("makes a staging key in the staging environment", async () => {
    const { stdout } = await run(["keys", "create", "--name", "Shop"], { env: { ENVIRONMENT: "staging" } });
    expect(stdout).toMatch(/^pets_test_/);
  });
});

describe("petstore keys list", () => {
  it("aligns its columns and tells each key's state", async () => {
    for (const name of ["Active", "Ended", "Revoked"]) await run(["keys", "create", "--name", name, "--expires", "1d"]);
    await database.pool.query("UPDATE api_key SET expires_at = now() WHERE name = 'Ended'");
    await run(["keys", "revoke", "3"]);
    const [head = "", ...rows] = (await run(["keys", "list"])).stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ID +KEY +SCOPE +STATE +CREATED +LAST USED +EXPIRES +NAME$/);
    expect(rows.map((row) => row.slice(head.indexOf("STATE"), head.indexOf("CREATED")).trim())).toEqual([
      "active",
      "expired",
      "revoked",
    ]);
    expect(rows.map((row) => row.slice(head.indexOf("NAME")))).toEqual(["Active", "Ended", "Revoked"]);
    expect(rows[0]).toMatch(/pets_live_….{4} /);
  });

  it("says how to make one where there is none", async () => {
    expect((await run(["keys", "list"])).stdout).toBe(
      "There are no keys yet. `petstore keys create --name NAME` makes one.\n",
    );
  });

  it("prints an array with --json, without the hashes", async () => {
    await create();
    const keys = JSON.parse((await run(["keys", "list", "--json"])).stdout);
    expect(keys).toEqual([
      expect.objectContaining({ id: 1, name: "Shop", state: "active", revokedAt: null, lastUsedAt: null }),
    ]);
    expect(keys[0]).not.toHaveProperty("hash");
  });
});

describe("petstore keys revoke", () => {
  it("says what it revoked", async () => {
    const { lastFour } = await create();
    const { code, stdout } = await run(["keys", "revoke", "1"]);
    expect(stdout).toBe(`Key 1 "Shop" (pets_live_…${lastFour}) is revoked: it is refused from now on.\n`);
    expect(code).toBe(0);
    expect((await database.db.apiKey.findFirstOrThrow()).revokedAt).not.toBeNull();
  });

  it("says when a key was revoked already, and leaves that as it was", async () => {
    await create();
    await database.pool.query("UPDATE api_key SET revoked_at = '2026-01-02T03:04:05Z'");
    const { code, stdout } = await run(["keys", "revoke", "1"]);
    expect(stdout).toContain("was revoked already, on 2026-01-02 03:04 UTC.");
    expect(code).toBe(0);
    expect((await database.db.apiKey.findFirstOrThrow()).revokedAt).toEqual(new Date("2026-01-02T03:04:05Z"));
  });

  it("refuses an id that no key has", async () => {
    const { code, stderr } = await run(["keys", "revoke", "77"]);
    expect(stderr).toBe("There is no key 77: `petstore keys list` shows those there are.\n");
    expect(code).toBe(1);
  });

  it.each(["x", "0", "1.5", "9007199254740993"])("refuses %s as an id", async (id) => {
    const { code, stderr } = await run(["keys", "revoke", id]);
    expect(stderr).toContain("must be an integer from 1 to 9007199254740991");
    expect(code).toBe(2);
  });
});
