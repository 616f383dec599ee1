import { isIP, isIPv6 } from "node:net";
import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/** An IPv4 address as a socket that takes IPv6 too has it (RFC 4291 §2.5.5.2). */
const unmapped = (address: string) => /^::ffff:([0-9]+\.[0-9.]+)$/i.exec(address)?.[1] ?? address;

/**
 * Finds out where a request comes from: the address at the other end of the connection, or, where that is a trusted proxy,
 * the one that it names in `X-Forwarded-For`.
 * @returns undefined where the connection is gone.
 */
export const createClientAddress = (trustedProxies: readonly string[]) => {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request: IncomingMessage): string | undefined => {
    const direct = request.socket.remoteAddress;
    if (direct === undefined) return undefined;
    const named = proxyAddr(request, isTrusted);
    // A proxy that hands on what a client wrote may name anything.
    return unmapped(isIP(named) === 0 ? direct : named);
  };
};

const groupsOf = (side = "") => (side === "" ? [] : side.split(":"));

/** What is counted as one client: an address, or the /64 of an IPv6 one, for a client has all of that. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split("::").map(groupsOf);
  const groups = head ?? [];
  const missing = Math.max(8 - groups.length - (tail?.length ?? 0), 0);
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ?? [])];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
};
