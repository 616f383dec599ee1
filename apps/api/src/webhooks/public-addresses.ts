import { type BlockList, isIP } from "node:net";
import { isIn, listNetworks } from "../config/networks.js";

// IANA's special-purpose registries (RFC 6890), together with multicast and the reserved class E, which they leave out.
const special4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

// Global unicast is 2000::/3 (RFC 4291), which excludes v4-mapped, NAT64, link-local and unique local addresses.
const GLOBAL = ["2000::", 3] as const;
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3ffe::", 16],
  ["3fff::", 20],
] as const;

const special = listNetworks([...special4, ...special6]);
const global6 = listNetworks([GLOBAL]);

/**
 * Whether a webhook may be sent to an address: a global unicast address, or one in a network that the operator allows.
 */
export const isAllowed = (address: string, allowed: BlockList): boolean => {
  if (isIn(allowed, address)) return true;
  if (isIP(address) === 4) return !isIn(special, address);
  return isIn(global6, address) && !isIn(special, address);
};
