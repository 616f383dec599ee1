import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.js";
import { originRefused } from "../errors.js";

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * The cookie attribute SameSite=Strict is not enough, because another port of the same host counts as the same site,
 * and a sign-in needs no cookie.
 */
export const createOriginCheck = ({ publicUrl }: Pick<Config, "publicUrl">) => {
  const publicOrigin = publicUrl === undefined ? undefined : originOf(publicUrl);
  /** @returns the service's own origin. */
  return ({ headers }: IncomingMessage): string => {
    const own = publicOrigin ?? originOf(`http://${headers.host ?? ""}`);
    if (own === undefined || headers.origin !== own) throw originRefused(own);
    return own;
  };
};
