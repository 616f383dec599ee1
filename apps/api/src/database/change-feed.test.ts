import { Client } from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "../../test/support/test-database.js";
import { openChangeFeed, type WatchedChangeFeed } from "./change-feed.js";

const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 20_000, interval: 5 });

describe("openChangeFeed", () => {
  let database: TestDatabase;
  let feed: WatchedChangeFeed;
  let received: number;
  let logged: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
    received = 0;
    logged = [];
    const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line).msg as string) });
    feed = openChangeFeed(database.connection, log);
    feed.subscribe("petstore_credentials", () => (received += 1));
    await until(() => feed.isCurrent());
  });
  afterEach(async () => {
    await feed.close();
    await database.drop();
  });

  const listener = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
    );
    return rows.map(({ pid }) => pid);
  };

  const addKey = async () => {
    const account = await database.db.account.create({ data: { email: "a@petstore.test", name: "A", role: "owner" } });
    return database.db.apiKey.create({
      data: {
        accountId: account.id,
        name: "k",
        scope: "read",
        hash: new Uint8Array(32),
        prefix: "p",
        lastFour: "abcd",
      },
    });
  };

  it("counts and logs the loss of its connection once, and does not count its own closing", async () => {
    expect(feed.stats()).toMatchObject({ isCurrent: true, losses: 0 });
    const [pid] = await listener();
    await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
    await until(() => logged.length === 2 && feed.isCurrent());
    expect([feed.stats().losses, logged[0]]).toEqual([1, expect.stringContaining("lost the database")]);
    await feed.close();
    expect([feed.stats().losses, logged.length]).toEqual([1, 2]);
  });

  it("catchUp resolves after all earlier commits are received, for many callers at once", async () => {
    const { id } = await addKey();
    await feed.catchUp();
    for (let turn = 0; turn < 5; turn += 1) {
      const before = received;
      await database.db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
      await Promise.all(Array.from({ length: 50 }, () => feed.catchUp()));
      expect(received).toBeGreaterThan(before);
    }
  });

  it("catchUp resolves at once while the feed is lost or closed", async () => {
    await feed.close();
    await until(() => !feed.isCurrent());
    await feed.catchUp();
  });

  it("notifies of a revoked key, a changed account and a deleted session key", async () => {
    const { id, accountId } = await addKey();
    const changes = [
      () => database.db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } }),
      () => database.db.account.update({ where: { id: accountId }, data: { role: "clerk" } }),
      async () => {
        const session = { accountId, token: "0".repeat(64), expiresAt: new Date(Date.now() + 60_000) };
        const keys = { create: { hash: new Uint8Array(32), scope: "read" as const, expiresAt: session.expiresAt } };
        await database.db.session.create({ data: { ...session, keys } });
        await database.db.session.deleteMany();
      },
    ];
    for (const change of changes) {
      const before = received;
      await change();
      await until(() => received > before);
    }
  });

  it("does not notify of a new key or of a key's last use", async () => {
    const before = received;
    const { id } = await addKey();
    await database.db.apiKey.update({ where: { id }, data: { lastUsedAt: new Date() } });
    // Notifications arrive in the order of their commits.
    await database.db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await until(() => received > before);
    expect(received).toBe(before + 1);
  });

  it("notifies of changes with session_replication_role = replica, which imports set", async () => {
    const { id } = await addKey();
    const before = received;
    const client = new Client({ ...database.connection, user: "postgres" });
    await client.connect();
    await client.query("SET session_replication_role = replica");
    await client.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [id]);
    await client.end();
    await until(() => received > before);
  });

  it("reconnects when its connection is cut, and notifies that changes may be missing", async () => {
    const before = received;
    const [pid] = await listener();
    await queryAsSuperuser(`SELECT pg_terminate_backend(${pid})`);
    await until(() => !feed.isCurrent());
    await until(() => feed.isCurrent());
    expect(received).toBeGreaterThan(before);
    expect(await listener()).not.toContain(pid);
    expect(logged).toEqual([
      "The change feed lost the database; until it reconnects, no key and no response is cached.",
      "The change feed is connected to the database again.",
    ]);
  });

  it("is not current while its open connection is silent", async () => {
    const [pid = 0] = await listener();
    process.kill(pid, "SIGSTOP");
    try {
      await until(() => !feed.isCurrent());
      // A new connection takes the place of the frozen one.
      await until(() => feed.isCurrent());
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  it("is current for a second from the sending of a ping, and not from its return", async () => {
    const [pid = 0] = await listener();
    let now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    try {
      await feed.catchUp();
      process.kill(pid, "SIGSTOP");
      const caughtUp = feed.catchUp();
      // The ping is sent in this event-loop turn.
      await new Promise((resolve) => setImmediate(resolve));
      now += 999;
      process.kill(pid, "SIGCONT");
      await caughtUp;
      now += 1;
      expect(feed.isCurrent()).toBe(false);
    } finally {
      clock.mockRestore();
      process.kill(pid, "SIGCONT");
    }
  });

  it("closes even without a server, and while the server is frozen", async () => {
    const nowhere = openChangeFeed({ host: "/nonexistent" }, pino({ level: "silent" }));
    await nowhere.close();
    const [pid = 0] = await listener();
    process.kill(pid, "SIGSTOP");
    await feed.close();
    process.kill(pid, "SIGCONT");
    expect(feed.isCurrent()).toBe(false);
  });
});
