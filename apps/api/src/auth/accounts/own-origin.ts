import type { Config } from "../../config/config.js";

/**
 * Returns the origin of the service's pages when no request names it: the origin of `PUBLIC_URL` or, without that
 * setting, an origin on this machine.
 */
export const ownOrigin = (
  { publicUrl, port }: Pick<Config, "publicUrl" | "port">,
  address = `http://127.0.0.1:${port}`,
): string => new URL(publicUrl ?? address).origin;
