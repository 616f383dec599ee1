import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { acceptFirst } from "./accept-first.js";

describe("the connections of a server", () => {
  let server: Server;
  const clients: Socket[] = [];
  const admitted: string[] = [];
  let arrivals = 0;

  const listen = async () => {
    server = createServer((_request, response) => response.end("ok"));
    admitted.length = 0;
    arrivals = 0;
    acceptFirst(server, { networkOf: (address) => address, isAhead: () => false, onArrival: () => (arrivals += 1) });
    server.on("connection", (socket: Socket) => void admitted.push(socket.remoteAddress ?? ""));
    await once(server.listen(0, "127.0.0.1"), "listening");
  };
  const open = (localAddress: string) => {
    const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", localAddress });
    client.on("error", () => {});
    clients.push(client);
    return client;
  };
  const answerTo = async (client: Socket) => {
    client.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let answer = "";
    for await (const chunk of client) answer += chunk;
    return answer;
  };

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const client of clients.splice(0)) client.destroy();
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  });

  it("are admitted as soon as they are accepted while there are few", async () => {
    await listen();
    expect(await answerTo(open("127.0.0.1"))).toMatch(/^HTTP\/1.1 200 OK/);
    expect({ arrivals, admitted }).toEqual({ arrivals: 1, admitted: ["127.0.0.1"] });
  });

  it("are all admitted and answered during a flood of connections", async () => {
    await listen();
    const answers = await Promise.all(Array.from({ length: 600 }, () => answerTo(open("127.0.0.2"))));
    expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 200 OK"))).toHaveLength(600);
    expect({ arrivals, admitted: admitted.length }).toEqual({ arrivals: 600, admitted: 600 });
  });

  describe("during a flood of connections", () => {
    const endTurn = () => new Promise((resolve) => setImmediate(resolve));
    const closed: string[] = [];
    type Fake = { getpeername: (out: { address?: string }) => void; close: () => void };
    type Handle = { onconnection: (status: number, client: Fake) => void };
    /**
     * Opens a listening server whose connections have no sockets. `arrive` calls the same function that libuv would
     * call.
     */
    const flood = async () => {
      server = createServer();
      admitted.length = 0;
      closed.length = 0;
      server.once("listening", () => {
        const nodes = Reflect.get(server, "_handle") as Handle;
        nodes.onconnection = (_status, client) => {
          const peer: { address?: string } = {};
          client.getpeername(peer);
          admitted.push(peer.address ?? "");
        };
      });
      acceptFirst(server, {
        networkOf: (address) => address.slice(0, 1),
        isAhead: (network) => network === "k",
        onArrival: () => {},
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const handle = Reflect.get(server, "_handle") as Handle;
      const arrive = (address: string) =>
        handle.onconnection(0, {
          getpeername: (out) => void (out.address = address),
          close: () => closed.push(address),
        });
      for (let turn = 0; turn < 8; turn += 1) {
        arrive("before");
        await endTurn();
      }
      expect(admitted.splice(0)).toHaveLength(8);
      return arrive;
    };

    it("keeps connections waiting until a turn accepts none, and then lets networks take turns", async () => {
      vi.spyOn(performance, "now").mockReturnValue(1);
      const arrive = await flood();
      for (const address of ["a1", "a2", "a3", "b1"]) arrive(address);
      await endTurn();
      expect(admitted).toEqual([]);
      arrive("c1");
      await endTurn();
      expect(admitted).toEqual([]);
      await endTurn();
      expect(admitted).toEqual(["a1", "b1", "c1", "a2", "a3"]);
    });

    it("wait for 8 ms while each turn accepts a connection, and are then admitted for 4 ms", async () => {
      const clock = vi.spyOn(performance, "now").mockReturnValue(1);
      const arrive = await flood();
      for (let at = 0; at < 20; at += 1) arrive("a");
      clock.mockReturnValue(8.9);
      await endTurn();
      expect(admitted).toHaveLength(0);
      let now = 9;
      clock.mockImplementation(() => (now += 1));
      arrive("a");
      await endTurn();
      expect(admitted).toHaveLength(4);
    });

    it("are admitted as soon as they are accepted if 1,024 others wait", async () => {
      vi.spyOn(performance, "now").mockReturnValue(1);
      const arrive = await flood();
      for (let at = 0; at < 1_030; at += 1) arrive("a");
      expect(admitted).toHaveLength(6);
    });

    it("are admitted as soon as they are accepted if their network is ahead", async () => {
      vi.spyOn(performance, "now").mockReturnValue(1);
      const arrive = await flood();
      for (const address of ["a1", "k1", "a2"]) arrive(address);
      expect(admitted).toEqual(["k1"]);
      await endTurn();
      await endTurn();
      expect(admitted).toEqual(["k1", "a1", "a2"]);
    });

    it("are closed with the server if they still wait", async () => {
      vi.spyOn(performance, "now").mockReturnValue(1);
      const arrive = await flood();
      for (const address of ["a1", "b1"]) arrive(address);
      await once(server.close(), "close");
      await endTurn();
      expect({ admitted, closed }).toEqual({ admitted: [], closed: ["a1", "b1"] });
    });
  });
});
