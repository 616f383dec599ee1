import type { Server } from "node:http";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";
import { type Connection, connectionOf } from "./connection.js";
import { createConnectionShares, type ConnectionShareOptions } from "./network-shares.js";

const MAX_UNREAD_MS = 30_000;
const MAX_TOTAL_UNREAD_BYTES = 268_435_456;
/** The unread responses of all clients together may take up to this fraction (one part in 8) of the heap. */
const UNREAD_PART_OF_HEAP = 8;
const SWEEP_INTERVAL_MS = 1_000;

type Limits = { readonly maxUnreadMs: number; readonly maxTotalUnreadBytes: number } & ConnectionShareOptions;

const defaultLimits = (): Limits => ({
  maxUnreadMs: MAX_UNREAD_MS,
  maxTotalUnreadBytes: Math.min(MAX_TOTAL_UNREAD_BYTES, getHeapStatistics().heap_size_limit / UNREAD_PART_OF_HEAP),
  maxConnections: Number.POSITIVE_INFINITY,
  trustedProxies: [],
});

const sweep = (connections: ReadonlyMap<Socket, Connection>, { maxUnreadMs, maxTotalUnreadBytes }: Limits) => {
  const unread: { readonly socket: Socket; readonly bytes: number }[] = [];
  let totalBytes = 0;
  for (const [socket, connection] of connections) {
    const bytes = connection.unreadBytes;
    if (connection.isStalled(maxUnreadMs)) socket.destroy();
    else if (bytes > 0) {
      unread.push({ socket, bytes });
      totalBytes += bytes;
    }
  }
  if (totalBytes <= maxTotalUnreadBytes) return;
  unread.sort((one, other) => other.bytes - one.bytes);
  for (const { socket, bytes } of unread) {
    if (totalBytes <= maxTotalUnreadBytes) return;
    socket.destroy();
    totalBytes -= bytes;
  }
};

type Tracker = { readonly connections: ReadonlyMap<Socket, Connection>; isClosing: boolean };
const trackers = new WeakMap<Server, Tracker>();

/** Tells clients that their connections will close, so that they send no further request on them. */
export const announceClose = (server: Server): void => {
  const tracker = trackers.get(server);
  if (tracker === undefined) throw new TypeError("The server's connections are not tracked.");
  tracker.isClosing = true;
  for (const connection of tracker.connections.values()) connection.announceClose();
};

export const trackConnections = (server: Server, given: Partial<Limits> = {}): void => {
  const limits = { ...defaultLimits(), ...given };
  const connections = new Map<Socket, Connection>();
  const tracker: Tracker = { connections, isClosing: false };
  trackers.set(server, tracker);
  const shares = createConnectionShares(limits);
  server.on("connection", (socket) => {
    const connection = connectionOf(socket);
    if (!shares.admit(socket, connection)) return;
    connections.set(socket, connection);
    if (tracker.isClosing) connection.announceClose();
    socket.on("close", () => connections.delete(socket));
  });
  server.on("listening", () => {
    const sweeping = setInterval(() => sweep(connections, limits), SWEEP_INTERVAL_MS).unref();
    server.once("close", () => clearInterval(sweeping));
  });
};
