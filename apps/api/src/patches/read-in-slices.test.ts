import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { readInSlices } from "./read-in-slices.js";

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

describe("a server", () => {
  let server: Server;
  let client: Socket;
  const requests: Socket[] = [];
  const pause = function (this: Socket) {
    this.pause();
  };
  // Node resumes a socket after each request.
  const stayPaused = (socket: Socket) => void socket.pause().on("resume", pause);
  const listen = async (adapt: (server: Server) => void, pauseAt = Number.POSITIVE_INFINITY) => {
    requests.length = 0;
    server = createServer((request, response) => {
      if (requests.push(request.socket) === pauseAt) stayPaused(request.socket);
      request.pipe(response);
    });
    adapt(server);
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

  it("creates no more requests than a slice has once its socket pauses", async () => {
    await listen((one) => readInSlices(one, 4_096), 1);
    // A request begins in one slice and ends in the next.
    expect(await pausedAfter()).toBe(Math.floor(4_096 / get.length));
    requests[0]?.off("resume", pause).resume();
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(1_000);
  });

  // Fails when Node reads in smaller pieces: then readInSlices can go.
  it("of Node alone creates all requests of a packet", async () => {
    await listen(() => {}, 1);
    expect(await pausedAfter()).toBe(1_000);
  });

  it("receives bodies as they were sent, and the end of the connection", async () => {
    await listen((one) => readInSlices(one, 64));
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
    // The response is chunked: its payload has all bytes, in order.
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

  it("stops reading after CONNECT", async () => {
    await listen((one) => {
      readInSlices(one);
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
