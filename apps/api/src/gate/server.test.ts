import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { parseConfig } from "../config/config.js";
import { connectionOf } from "./connection.js";
import { createHttpServer } from "./server.js";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that answers each request at once. */
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
  it("has room for connections that make room, and keeps them longer than a proxy", () => {
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
});
