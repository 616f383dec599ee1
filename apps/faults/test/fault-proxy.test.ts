import { once } from "node:events";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { type FaultProxy, openBytesProxy, openFaultProxy } from "../src/proxy/fault-proxy.js";
import { bandwidth, cut, frozen, latency, refused, reset, timeOut } from "../src/proxy/toxics.js";
import { type Postgres, startPostgres, storeDatabase, urlOf } from "../src/store/postgres.js";
import { makeFolder } from "../src/store/store.js";

const PENDING = "pending";
/** This is longer than any response takes when there is no fault. */
const PATIENCE_MS = 1_500;

describe("the fault proxy", () => {
  const whole = createCleanup();
  let own = createCleanup();
  let postgres: Postgres;
  let proxy: FaultProxy;

  beforeAll(async () => {
    postgres = await startPostgres(await makeFolder(whole), whole);
    await postgres.query(storeDatabase, "CREATE TABLE note (text text); ALTER TABLE note OWNER TO petstore");
  });
  afterAll(() => whole.all());
  beforeEach(async () => {
    own = createCleanup();
    proxy = await openFaultProxy(postgres.socketPath);
    own.add(() => proxy.close());
    await postgres.query(storeDatabase, "TRUNCATE note");
  });
  afterEach(() => own.all());

  const newClient = () => {
    const client = new Client({ connectionString: urlOf(proxy.port, storeDatabase) });
    client.on("error", () => {});
    // The proxy is closed first, because end() never resolves on a frozen connection.
    own.add(() => void client.end().catch(() => {}));
    return client;
  };
  const connect = async () => {
    const client = newClient();
    await client.connect();
    return client;
  };
  /** Returns "done", the code or message of the error, or "pending". */
  const outcome = (work: Promise<unknown>) => {
    const settled = work.then(
      () => "done",
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    return Promise.race([settled, sleep(PATIENCE_MS).then(() => PENDING)]);
  };
  const notes = async () => (await postgres.query<{ text: string }>(storeDatabase, "SELECT text FROM note")).length;

  it("forwards all messages without a fault, even large ones", async () => {
    const client = await connect();
    const large = "x".repeat(3_000_000);
    const { rows } = await client.query<{ text: string }>("SELECT $1::text AS text", [large]);
    expect(rows[0]?.text).toBe(large);
  });

  it("at connect, it closes open connections, and leaves new ones without a response", async () => {
    const before = await connect();
    await proxy.poison(timeOut(60_000), "connect");
    expect(await outcome(newClient().connect())).toBe(PENDING);
    expect(await outcome(before.query("SELECT 1"))).not.toBe("done");
  });

  it("at query, it lets a client connect, but leaves its statement without a response", async () => {
    await proxy.poison(timeOut(60_000), "query");
    const client = await connect();
    expect(proxy.hits()).toBe(0);
    expect(await outcome(client.query("SELECT 1"))).toBe(PENDING);
    expect(proxy.hits()).toBe(1);
  });

  it("at commit, it answers the statements before the COMMIT", async () => {
    await proxy.poison(timeOut(60_000), "commit");
    const client = await connect();
    for (const sql of ["BEGIN", "INSERT INTO note VALUES ('x')", "SELECT 1"]) {
      expect(await outcome(client.query(sql))).toBe("done");
    }
    expect(proxy.hits()).toBe(0);
    expect(await outcome(client.query("COMMIT"))).toBe(PENDING);
    expect(proxy.hits()).toBe(1);
  });

  it("delivers every second COMMIT, all of whose responses are lost", async () => {
    await proxy.poison(reset, "commit");
    for (let at = 0; at < 4; at += 1) {
      const client = await connect();
      expect(await outcome(client.query("INSERT INTO note VALUES ('x')"))).not.toBe("done");
    }
    await expect.poll(notes).toBe(2);
  });

  it("delays responses by latency and bandwidth, but delivers them whole", async () => {
    const client = await connect();
    for (const toxic of [latency(300), bandwidth(400)]) {
      await proxy.poison(toxic, "query");
      const startedAt = performance.now();
      const { rows } = await client.query<{ text: string }>("SELECT repeat('x', 100) AS text");
      expect(rows[0]?.text).toHaveLength(100);
      expect(performance.now() - startedAt).toBeGreaterThan(250);
    }
  });

  it.each([
    ["reset", reset, "ECONNRESET"],
    ["cut", cut, "Connection terminated unexpectedly"],
    ["time-out", timeOut(200), "Connection terminated unexpectedly"],
  ])("closes the connection with %s, and serves new ones after heal", async (_name, toxic, error) => {
    const client = await connect();
    await proxy.poison(toxic, "query");
    expect(await outcome(client.query("SELECT 1"))).toBe(error);
    await proxy.heal();
    expect(await outcome((await connect()).query("SELECT 1"))).toBe("done");
  });

  it("leaves a frozen connection silent, and serves new ones", async () => {
    const client = await connect();
    await proxy.poison(frozen, "query");
    expect(await outcome(client.query("SELECT 1"))).toBe(PENDING);
    await proxy.heal();
    expect(await outcome(client.query("SELECT 1"))).toBe(PENDING);
    expect(await outcome((await connect()).query("SELECT 1"))).toBe("done");
    const other = await connect();
    proxy.freezeAll();
    expect(await outcome(other.query("SELECT 1"))).toBe(PENDING);
  });

  it("leaves held connections silent after heal, and serves new ones", async () => {
    const before = await connect();
    expect(proxy.hold()).toBe(1);
    const during = newClient().connect();
    expect(await outcome(before.query("SELECT 1"))).toBe(PENDING);
    await proxy.heal();
    expect(await outcome((await connect()).query("SELECT 1"))).toBe("done");
    expect(await Promise.all([outcome(before.query("SELECT 1")), outcome(during)])).toEqual([PENDING, PENDING]);
  });

  it("passes the bytes of any protocol in both directions", async () => {
    const echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
    own.add(() => void echo.close());
    await once(echo, "listening");
    const bytes = await openBytesProxy(0, (echo.address() as AddressInfo).port, own);
    const socket = createConnection(bytes.port, "127.0.0.1");
    own.add(() => void socket.destroy());
    socket.write("not PostgreSQL's");
    expect(String((await once(socket, "data"))[0])).toBe("not PostgreSQL's");
  });

  it("delivers held bytes on release", async () => {
    const client = await connect();
    proxy.hold();
    const late = client.query("INSERT INTO note VALUES ('late')");
    expect(await outcome(late)).toBe(PENDING);
    expect(await outcome(newClient().connect())).toBe(PENDING);
    proxy.release();
    await late;
    expect(await notes()).toBe(1);
  });

  it("refuses connections, and listens on the same port after heal", async () => {
    await proxy.poison(refused, "connect");
    expect(await outcome(newClient().connect())).toBe("ECONNREFUSED");
    await proxy.heal();
    expect(await outcome((await connect()).query("SELECT 1"))).toBe("done");
  });
});
