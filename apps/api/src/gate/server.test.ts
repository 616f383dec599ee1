import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseConfig } from "../config/config.js";
import { connectionOf } from "./connections/connection.js";
import { createHttpServer } from "./server.js";
import { awaitTurn } from "./turn-budget.js";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a server that answers each request at once. */
const open = (env: Record<string, string>) => {
  const deps = { config: parseConfig(env), log: pino({ level: "silent" }) };
  server = createHttpServer(deps, {}, (request, response) => {
    connectionOf(request.socket).open(response, () => {});
    response.end("x");
  });
};
const openFrom = async (localAddress: string) => {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};
const answeredFrom = async (localAddress: string) => {
  const socket = await openFrom(localAddress);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "data");
  return socket;
};

describe("the server", () => {
  it("has room for connections that are closing, and keeps idle ones longer than a proxy does", () => {
    open({ MAX_CONNECTIONS: "7" });
    expect([server.maxConnections, server.maxHeadersCount]).toEqual([263, 129]);
    expect([server.keepAliveTimeout, server.headersTimeout, server.requestTimeout]).toEqual([65_000, 10_000, 30_000]);
  });

  it.each([
    ["closes one of another network for a trusted proxy, which has many clients", "127.0.0.1", [true, false]],
    ["closes a further one of a network that has as many as others", "10.0.0.0/8", [false, true]],
  ])("%s", async (_what, trustedProxies, closed) => {
    open({ MAX_CONNECTIONS: "3", TRUSTED_PROXIES: trustedProxies });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const first = await answeredFrom("127.0.0.2");
    await answeredFrom("127.0.0.2");
    await answeredFrom("127.0.0.1");
    const last = await openFrom("127.0.0.1");
    await Promise.race([once(first, "close"), once(last, "close")]);
    expect([first.closed, last.closed]).toEqual(closed);
  });

  it("reads one slice of a connection's bytes, and no more while its requests wait", async () => {
    const deps = { config: parseConfig({}), log: pino({ level: "silent" }) };
    server = createHttpServer(deps, {}, (request, response) => {
      connectionOf(request.socket).accept({ request, response }, (_request, one) => {
        connectionOf(request.socket).open(one, () => {});
      });
    });
    const accepted = once(server, "connection");
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = await openFrom("127.0.0.1");
    const [peer] = await accepted;
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000));
    await expect.poll(() => connectionOf(peer).waitingCount).toBeGreaterThan(0);
    // Without the patch, Node would parse all requests of its 64 KiB at once.
    expect(connectionOf(peer).waitingCount).toBeLessThan(200);
  });

  it("delays waiting requests while connections arrive", async () => {
    open({});
    await once(server.listen(0, "127.0.0.1"), "listening");
    const order: string[] = [];
    const noted = new Promise<void>((resolve) => {
      server.once("connection", () => {
        const now = performance.now();
        const clock = vi.spyOn(performance, "now").mockReturnValue(now);
        awaitTurn({ startNext: () => order.push("turn") === 0 });
        setImmediate(() => {
          order.push("next turn of the loop");
          clock.mockRestore();
          resolve();
        });
      });
    });
    await openFrom("127.0.0.1");
    await noted;
    await expect.poll(() => order).toEqual(["next turn of the loop", "turn"]);
  });
});
