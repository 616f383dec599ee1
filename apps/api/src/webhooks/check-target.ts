import { Resolver } from "node:dns/promises";
import { type BlockList, isIP } from "node:net";
import { isLoopback } from "../config/networks.js";
import { isAllowed } from "./public-addresses.js";

type Address = { readonly address: string; readonly family: 4 | 6 };

/** The target of a request. The connection is made to these addresses only. */
export type Target = { readonly url: URL; readonly addresses: readonly Address[] };

/** Resolves the name of a host to all its addresses; an empty list if it has none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The refusal of a target, with the problem that a delivery names. */
export class TargetRefused extends Error {
  override name = "TargetRefused";

  readonly problem: "name" | "forbidden_address";
  /** The rule that the target breaks, as the end of a sentence that begins with the URL. */
  readonly rule: string;

  constructor(problem: TargetRefused["problem"], rule: string) {
    super(rule);
    this.problem = problem;
    this.rule = rule;
  }
}

const LOOKUP_MS = 4_000;

/**
 * Asks DNS without a thread of the pool, so that a name server that hangs delays nothing else.
 * @param servers - Addresses of name servers. The default is the name servers of the machine.
 */
export const createLookUp =
  (servers?: readonly string[]): Resolve =>
  async (host, signal) => {
    // A localhost name is never sent to a name server (RFC 6761 §6.3).
    if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1"];
    const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };

export const resolveByDns = createLookUp();

/**
 * Returns the host without the brackets of an IPv6 address. The WHATWG URL parser has already rewritten decimal, octal
 * and hexadecimal IPv4 addresses in the usual form.
 */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

const notPublic =
  "must lead only to public addresses; choose a public host, or ask the operator to allow its network (WEBHOOK_ALLOW)";

const otherPort = "must use port 443; use that port, or ask the operator to allow this one (WEBHOOK_PORTS)";

/** The rules by which the operations on endpoints and the sender check targets. */
export type TargetRules = {
  /** Networks that are allowed in addition to public ones. */
  readonly allowed: BlockList;
  /** Ports that are allowed in addition to the default port of the scheme. */
  readonly ports: ReadonlySet<number>;
  readonly resolve: Resolve;
};

/**
 * Decides whether a webhook may be sent to a URL. The check is repeated before each use, because the name may then
 * resolve to other addresses. A name without an address gets the same error as a name with an internal address;
 * otherwise the answer would reveal which internal names exist.
 * @throws TargetRefused
 */
export const checkTarget = async (
  text: string,
  { allowed, ports, resolve }: TargetRules,
  signal: AbortSignal,
): Promise<Target> => {
  const url = new URL(text);
  const isSecure = url.protocol === "https:";
  if ((!isSecure && url.protocol !== "http:") || url.username !== "" || url.password !== "" || url.port === "0")
    throw new TargetRefused("forbidden_address", "must be an https URL without credentials");
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (found.length === 0) throw new TargetRefused("name", notPublic);
  if (!found.every((address) => isAllowed(address, allowed))) throw new TargetRefused("forbidden_address", notPublic);
  if (!isSecure && !found.every(isLoopback))
    throw new TargetRefused(
      "forbidden_address",
      "must be an https URL; http is allowed only for addresses of this machine",
    );
  // A developer may run a receiver on any free port of this machine.
  if (url.port !== "" && !ports.has(Number(url.port)) && !found.every(isLoopback))
    throw new TargetRefused("forbidden_address", otherPort);
  return { url, addresses: found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) };
};
