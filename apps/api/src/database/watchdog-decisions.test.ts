import { setTimeout as wait } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { type ConnectionWatchdog, createConnectionWatchdog, type WatchedConnection } from "./connection-watchdog.js";

const DEADLINE_MS = 60_000;
const nowhere = { host: "127.0.0.1", port: 1, user: "x", database: "x" };

type Silent = WatchedConnection & { since: number | undefined; readonly cuts: number };

/** Returns a connection that has been silent since the given moment. */
const silentSince = (since: number | undefined, processId = 0): Silent => {
  let cuts = 0;
  return {
    since,
    processId,
    get cuts() {
      return cuts;
    },
    silentSince() {
      return this.since;
    },
    cut: () => void (cuts += 1),
  };
};

describe("the watchdog of connections", () => {
  let database: TestDatabase;
  let watchdog: ConnectionWatchdog;
  let why: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
  afterEach(() => {
    watchdog.close();
    vi.useRealTimers();
  });

  const open = (connection: ClientConfig = database.connection) => {
    why = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void why.push(JSON.parse(line).why as string) });
    watchdog = createConnectionWatchdog(connection, DEADLINE_MS, log);
  };
  const checks = (count: number) => vi.advanceTimersByTime(500 * count);
  /** PostgreSQL's responses to the watchdog arrive in real time, so this waits in real time too. */
  const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 10_000, interval: 5 });

  it("closes a connection once when its deadline passes, but only if a statement waits", () => {
    open();
    const [late, idle] = [silentSince(performance.now()), silentSince(undefined)];
    watchdog.watch(late);
    watchdog.watch(idle);
    checks(DEADLINE_MS / 500);
    expect(late.cuts).toBe(0);
    checks(4);
    expect([late.cuts, idle.cuts, why]).toEqual([1, 0, ["its deadline has passed"]]);
  });

  it("closes only connections that it watches, and none after it was closed itself", () => {
    open();
    const [gone, late] = [silentSince(performance.now()), silentSince(performance.now())];
    watchdog.watch(gone);
    watchdog.watch(late);
    watchdog.unwatch(gone);
    watchdog.close();
    checks(3 * (DEADLINE_MS / 500));
    expect([gone.cuts, late.cuts]).toEqual([0, 0]);
  });

  it("closes exactly the silent connections when the database has been unreachable for long", async () => {
    open(nowhere);
    const asked = vi.spyOn(Client.prototype, "connect");
    const silent = silentSince(performance.now());
    watchdog.watch(silent);
    checks(4);
    await until(() => asked.mock.results[0]?.value instanceof Promise);
    await asked.mock.results[0]?.value.catch(() => {});
    await wait(5);
    checks(10);
    const late = silentSince(performance.now());
    watchdog.watch(late);
    checks(5);
    expect(silent.cuts).toBe(0);
    checks(3);
    expect([silent.cuts, late.cuts, why]).toEqual([1, 0, ["the database cannot be reached"]]);
    asked.mockRestore();
  });

  it("starts to measure the time again once no connection is silent", async () => {
    open(nowhere);
    const asked = vi.spyOn(Client.prototype, "connect");
    const first = silentSince(performance.now());
    watchdog.watch(first);
    checks(4);
    await asked.mock.results[0]?.value.catch(() => {});
    await wait(5);
    first.since = undefined;
    checks(15);
    first.since = performance.now();
    // The connection has been silent for a long time, but the database has not been unreachable for as long.
    checks(17);
    expect(first.cuts).toBe(0);
    asked.mockRestore();
  });

  describe("with a connection for whose next message PostgreSQL waits", () => {
    let waiting: Client;
    let processId: number;
    beforeAll(async () => {
      waiting = new Client({ ...database.connection, application_name: "petstore" });
      await waiting.connect();
      processId = (await waiting.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid ?? 0;
      // A connection counts as waiting after it has been idle for a second.
      await wait(1_100);
    });
    afterAll(() => waiting.end());

    it("closes the connection, unless it has received a response in the meantime", async () => {
      open();
      const silent = silentSince(performance.now(), processId);
      const answered = silentSince(performance.now(), processId);
      const busy = silentSince(performance.now(), 0);
      for (const one of [silent, answered, busy]) watchdog.watch(one);
      checks(4);
      answered.since = performance.now();
      await until(() => silent.cuts === 1);
      expect([answered.cuts, busy.cuts, why]).toEqual([0, 0, ["PostgreSQL waits for its next message"]]);
    });

    it("checks again after an earlier check", async () => {
      open();
      const asked = vi.spyOn(Client.prototype, "end");
      watchdog.watch(silentSince(performance.now(), 0));
      checks(4);
      await until(() => asked.mock.calls.length === 1);
      await wait(5);
      const silent = silentSince(performance.now() - 3_000, processId);
      watchdog.watch(silent);
      await until(() => {
        checks(1);
        return silent.cuts === 1;
      });
      expect(why).toEqual(["PostgreSQL waits for its next message"]);
      asked.mockRestore();
    });
  });
});
