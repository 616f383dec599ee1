import { BlockList, isIP } from "node:net";

/** An address, and the number of leading bits that all addresses of the network share. */
type Network = readonly [address: string, bits: number];

export const listNetworks = (networks: readonly Network[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, isIP(address) === 6 ? "ipv6" : "ipv4");
  return list;
};

export const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  // An address with a zone belongs to a link, so no list contains it.
  return version !== 0 && !address.includes("%") && list.check(address, version === 6 ? "ipv6" : "ipv4");
};

const loopback = listNetworks([
  ["127.0.0.0", 8],
  ["::1", 128],
]);

export const isLoopback = (address: string): boolean => isIn(loopback, address);

const LONGEST = { 4: 32, 6: 128 } as const;

/** @param name - A network such as `10.0.0.0/8`, or an address. @returns Undefined for any other text. */
const parseNetwork = (name: string): Network | undefined => {
  const [, address = "", bits] = /^([0-9a-fA-F.:]+)(?:\/([0-9]{1,3}))?$/.exec(name) ?? [];
  const version = isIP(address);
  if (version !== 4 && version !== 6) return undefined;
  const length = bits === undefined ? LONGEST[version] : Number(bits);
  return length <= LONGEST[version] ? [address, length] : undefined;
};

/** @returns Undefined if one of the names is not a network. */
export const parseNetworks = (names: readonly string[]): BlockList | undefined => {
  const networks = names.map(parseNetwork).filter((network) => network !== undefined);
  return networks.length === names.length ? listNetworks(networks) : undefined;
};
