import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectionOf, trackConnections } from "./connections.js";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe("Connection", () => {
  let server: Server;
  let client: Socket;
  let received = "";
  let [started, ended]: [string[], string[]] = [[], []];
  let open: ServerResponse[] = [];

  const listen = async (limits?: Parameters<typeof trackConnections>[1]) => {
    // Per test: the connection of the previous test may close late.
    const record = { started: [] as string[], ended: [] as string[], open: [] as ServerResponse[] };
    ({ started, ended, open } = record);
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      record.started.push(request.url ?? "");
      connectionOf(request.socket).open(response, () => record.ended.push(request.url ?? ""));
      if (!response.destroyed) record.open.push(response);
    };
    server = createServer((request, response) => connectionOf(request.socket).accept({ request, response }, handle));
    trackConnections(server, limits);
    await once(server.listen(0, "127.0.0.1"), "listening");
    client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.on("data", (data) => (received += data.toString("latin1")));
    await once(client, "connect");
  };
  beforeEach(() => {
    received = "";
  });
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

  it("has at most 16 requests in flight and answers all in order", async () => {
    await listen();
    client.write(paths(1_000).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    client.write(get("/1000"));
    while (started.length < 1_001) {
      expect(started.length - ended.length).toBeLessThanOrEqual(16);
      for (const response of open.splice(0)) response.end("x");
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const response of open.splice(0)) response.end("x");
    await expect.poll(() => received.split("HTTP/1.1 200").length - 1).toBe(1_001);
    expect(started).toEqual(paths(1_001));
  });

  it("stops reading while requests wait, even when bodies in flight are read", async () => {
    await listen();
    client.write(paths(17).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    client.write(Buffer.alloc(4_000_000, get("/more")));
    await expect.poll(() => client.writableLength).toBeGreaterThan(0);
    const [socket] = open.map(({ req }) => req.socket);
    const bytesRead = socket?.bytesRead ?? 0;
    for (const { req } of open) req.resume();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket?.bytesRead).toBe(bytesRead);
  });

  it("ends every request once when it closes, waiting ones included", async () => {
    await listen();
    client.write(paths(40).map(get).join(""));
    await expect.poll(() => started.length).toBe(16);
    for (const { req } of open) req.socket.destroy();
    await expect.poll(() => ended).toEqual(paths(40));
    // No waiting request had an open response when it started.
    expect(open).toHaveLength(16);
    for (const response of open.splice(0)) response.end("late");
    expect(ended).toEqual(paths(40));
  });

  it("starts no request while 1 MiB of responses is unread", async () => {
    await listen();
    client.pause();
    client.write(paths(3).map(get).join(""));
    await expect.poll(() => open.length).toBe(3);
    for (const response of open.splice(0)) response.end(Buffer.alloc(8_000_000, "x"));
    client.write(paths(5).map(get).join(""));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(started).toHaveLength(3);
    client.resume();
    await expect.poll(() => started.length).toBe(8);
  });

  it("is closed if its client leaves responses unread for maxUnreadMs", async () => {
    await listen({ maxUnreadMs: 1_000, maxTotalUnreadBytes: Number.MAX_SAFE_INTEGER });
    client.pause();
    client.write(get("/0"));
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(Buffer.alloc(32_000_000, "x"));
    await expect.poll(() => ended, { timeout: 20_000 }).toEqual(["/0"]);
  });

  it("is closed, the largest first, if clients leave more than maxTotalUnreadBytes unread", async () => {
    await listen({ maxUnreadMs: 600_000, maxTotalUnreadBytes: 20_000_000 });
    client.pause();
    client.write(get("/0"));
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(Buffer.alloc(64_000_000, "x"));
    await expect.poll(() => ended, { timeout: 20_000 }).toEqual(["/0"]);
  });
});
