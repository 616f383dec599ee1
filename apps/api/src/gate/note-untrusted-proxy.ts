import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { unmapped } from "../request/client-address.js";

type NoteDeps = { readonly config: Pick<Config, "trustedProxies">; readonly log: Pick<Logger, "warn"> };

/**
 * Warns once if a request comes through a proxy that TRUSTED_PROXIES does not name. All clients of such a proxy share
 * the limits of one address.
 */
export const createNoteUntrustedProxy = ({ config, log }: NoteDeps): ((request: IncomingMessage) => void) => {
  const isTrusted = proxyAddr.compile([...config.trustedProxies]);
  let isNoted = false;
  return ({ headers, socket: { remoteAddress } }) => {
    const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    if (!isForwarded || isNoted || remoteAddress === undefined || isTrusted(remoteAddress, 0)) return;
    const field = headers["x-forwarded-for"] === undefined ? "Forwarded" : "X-Forwarded-For";
    isNoted = true;
    const address = unmapped(remoteAddress);
    log.warn(
      { peer: address },
      `A request from ${address} has the header ${field}, but TRUSTED_PROXIES does not name this address, so all clients behind it count as one: if it is your proxy, add it to TRUSTED_PROXIES; if not, a client has written the header, which has no effect.`,
    );
  };
};
