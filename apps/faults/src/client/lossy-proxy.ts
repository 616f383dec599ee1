import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "@petstore/bench/dist/random.js";

/**
 * An HTTP proxy on loopback that loses responses: it cuts the client's connection after it has passed the request on.
 */
export type LossyProxy = {
  readonly origin: string;
  /** How many requests were passed on completely. */
  passedOn(): number;
  readonly cuts: { readonly beforeResponse: () => number; readonly afterResponse: () => number };
  close(): void;
};

type Options = { readonly port: number; readonly share: number; readonly random: Random };

/**
 * Opens the proxy. Half of the cuts also end the connection to the service, which may or may not have begun the
 * request. The other half wait for the service's response, and drop it.
 */
export const openLossyProxy = async ({ port, share, random }: Options): Promise<LossyProxy> => {
  const agent = new Agent({ keepAlive: true });
  let passedOn = 0;
  let beforeResponse = 0;
  let afterResponse = 0;

  const cut = ({ socket }: IncomingMessage) => {
    if (random.chance(0.5)) socket.resetAndDestroy();
    else socket.destroy();
  };

  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isCut = random.chance(share);
    const isEarly = random.chance(0.5);
    const { method, url: path, headers } = incoming;
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      if (isCut) {
        if (!isEarly) afterResponse += 1;
        response.resume();
        cut(incoming);
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.once("finish", () => {
      passedOn += 1;
      if (!isCut || !isEarly) return;
      beforeResponse += 1;
      cut(incoming);
      sent.destroy();
    });
    sent.on("error", () => incoming.socket.destroy());
    incoming.pipe(sent);
  };

  const server = createServer(passOn).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passedOn: () => passedOn,
    cuts: { beforeResponse: () => beforeResponse, afterResponse: () => afterResponse },
    close: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};
