import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "@petstore/bench/dist/random.js";

/**
 * An HTTP proxy on loopback that loses responses: it closes the client's connection after it has forwarded the request.
 */
export type LossyProxy = {
  readonly origin: string;
  /** Returns the number of requests that were forwarded completely. */
  passedOn(): number;
  readonly cuts: { readonly beforeResponse: () => number; readonly afterResponse: () => number };
  close(): void;
};

type Options = { readonly port: number; readonly share: number; readonly random: Random };

/**
 * Opens the proxy. In half of the losses, the proxy also closes the connection to the service, which may or may not
 * have begun the request. In the other half, it waits for the service's response and drops it.
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
