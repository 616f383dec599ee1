import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopAccepting } from "./stop-accepting.js";

describe("a server with an idle connection", () => {
  let server: Server;
  let socket: Socket;
  beforeEach(async () => {
    server = createServer((_request, response) => void response.end("served"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.setEncoding("latin1");
    await request();
  });
  afterEach(() => {
    socket.destroy();
    server.closeAllConnections();
  });

  const request = async () => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const [text] = await once(socket, "data");
    return String(text).split("\r\n", 1)[0];
  };

  it("serves that connection after stopAccepting, refuses new ones, and then calls back", async () => {
    const closed = new Promise<void>((resolve) => stopAccepting(server, resolve));
    expect(await request()).toBe("HTTP/1.1 200 OK");
    const refused = connect({ host: "127.0.0.1", port: socket.remotePort ?? 0 });
    expect((await once(refused, "error"))[0]).toMatchObject({ code: "ECONNREFUSED" });
    socket.end();
    await closed;
  });

  it("loses that connection after Node's own close", async () => {
    const ended = once(socket, "close");
    server.close();
    await ended;
  });
});
