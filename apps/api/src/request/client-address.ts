import { isIP, isIPv6 } from "node:net";
import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/** Dual-stack sockets report IPv4 addresses as IPv4-mapped IPv6 ones (RFC 4291 §2.5.5.2). */
export const unmapped = (address: string) => /^::ffff:([0-9]+\.[0-9.]+)$/i.exec(address)?.[1] ?? address;

/**
 * Finds the peer's address, or the one in `X-Forwarded-For` if the peer is a trusted proxy; undefined once
 * disconnected.
 */
export const createClientAddress = (trustedProxies: readonly string[]) => {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request: IncomingMessage): string | undefined => {
    const direct = request.socket.remoteAddress;
    if (direct === undefined) return undefined;
    const forwarded = proxyAddr(request, isTrusted);
    // The field may contain something that is not an address, because a proxy may forward whatever the client wrote.
    return unmapped(isIP(forwarded) === 0 ? direct : forwarded);
  };
};

const groupsOf = (side = "") => (side === "" ? [] : side.split(":"));

/** Returns an IPv4 address, or the /64 of an IPv6 one, because a single client usually controls all of a /64. */
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
