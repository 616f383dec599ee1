import type { Logger } from "pino";
import { type Config, isSecureOrigin } from "../config/config.js";
import { isLoopback } from "../config/networks.js";

type Exposed = Pick<Config, "host" | "publicUrl" | "trustedProxies">;

/**
 * Returns a sentence if other machines can reach the service and no setting shows that a proxy with TLS is in front of
 * it. Keys and sessions may then cross the network unencrypted.
 */
export const findExposure = ({ host, publicUrl, trustedProxies }: Exposed): string | undefined => {
  if (host === "localhost" || isLoopback(host)) return undefined;
  if (isSecureOrigin({ publicUrl }) || trustedProxies.length > 0) return undefined;
  return `The service listens on ${host}, without TLS, so API keys cross the network unencrypted: put a proxy with TLS in front of it, then name the proxy in TRUSTED_PROXIES and its address in PUBLIC_URL.`;
};

export const warnOfExposure = (config: Exposed, log: Pick<Logger, "warn">): void => {
  const sentence = findExposure(config);
  if (sentence !== undefined) log.warn(sentence);
};
