import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { from } from "pg-copy-streams";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createConnectionWatchdog } from "./connection-watchdog.js";
import { isDatabaseUnavailable } from "./errors.js";
import { openPools } from "./open-database.js";
import { openPrisma } from "./prisma-client.js";

type Pools = ReturnType<typeof openPools>;

/**
 * Returns the first message in PostgreSQL's protocol: a byte for its type, then its length (which includes the length
 * field), then its content.
 */
const firstMessage = (bytes: Buffer) => bytes.subarray(0, 1 + bytes.readUInt32BE(1));

/**
 * Creates a proxy to PostgreSQL. It can make the open connections silent, at once or after their next message. Later
 * connections work.
 */
const createProxy = async (path: string) => {
  const sockets = new Set<Socket>();
  const frozen = new Set<Socket>();
  const freezing = new Set<Socket>();
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (data) => {
      if (frozen.has(from)) return;
      const isLast = freezing.has(from);
      to.write(isLast ? firstMessage(data) : data);
      if (isLast) frozen.add(from).add(to);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => frozen.has(from) || to.destroy());
  };
  const server: Server = createServer((client) => {
    const upstream = connect(path);
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => sockets.forEach((socket) => frozen.add(socket)),
    freezeBehindNextMessage: () => sockets.forEach((socket) => freezing.add(socket)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

describe("a silent database connection", () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof createProxy>>;
  let pools: Pools;
  let logged: string[];
  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await createProxy(`${database.connection.host}/.s.PGSQL.5432`);
    logged = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line).msg as string) });
    pools = openPools({ ...database.connection, host: "127.0.0.1", port: proxy.port }, log);
  });
  afterEach(async () => {
    await Promise.all([pools.changes.end(), pools.reads.end()]);
    await proxy.close();
    await database.drop();
  });

  it.each(["changes", "reads"] as const)("is closed, and %s continue over a new one", async (name) => {
    await pools[name].query("SELECT 1");
    proxy.freeze();
    const error: unknown = await pools[name].query("SELECT 2").catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await pools[name].query("SELECT 3 AS three")).rows).toEqual([{ three: 3 }]);
    expect(logged).toContain("A database connection has gone silent; it is closed.");
  });

  it("is closed in the middle of a statement, long before its deadline", async () => {
    await pools.changes.query("SELECT 1");
    proxy.freezeBehindNextMessage();
    const running = pools.changes.query({ name: "two", text: "SELECT 2", values: [] });
    const deadline = setTimeout(15_000, "its deadline");
    expect(isDatabaseUnavailable(await Promise.race([running.catch((caught: unknown) => caught), deadline]))).toBe(
      true,
    );
    expect((await pools.changes.query("SELECT 3 AS three")).rows).toEqual([{ three: 3 }]);
  });

  it("is closed inside a transaction, which writes nothing", async () => {
    const client = await pools.changes.connect();
    await client.query("BEGIN");
    await client.query("INSERT INTO category (id) VALUES (1)");
    proxy.freeze();
    const error: unknown = await client.query("COMMIT; SELECT pg_sleep(0)").catch((caught: unknown) => caught);
    client.release(true);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await database.db.category.count()).toBe(0);
  });

  it("fails Prisma's COMMIT as an unavailable database", async () => {
    const db = openPrisma(pools.changes, "public");
    const error: unknown = await db
      .$transaction(async (tx) => {
        await tx.category.create({ data: { id: 1 } });
        proxy.freeze();
      })
      .catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await db.$disconnect();
  });

  it("is distinguished from a COPY whose rows arrive late", async () => {
    const client = await pools.changes.connect();
    const rows = client.query(from("COPY category (id) FROM STDIN"));
    rows.write("1\n");
    await setTimeout(8_000);
    rows.end("2\n");
    await finished(rows);
    client.release();
    expect(await database.db.category.count()).toBe(2);
    expect(logged).toEqual([]);
  });

  it("is distinguished from a slow statement", async () => {
    const { rows } = await pools.changes.query("SELECT 1 AS one FROM pg_sleep(4)");
    expect(rows).toEqual([{ one: 1 }]);
    expect(logged).toEqual([]);
  });
});

describe("when the whole path to the database is silent", () => {
  it("closes a silent connection long before its deadline, and keeps an answered one", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void sockets.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const startedAt = performance.now();
    const cuts: string[] = [];
    const whys: unknown[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void whys.push(JSON.parse(line).why) });
    const watchdog = createConnectionWatchdog({ host: "127.0.0.1", port, user: "petstore" }, Infinity, log, 1);
    const watch = (name: string, silentSince: () => number | undefined) =>
      watchdog.watch({ processId: 1, silentSince, cut: () => void cuts.push(name) });
    watch("talks", () => performance.now());
    watch("rests", () => undefined);
    watch("is silent", () => startedAt);
    await expect.poll(() => cuts).toEqual(["is silent"]);
    expect(whys).toEqual(["the database cannot be reached"]);
    watchdog.close();
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await once(server, "close");
  });

  it("does not close a connection while the server answers, even with a refusal", async () => {
    const database = await createTestDatabase();
    const connection = { ...database.connection, user: "nobody" };
    const cuts: string[] = [];
    const watchdog = createConnectionWatchdog(connection, Infinity, pino({ level: "silent" }), 1);
    let asked = 0;
    const startedAt = performance.now();
    const silentSince = () => {
      asked += 1;
      return startedAt;
    };
    watchdog.watch({ processId: 1, silentSince, cut: () => void cuts.push("cut") });
    // The watchdog has checked several times since the connection became suspicious.
    await expect.poll(() => asked).toBeGreaterThan(20);
    expect(cuts).toEqual([]);
    watchdog.close();
    await database.drop();
  });
});
