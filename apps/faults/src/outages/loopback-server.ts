import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

/** An HTTP server on a loopback port, which can go away and come back at the same port. */
export type LoopbackServer = { readonly origin: string; leave(): Promise<void>; comeBack(): Promise<void> };

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export const startLoopbackServer = async (answer: Answer, cleanup: Cleanup): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => answer(request, response, body),
      // The client has closed the connection in the middle of its request.
      () => response.destroy(),
    );
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const leave = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  cleanup.add(leave);
  return {
    origin: `http://127.0.0.1:${port}`,
    leave,
    comeBack: async () => {
      if (!server.listening) await listen(port);
    },
  };
};
