import type { Config } from "../../config/config.js";

/** The origin of the service's pages, for who has no request that names it: of `PUBLIC_URL`, or on this machine. */
export const ownOrigin = (
  { publicUrl, port }: Pick<Config, "publicUrl" | "port">,
  address = `http://127.0.0.1:${port}`,
): string => new URL(publicUrl ?? address).origin;
