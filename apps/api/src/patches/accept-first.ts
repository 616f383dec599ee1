import type { Server } from "node:http";

/** If a connection was accepted in this many turns in a row, there are probably many more in the kernel's queue. */
const FLOOD_TURNS = 8;
/**
 * While connections wait in the queue, turns only accept connections for this long, and then admit them for `ADMIT_MS`.
 */
const ACCEPT_MS = 8;
const ADMIT_MS = 4;
/**
 * The maximum number of accepted sockets that wait. If there are more, each turn admits the connections that it
 * accepts, and the kernel's queue fills as it would without this patch.
 */
const MAX_PENDING = 1_024;

type Peer = { address?: string };
type Client = { getpeername?: (out: Peer) => number; close: () => void };
type OnConnection = (this: object, status: number, client: Client | undefined) => void;
type Listening = { onconnection?: OnConnection };

type Options = {
  readonly networkOf: (address: string) => string;
  /** Tells whether a connection of this network is admitted during a flood without waiting. */
  readonly isAhead: (network: string) => boolean;
  /** The patch calls this function for each accepted connection. */
  readonly onArrival: () => void;
};

/**
 * Node accepts one connection per turn, and creates its socket and parser in the same turn. In a flood of connections a
 * client waits in the kernel's queue behind all others; if the queue is full, it waits a second until its system tries
 * again. This code accepts the connections of a flood first and admits them later, with the networks taking turns. A
 * network that has had responses before does not wait.
 */
export const acceptFirst = (server: Server, { networkOf, isAhead, onArrival }: Options): void => {
  /** The Map keeps the order in which networks take turns. */
  const pending = new Map<string, (() => void)[]>();
  const clients = new Set<Client>();
  let turnsInARow = 0;
  let hasArrived = false;
  let isWatching = false;
  let acceptUntil = 0;

  const admitNext = (): void => {
    const [entry] = pending;
    if (entry === undefined) return;
    const [network, admissions] = entry;
    pending.delete(network);
    admissions.shift()?.();
    if (admissions.length > 0) pending.set(network, admissions);
  };
  const endTurn = (): void => {
    const now = performance.now();
    turnsInARow = hasArrived ? turnsInARow + 1 : 0;
    isWatching = hasArrived || clients.size > 0;
    if (!hasArrived || now >= acceptUntil) {
      const end = now + ADMIT_MS;
      for (let at = now; clients.size > 0 && at < end; at = performance.now()) admitNext();
      acceptUntil = performance.now() + ACCEPT_MS;
    }
    hasArrived = false;
    if (isWatching) setImmediate(endTurn);
  };
  const arrive = (): void => {
    onArrival();
    hasArrived = true;
    if (isWatching) return;
    isWatching = true;
    acceptUntil = performance.now() + ACCEPT_MS;
    setImmediate(endTurn);
  };
  const networkOfClient = (client: Client): string => {
    const peer: Peer = {};
    client.getpeername?.(peer);
    return networkOf(peer.address ?? "");
  };
  const putOff = (client: Client, network: string, admit: () => void): void => {
    const admissions = pending.get(network) ?? [];
    admissions.push(() => {
      clients.delete(client);
      admit();
    });
    pending.set(network, admissions);
    clients.add(client);
    if (clients.size > MAX_PENDING) admitNext();
  };

  server.on("listening", () => {
    const handle = Reflect.get(server, "_handle") as Listening | null | undefined;
    const admit = handle?.onconnection;
    // This version of Node works differently, and admits each connection as soon as it accepts it.
    if (handle == null || admit === undefined) return;
    handle.onconnection = function (status, client) {
      arrive();
      if (client === undefined || (clients.size === 0 && turnsInARow < FLOOD_TURNS)) {
        return admit.call(this, status, client);
      }
      const network = networkOfClient(client);
      if (isAhead(network)) admit.call(this, status, client);
      else putOff(client, network, () => admit.call(this, status, client));
    };
  });
  server.on("close", () => {
    for (const client of clients) client.close();
    clients.clear();
    pending.clear();
  });
};
