import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Keys, type Packet, withKeys } from "./packet.js";

const MAX_READ_BYTES = 20_000_000;
const QUIET_MS = 50;

/** Keeps the connection open. A client that reads closes it once the server sends nothing more. */
const stay = async (socket: Socket, { ending, stayMs }: Packet) => {
  const giveUpAt = performance.now() + stayMs;
  let [seen, quietSince] = [0, performance.now()];
  while (!socket.destroyed && performance.now() < giveUpAt) {
    await sleep(Math.min(10, giveUpAt - performance.now()));
    if (socket.bytesRead > seen) [seen, quietSince] = [socket.bytesRead, performance.now()];
    if (ending === "read" && seen > 0 && performance.now() - quietSince > QUIET_MS) return;
  }
};

const send = async (socket: Socket, packet: Packet, keys: Keys) => {
  const { chunks, ending } = packet;
  for (const { text, delayMs } of chunks) {
    if (delayMs > 0) await sleep(delayMs);
    if (!socket.destroyed) socket.write(Buffer.from(withKeys(text, keys), "latin1"));
  }
  if (ending === "half-close") socket.end();
  await stay(socket, packet);
  if (ending === "reset" || ending === "unread") socket.resetAndDestroy();
  else socket.destroy();
};

/** @returns The bytes of the response in latin1, or undefined if the server refused the connection. */
export const exchange = (port: number, packet: Packet, keys: Keys): Promise<string | undefined> =>
  new Promise((resolve) => {
    const received: Buffer[] = [];
    let size = 0;
    let isConnected = false;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: packet.ending === "half-close" });
    const closed = new Promise<void>((done) => socket.once("close", () => done()));
    socket.on("error", () => {});
    socket.once("connect", () => {
      isConnected = true;
      void send(socket, packet, keys);
    });
    if (packet.ending !== "unread") {
      socket.on("data", (data: Buffer) => {
        size += data.length;
        if (size < MAX_READ_BYTES) received.push(data);
        else socket.resetAndDestroy();
      });
      // With allowHalfOpen, Node does not close this side of the connection by itself.
      socket.once("end", () => socket.end());
    }
    void closed.then(() => resolve(isConnected ? Buffer.concat(received).toString("latin1") : undefined));
  });
