import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import * as turns from "../gate/turn-budget.js";
import { readInSlices, type Turns } from "./read-in-slices.js";

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

describe("a server", () => {
  let server: Server;
  let client: Socket;
  const requests: Socket[] = [];
  const accepted = new Set<Socket>();
  const sockets = async () => {
    await expect.poll(() => accepted.size).toBe(1);
    return accepted;
  };
  const pause = function (this: Socket) {
    this.pause();
  };
  // Pauses the socket again, because Node resumes it after each request.
  const stayPaused = (socket: Socket) => void socket.pause().on("resume", pause);
  const listen = async (adapt: (server: Server) => void, pauseAt = Number.POSITIVE_INFINITY) => {
    requests.length = 0;
    server = createServer((request, response) => {
      if (requests.push(request.socket) === pauseAt) stayPaused(request.socket);
      request.pipe(response);
    });
    adapt(server);
    accepted.clear();
    server.on("connection", (socket) => void accepted.add(socket));
    await once(server.listen(0, "127.0.0.1"), "listening");
    client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(client, "connect");
  };
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const pausedAfter = async () => {
    client.write(get.repeat(1_000));
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    await wait(100);
    return requests.length;
  };

  it("creates only the requests of one slice once its socket pauses", async () => {
    await listen((one) => readInSlices(one, turns, 4_096), 1);
    // One request begins in this slice and ends in the next.
    expect(await pausedAfter()).toBe(Math.floor(4_096 / get.length));
    requests[0]?.off("resume", pause).resume();
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(1_000);
  });

  // This test fails if Node reads in smaller pieces. In that case readInSlices can be removed.
  it("creates all requests of a packet without readInSlices", async () => {
    await listen(() => {}, 1);
    expect(await pausedAfter()).toBe(1_000);
  });

  it("receives bodies as they were sent, and the end of the connection", async () => {
    await listen((one) => readInSlices(one, turns, 64));
    const body = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
    const chunks: Buffer[] = [];
    client.on("data", (chunk) => chunks.push(chunk));
    client.end(
      Buffer.concat([
        Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      ]),
    );
    await once(client, "close");
    const received = Buffer.concat(chunks);
    const [at, separator] = [received.indexOf("\r\n\r\n"), "\r\n\r\n"];
    expect(received.subarray(0, at).toString()).toMatch(/^HTTP\/1\.1 200/);
    // The response is chunked, and its payload must have all bytes in order.
    let rest = received.subarray(at + separator.length);
    const payload: Buffer[] = [];
    for (;;) {
      const end = rest.indexOf("\r\n");
      const size = Number.parseInt(rest.subarray(0, end).toString(), 16);
      if (size === 0) break;
      payload.push(rest.subarray(end + 2, end + 2 + size));
      rest = rest.subarray(end + 4 + size);
    }
    expect(Buffer.concat(payload).equals(body)).toBe(true);
  });

  describe("without time left in its turn", () => {
    const waiting = new Set<Parameters<Turns["awaitTurn"]>[0]>();
    const noTime: Turns = {
      hasTurnTime: () => false,
      awaitTurn: (one) => void waiting.add(one),
      leaveTurns: (one) => void waiting.delete(one),
    };
    const runWaiting = () => {
      for (const one of waiting) {
        waiting.delete(one);
        one.startNext();
      }
    };
    const listenWithoutTime = async () => {
      waiting.clear();
      await listen((one) => readInSlices(one, noTime));
    };

    it("does not parse a long slice or read on until the turn of the connection comes", async () => {
      await listenWithoutTime();
      client.write(get.repeat(1_000));
      await expect.poll(() => waiting.size).toBe(1);
      await wait(50);
      expect(requests).toHaveLength(0);
      runWaiting();
      expect(requests).toHaveLength(Math.floor(4_096 / get.length));
      for (let turn = 2; requests.length < 1_000; turn += 1) {
        await expect.poll(() => waiting.size).toBe(1);
        runWaiting();
        // The last slice is short, so it does not have to wait for a turn.
        if (requests.length < 900) expect(requests).toHaveLength(Math.floor((turn * 4_096) / get.length));
      }
      expect(requests).toHaveLength(1_000);
    });

    it("parses a short slice at once", async () => {
      await listenWithoutTime();
      client.write(get);
      await expect.poll(() => requests.length).toBe(1);
      expect(waiting.size).toBe(0);
    });

    it("parses the bytes that it holds before it ends the connection", async () => {
      await listenWithoutTime();
      client.end(get.repeat(100));
      await expect.poll(() => waiting.size).toBe(1);
      // Node also does this when it reads a request body.
      for (const one of await sockets()) one.resume();
      await expect.poll(() => requests.length).toBe(100);
    });

    it("keeps the order of bytes if the socket is read while a slice waits", async () => {
      await listenWithoutTime();
      const numbered = Array.from({ length: 400 }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const paths: string[] = [];
      server.on("request", ({ url = "" }) => void paths.push(url));
      client.write(numbered.join(""));
      await expect.poll(() => waiting.size).toBe(1);
      const [socket] = await sockets();
      socket?.resume();
      await wait(20);
      expect(waiting.size).toBe(1);
      while (paths.length < 400) {
        runWaiting();
        await wait(1);
      }
      expect(paths).toEqual(numbered.map((_, at) => `/${at}`));
    });

    it("forgets a connection that closes", async () => {
      await listenWithoutTime();
      client.write(get.repeat(100));
      await expect.poll(() => waiting.size).toBe(1);
      client.destroy();
      for (const one of await sockets()) one.destroy();
      await expect.poll(() => waiting.size).toBe(0);
      expect(requests).toHaveLength(0);
    });
  });

  it("stops reading after CONNECT", async () => {
    await listen((one) => {
      readInSlices(one, turns);
      one.on("connect", (_request, socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    });
    client.write(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${get}`);
    const [answer] = await once(client, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400/);
    client.write(get);
    await wait(50);
    expect(requests).toEqual([]);
  });
});
