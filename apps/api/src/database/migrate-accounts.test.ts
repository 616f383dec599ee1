import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { migrate } from "./migrate.js";
import { prismaDirectory } from "./migrations.js";

const MIGRATION = "20261121080000_accounts_and_audit";
const log = pino({ level: "silent" });

/** Creates a store with the schema from before the migration. */
const createEarlierStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-earlier-"));
  const isEarlier = (path: string) => (/migrations\/(\d{14}_\w+)/.exec(path)?.[1] ?? "") < MIGRATION;
  await cp(prismaDirectory, folder, { recursive: true, filter: (_source, target) => isEarlier(target) });
  const database = await createTestDatabase("template1");
  await migrate(database.connection, log, folder);
  await rm(folder, { recursive: true });
  return database;
};

describe("the migration to accounts", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEarlierStore();
    await database.pool.query(`
      INSERT INTO api_key (id, name, scope, hash, prefix, last_four, created_by, created_at, revoked_at) VALUES
        (1, 'First key', 'admin', sha256('1'), 'pets_live_', 'abcd', 'first start', '2026-01-01T00:00:00Z', NULL),
        (2, 'Shop', 'write', sha256('2'), 'pets_live_', 'efgh', 'command line (ann)', '2026-02-01T00:00:00Z', now());
      INSERT INTO stored_outcome (api_key_id, idempotency_key, fingerprint, status, headers, body, expires_at) VALUES
        (1, 'both', sha256('a'), 201, '{}', 'earlier', now()), (2, 'both', sha256('b'), 201, '{}', 'later', now() + '1 h'),
        (2, 'one', sha256('c'), 409, '{}', 'one', now())`);
    await migrate(database.connection, log);
  });
  afterAll(() => database.drop());

  it("gives existing keys to an owner without a password", async () => {
    const accounts = await database.db.account.findMany({ include: { apiKeys: true, credentials: true } });
    expect(accounts).toMatchObject([{ email: "owner@petstore.internal", role: "owner", credentials: [] }]);
    expect(accounts[0]?.apiKeys.map(({ id, revokedAt }) => [id, revokedAt === null])).toEqual([
      [1n, true],
      [2n, false],
    ]);
  });

  it("records in the audit trail who created the keys", async () => {
    const events = await database.db.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(
      events.map(({ at, actorName, action, subjectId }) => [
        at.toISOString().slice(0, 10),
        actorName,
        action,
        subjectId,
      ]),
    ).toEqual([
      [new Date().toISOString().slice(0, 10), "migration", "account.create", 1n],
      ["2026-01-01", "first start", "api_key.create", 1n],
      ["2026-02-01", "command line (ann)", "api_key.create", 2n],
    ]);
  });

  it("keeps stored outcomes, and only the later of two with the same Idempotency-Key", async () => {
    const outcomes = await database.db.storedOutcome.findMany({ orderBy: { idempotencyKey: "asc" } });
    expect(outcomes.map(({ accountId, idempotencyKey, body }) => [accountId, idempotencyKey, body])).toEqual([
      [1n, "both", "later"],
      [1n, "one", "one"],
    ]);
  });

  it("creates no account in a store without keys", async () => {
    const empty = await createEarlierStore();
    await migrate(empty.connection, log);
    expect(await empty.db.account.count()).toBe(0);
    await empty.drop();
  });
});
