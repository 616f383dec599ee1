import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectionOf, trackConnections } from "./connections.js";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe("the requests of one connection", () => {
  let server: Server;
  let client: Socket;
  let received = "";
  let [begun, ended]: [string[], string[]] = [[], []];
  let open: ServerResponse[] = [];

  const listen = async (limits?: Parameters<typeof trackConnections>[1]) => {
    // Of this test alone: the connection of the one before may close late.
    const record = { begun: [] as string[], ended: [] as string[], open: [] as ServerResponse[] };
    ({ begun, ended, open } = record);
    const begin = (request: IncomingMessage, response: ServerResponse) => {
      record.begun.push(request.url ?? "");
      connectionOf(request.socket).open(response, () => record.ended.push(request.url ?? ""));
      if (!response.destroyed) record.open.push(response);
    };
    server = createServer((request, response) => connectionOf(request.socket).take({ request, response }, begin));
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

  it("has 16 in flight, whatever one packet brings, and answers all of them in order", async () => {
    await listen();
    client.write(paths(1_000).map(get).join(""));
    await expect.poll(() => begun.length).toBe(16);
    client.write(get("/1000"));
    while (begun.length < 1_001) {
      expect(begun.length - ended.length).toBeLessThanOrEqual(16);
      for (const response of open.splice(0)) response.end("x");
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const response of open.splice(0)) response.end("x");
    await expect.poll(() => received.split("HTTP/1.1 200").length - 1).toBe(1_001);
    expect(begun).toEqual(paths(1_001));
  });

  it("stops reading while requests wait, and reads the body of a request that does not", async () => {
    await listen();
    client.write(paths(17).map(get).join(""));
    await expect.poll(() => begun.length).toBe(16);
    client.write(Buffer.alloc(4_000_000, get("/more")));
    await expect.poll(() => client.writableLength).toBeGreaterThan(0);
    const [socket] = open.map(({ req }) => req.socket);
    const bytesRead = socket?.bytesRead ?? 0;
    for (const { req } of open) req.resume();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket?.bytesRead).toBe(bytesRead);
  });

  it("end with the connection, once each, and those that wait as well", async () => {
    await listen();
    client.write(paths(40).map(get).join(""));
    await expect.poll(() => begun.length).toBe(16);
    for (const { req } of open) req.socket.destroy();
    await expect.poll(() => ended).toEqual(paths(40));
    // None that waited found its response open.
    expect(open).toHaveLength(16);
    for (const response of open.splice(0)) response.end("late");
    expect(ended).toEqual(paths(40));
  });

  it("wait while a mebibyte of responses is unread", async () => {
    await listen();
    client.pause();
    client.write(paths(3).map(get).join(""));
    await expect.poll(() => open.length).toBe(3);
    for (const response of open.splice(0)) response.end(Buffer.alloc(8_000_000, "x"));
    client.write(paths(5).map(get).join(""));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun).toHaveLength(3);
    client.resume();
    await expect.poll(() => begun.length).toBe(8);
  });

  it("are cut when their client leaves responses unread for too long", async () => {
    await listen({ maxUnreadMs: 1_000, maxTotalUnreadBytes: Number.MAX_SAFE_INTEGER });
    client.pause();
    client.write(get("/0"));
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(Buffer.alloc(32_000_000, "x"));
    await expect.poll(() => ended, { timeout: 20_000 }).toEqual(["/0"]);
  });

  it("are cut when all clients together leave too much unread, the largest first", async () => {
    await listen({ maxUnreadMs: 600_000, maxTotalUnreadBytes: 20_000_000 });
    client.pause();
    client.write(get("/0"));
    await expect.poll(() => open.length).toBe(1);
    open[0]?.end(Buffer.alloc(64_000_000, "x"));
    await expect.poll(() => ended, { timeout: 20_000 }).toEqual(["/0"]);
  });
});
