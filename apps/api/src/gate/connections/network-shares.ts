import type { Socket } from "node:net";
import proxyAddr from "proxy-addr";
import { networkOf, unmapped } from "../../request/client-address.js";

export type ConnectionShareOptions = {
  /** How many connections one process may have open. */
  readonly maxConnections: number;
  /** The addresses and ranges of `TRUSTED_PROXIES`. The connections of a proxy belong to many clients. */
  readonly trustedProxies: readonly string[];
  /** Is called when a connection of a network has had its first response. */
  readonly onAnswered?: (network: string) => void;
};

/**
 * A network is crowded if its unanswered connections are more than this fraction (one part in 16) of all connections.
 */
const MANY_PARTS = 16;

type Member = {
  readonly isIdle: boolean;
  /** Call it once, when the connection has sent its first response. */
  onFirstResponse: (() => void) | undefined;
};
type Network = { readonly all: Map<Socket, Member>; readonly unanswered: Set<Socket> };

const emptyNetwork = (): Network => ({ all: new Map(), unanswered: new Set() });

const first = (sockets: Iterable<Socket> = []): Socket | undefined => {
  for (const socket of sockets) return socket;
  return undefined;
};

/** Closing an idle connection loses no request. The oldest idle connection is chosen first. */
const leastUsed = ({ all }: Network): Socket | undefined => {
  for (const [socket, { isIdle }] of all) if (isIdle) return socket;
  return first(all.keys());
};

const mostBy = (networks: Iterable<Network>, sizeOf: (network: Network) => number): Network | undefined => {
  let most: Network | undefined;
  for (const network of networks) {
    if (sizeOf(network) > (most === undefined ? 1 : sizeOf(most))) most = network;
  }
  return most;
};

/**
 * Shares the connections of a process between the networks of its clients (a network is an IPv4 address, or the /64 of
 * an IPv6 one). When the process has no connection left, a new one replaces a connection that has not had a response
 * yet: the oldest of a network that has many such connections or, if there is no such network, the oldest of all. So
 * clients that only connect, or never finish a request, lose their connections first. If all connections have had a
 * response, a network with few connections takes one from the network with the most.
 */
export const createConnectionShares = ({ maxConnections, trustedProxies, onAnswered }: ConnectionShareOptions) => {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  const networks = new Map<string, Network>();
  const proxies = emptyNetwork();
  const unanswered = new Set<Socket>();
  /**
   * The networks with many unanswered connections. There are never more than 16, so choosing one takes the same time
   * for any number of networks.
   */
  const crowded = new Set<Network>();
  const many = Math.max(1, maxConnections / MANY_PARTS);
  const leaving = new Map<Socket, () => void>();

  const nameOf = (socket: Socket): string | undefined => {
    const address = unmapped(socket.remoteAddress ?? "");
    return isTrusted(address, 0) ? undefined : networkOf(address);
  };
  /**
   * Prefers a network with many unanswered connections, because a few may belong to a client that opens several at
   * once.
   */
  const chooseUnanswered = (): Socket | undefined =>
    first(mostBy(crowded, (network) => network.unanswered.size)?.unanswered ?? unanswered);
  const chooseFrom = (own: Network | undefined): Socket | undefined => {
    const most = mostBy(networks.values(), (network) => network.all.size);
    const isFair = most !== undefined && (own === proxies || most.all.size > (own?.all.size ?? 0) + 1);
    return isFair ? leastUsed(most) : undefined;
  };
  const enter = (socket: Socket, connection: Member, name: string | undefined) => {
    const network = name === undefined ? proxies : (networks.get(name) ?? emptyNetwork());
    if (name !== undefined) networks.set(name, network);
    network.all.set(socket, connection);
    network.unanswered.add(socket);
    if (network !== proxies && network.unanswered.size > many) crowded.add(network);
    unanswered.add(socket);
    const { remoteAddress = "" } = socket;
    const settle = () => {
      network.unanswered.delete(socket);
      if (network.unanswered.size <= many) crowded.delete(network);
      unanswered.delete(socket);
    };
    connection.onFirstResponse = () => {
      settle();
      onAnswered?.(networkOf(unmapped(remoteAddress)));
    };
    leaving.set(socket, () => {
      connection.onFirstResponse = undefined;
      settle();
      network.all.delete(socket);
      leaving.delete(socket);
      if (name !== undefined && network.all.size === 0) networks.delete(name);
    });
    socket.once("close", () => leaving.get(socket)?.());
  };

  return {
    /**
     * Makes room by closing another connection or, if none can be closed, closes the new connection.
     * @returns True if the new connection stays open.
     */
    admit(socket: Socket, connection: Member): boolean {
      const name = nameOf(socket);
      if (leaving.size >= maxConnections) {
        const own = name === undefined ? proxies : networks.get(name);
        const loser = chooseUnanswered() ?? chooseFrom(own) ?? socket;
        loser.destroy();
        if (loser === socket) return false;
        leaving.get(loser)?.();
      }
      enter(socket, connection, name);
      return true;
    },
  };
};
