import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../test/support/test-database.js";
import { migrate } from "./migrate.js";
import { prismaDirectory } from "./migrations.js";

const MIGRATION = "20261121150000_session_hashes";
const log = pino({ level: "silent" });

it("the migration to session hashes deletes only sessions, their keys and the cookie secret", async () => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-earlier-"));
  const isEarlier = (path: string) => (/migrations\/(\d{14}_\w+)/.exec(path)?.[1] ?? "") < MIGRATION;
  await cp(prismaDirectory, folder, { recursive: true, filter: (_source, target) => isEarlier(target) });
  const database = await createTestDatabase("template1");
  await migrate(database.connection, log, folder);
  await rm(folder, { recursive: true });
  await database.pool.query(`
    INSERT INTO account (id, email, name, role) VALUES (1, 'ann@petstore.test', 'Ann', 'owner');
    INSERT INTO session (id, account_id, token, expires_at) VALUES (1, 1, 'a plain token', now() + '1 day');
    INSERT INTO session_key VALUES (sha256('1'), 1, 'read', now() + '1 h');
    INSERT INTO service_secret VALUES ('auth', sha256('auth')), ('cursor', sha256('cursor'))`);
  await migrate(database.connection, log);
  const { db } = database;
  expect([await db.session.count(), await db.sessionKey.count(), await db.account.count()]).toEqual([0, 0, 1]);
  expect(await db.serviceSecret.findMany()).toMatchObject([{ name: "cursor" }]);
  await database.drop();
});
