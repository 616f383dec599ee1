import { connect, type Socket } from "node:net";

/** One client address has too few ports for more connections to one server port. */
const PER_ADDRESS = 5_000;
const AT_ONCE = 200;
const OPEN_WITHIN_MS = 10_000;
const request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/** Sends one request first: without it, the connection counts as a slow request. */
const openOne = (port: number, localAddress: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const giveUp = setTimeout(() => socket.destroy(), OPEN_WITHIN_MS);
    socket.once("connect", () => socket.write(request));
    socket.once("data", () => {
      clearTimeout(giveUp);
      resolve(socket);
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve(undefined));
  });

export type IdleConnections = { readonly open: () => number; readonly close: () => Promise<void> };

/** Opens connections that send one request and then stay idle. Needs Linux, where all of 127.0.0.0/8 is loopback. */
export const openIdleConnections = async (port: number, count: number): Promise<IdleConnections> => {
  const sockets = new Set<Socket>();
  let opened = 0;
  const opener = async () => {
    while (opened < count) {
      opened += 1;
      const socket = await openOne(port, `127.0.0.${1 + Math.floor(opened / PER_ADDRESS)}`);
      if (socket === undefined) continue;
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return {
    open: () => sockets.size,
    close: async () => {
      const closing = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closing);
    },
  };
};
