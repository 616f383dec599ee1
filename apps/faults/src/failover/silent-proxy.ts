import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

/** A TCP proxy on loopback that can go silent, as a network does that drops packets: nothing passes, nothing closes. */
export type SilentProxy = {
  readonly port: number;
  /** Of open connections and of new ones, both ways. @returns How many were open. */
  silence(): number;
  /** The path works for new connections; those that were silenced stay silent until they close. */
  heal(): void;
};

export const openSilentProxy = async (port: number, targetPort: number, cleanup: Cleanup): Promise<SilentProxy> => {
  const links = new Set<readonly [Socket, Socket]>();
  const silenced: Socket[] = [];
  let isSilent = false;
  const server = createServer({ noDelay: true }, (client) => {
    client.on("error", () => {});
    if (isSilent) {
      silenced.push(client);
      client.pause();
      return;
    }
    const target = connect({ port: targetPort, host: "127.0.0.1", noDelay: true });
    target.on("error", () => {});
    const link = [client, target] as const;
    links.add(link);
    client.pipe(target);
    target.pipe(client);
    client.once("close", () => {
      links.delete(link);
      target.destroy();
    });
    target.once("close", () => {
      if (links.has(link)) client.destroySoon();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const destroy = (socket: Socket) => void socket.destroy();
  cleanup.add(() => {
    server.close();
    for (const link of links) link.forEach(destroy);
    silenced.forEach(destroy);
  });
  return {
    port,
    silence: () => {
      isSilent = true;
      const open = links.size;
      for (const [client, target] of links) {
        client.unpipe(target).pause();
        target.unpipe(client).pause();
        silenced.push(client, target);
      }
      links.clear();
      return open;
    },
    heal: () => void (isSilent = false),
  };
};
