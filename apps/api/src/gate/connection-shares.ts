import type { Socket } from "node:net";
import proxyAddr from "proxy-addr";
import { networkOf, unmapped } from "./client-address.js";

export type ConnectionShareOptions = {
  /** Open connections of one process. */
  readonly maxConnections: number;
  /** Addresses and ranges of `TRUSTED_PROXIES`: a proxy's connections are those of many clients. */
  readonly trustedProxies: readonly string[];
};

type Member = { readonly isIdle: boolean };
type Network = Map<Socket, Member>;

/** An idle connection, the oldest first: its client loses no request. */
const leastUsed = (network: Network): Socket | undefined => {
  for (const [socket, { isIdle }] of network) if (isIdle) return socket;
  const [first] = network.keys();
  return first;
};

/**
 * Shares the connections of a process between the networks of its clients: an IPv4 address, or the /64 of an IPv6 one.
 * Once all are taken, a network that has fewer takes one from the network that has most.
 */
export const createConnectionShares = ({ maxConnections, trustedProxies }: ConnectionShareOptions) => {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  const networks = new Map<string, Network>();
  const proxies: Network = new Map();
  let count = 0;

  const membersOf = (socket: Socket): { name: string; members: Network } => {
    const address = unmapped(socket.remoteAddress ?? "");
    if (address !== "" && isTrusted(address, 0)) return { name: "", members: proxies };
    const name = networkOf(address);
    return { name, members: networks.get(name) ?? new Map() };
  };
  const greediest = () => {
    let most: [string, Network] | undefined;
    for (const entry of networks) if (entry[1].size > (most?.[1].size ?? 1)) most = entry;
    return most;
  };
  const remove = (name: string, members: Network, socket: Socket) => {
    if (!members.delete(socket)) return;
    count -= 1;
    if (members.size === 0 && members !== proxies) networks.delete(name);
  };
  /** @returns whether the network of `members` may have one more. */
  const makeRoom = (members: Network): boolean => {
    if (count < maxConnections) return true;
    const [name, most] = greediest() ?? [];
    if (name === undefined || most === undefined) return false;
    if (members !== proxies && most.size <= members.size + 1) return false;
    const socket = leastUsed(most);
    if (socket === undefined) return false;
    remove(name, most, socket);
    socket.destroy();
    return true;
  };

  return {
    /** Closes the connection, or one of another network. @returns whether the connection stays. */
    admit(socket: Socket, connection: Member): boolean {
      const { name, members } = membersOf(socket);
      if (!makeRoom(members)) {
        socket.destroy();
        return false;
      }
      if (members !== proxies) networks.set(name, members);
      members.set(socket, connection);
      count += 1;
      socket.once("close", () => remove(name, members, socket));
      return true;
    },
  };
};
