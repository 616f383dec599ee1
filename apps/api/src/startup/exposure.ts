import type { Logger } from "pino";
import { type Config, isSecureOrigin } from "../config/config.js";
import { isLoopback } from "../config/networks.js";

/**
 * Warns if other machines can reach the service and no setting shows that a proxy with TLS is in front of it. Keys and
 * sessions may then cross the network unencrypted.
 */
export const warnOfExposure = (
  { host, publicUrl, trustedProxies }: Pick<Config, "host" | "publicUrl" | "trustedProxies">,
  log: Pick<Logger, "warn">,
): void => {
  if (host === "localhost" || isLoopback(host)) return;
  if (isSecureOrigin({ publicUrl }) || trustedProxies.length > 0) return;
  log.warn(
    `The service listens on ${host}, without TLS, so API keys cross the network unencrypted: put a proxy with TLS in front of it, then name the proxy in TRUSTED_PROXIES and its address in PUBLIC_URL.`,
  );
};
