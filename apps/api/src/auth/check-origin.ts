import type { IncomingMessage } from "node:http";
import type { Config } from "../config.js";
import { originRefused } from "../errors.js";

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * Lets only our own pages change something: every browser says in `Origin` whose page sends a request that is no GET.
 * Cookies are SameSite=Strict besides; but what is on another port is the same site, and sign-in needs no cookie.
 * @throws AppError 403.
 */
export const createOriginCheck = ({ publicUrl }: Pick<Config, "publicUrl">) => {
  const publicOrigin = publicUrl === undefined ? undefined : originOf(publicUrl);
  return ({ headers }: IncomingMessage): void => {
    const own = publicOrigin ?? originOf(`http://${headers.host ?? ""}`);
    if (own === undefined || headers.origin !== own) throw originRefused(own);
  };
};
