import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "./support/test-api.js";

const document = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
const readiness = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n";
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

describe("a hostile connection", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  it.each([
    [
      "spaces in a header field of an unknown method",
      `BREW / HTTP/1.1\r\nHost: x\r\nx-request-id:${" ".repeat(2_500)}\nfoo: bar\r\n\r\n`,
    ],
    [
      "a long body with a bad chunk size",
      `POST /v1/pets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nea60\r\n${"a".repeat(60_000)}\r\nzz\r\n`,
    ],
    ["64 KB of letters", "a".repeat(65_536)],
    ["64 KB of line breaks and words", "a \n".repeat(21_845)],
  ])("does not block the event loop with %s", async (_what, packet) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const answers = await api.sendBytes(packet);
    delay.disable();
    expect(statusesOf(answers).at(-1)).toBeGreaterThanOrEqual(400);
    expect(delay.max / 1e6).toBeLessThan(1_000);
  });

  it("does not crash the process with CONNECT after a request and a reset", async () => {
    for (let round = 0; round < 300; round++) {
      const socket = await open();
      socket.write(`${readiness}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
      await wait(round % 4);
      socket.resetAndDestroy();
    }
    expect((await api.send("GET /healthz")).status).toBe(200);
  });

  it("gets a response to a request with Upgrade, which is ignored, and is then closed", async () => {
    const upgrade = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const answers = await api.sendBytes(upgrade);
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answers).toMatch(/^Connection: close\r$/m);
  });

  it("takes little memory for 1,463 pipelined requests with unread responses", async () => {
    await api.sendBytes(document.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    const before = process.memoryUsage.rss();
    const socket = await open();
    socket.pause();
    socket.write(document.repeat(1_463));
    await wait(1_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
    socket.destroy();
    expect((await api.send("GET /healthz")).status).toBe(200);
  });

  it("gets 1,463 responses to 1,463 pipelined requests", async () => {
    const ask = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    const close = ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    expect(statusesOf(await api.sendBytes(ask.repeat(1_462) + close))).toEqual(Array(1_463).fill(200));
  });

  it("leaves no timer after a reset, and logs every request", async () => {
    await wait(1_000);
    const [timersBefore, logged] = [timers(), api.logged.length];
    let received = 0;
    const count = () => void (received += 1);
    api.server.on("request", count);
    const requestFor = (name: string) =>
      `GET /v1/pets?q=${name} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\n\r\n`;
    const request = requestFor("a");
    for (let round = 0; round < 20; round++) {
      const socket = await open();
      // Each target is new, so that none of the responses comes from the cache.
      socket.write(Array.from({ length: 100 }, (_, at) => requestFor(`${round}-${at}`)).join(""));
      await wait(round % 5);
      socket.resetAndDestroy();
    }
    // Requests of the broken connections may still run, and use up the key's share for a moment.
    const send = () => api.sendBytes(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    await expect.poll(async () => statusesOf(await send()), { timeout: 10_000 }).toEqual([200]);
    // A connection to the database that the flood has opened keeps a timer until it has been idle for 30 s.
    await expect.poll(timers, { timeout: 60_000 }).toBeLessThanOrEqual(timersBefore + 2);
    const lines = api.logged.slice(logged).filter(({ msg }) => msg === "request");
    // The server does not read bytes that arrive together with the reset, nor bytes after a slice whose requests are
    // waiting.
    expect(lines.length).toBe(received);
    expect(received).toBeGreaterThan(20);
    api.server.off("request", count);
  });
});

describe("a flood of connections", () => {
  it("lets the networks of clients take turns, and treats IPv4-mapped addresses as IPv4", async () => {
    const api = await createTestApi();
    const kept = connect(Number(new URL(api.origin).port), "127.0.0.1");
    await once(kept, "connect");
    await expect.poll(() => new Promise((resolve) => api.server.getConnections((_, count) => resolve(count)))).toBe(1);
    // Node reports each connection that it refuses. The reports come in the order in which the connections are
    // admitted.
    api.server.maxConnections = 1;
    const order: (string | undefined)[] = [];
    api.server.on("drop", (drop) => void order.push(drop?.remoteAddress));
    const handle = Reflect.get(api.server, "_handle") as { onconnection: (status: number, client: object) => void };
    const arrive = (address: string) => {
      const getpeername = (out: { address?: string }) => void (out.address = address);
      handle.onconnection(0, { getpeername, close: () => {} });
    };
    for (let turn = 0; turn < 8; turn += 1) {
      arrive("before");
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "2001:db8::2", "192.0.2.2"]) arrive(address);
    await expect.poll(() => order.length).toBe(13);
    expect(order.slice(8)).toEqual(["192.0.2.1", "2001:db8::1", "192.0.2.2", "::ffff:192.0.2.1", "2001:db8::2"]);
    kept.destroy();
    await api.close();
  });
});
