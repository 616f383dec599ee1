import type { Request } from "express";
import { clientAddressHeader, internalOrigin } from "../accounts/names.js";
import type { SignedIn, StaffAuth } from "../accounts/staff-auth.js";
import type { AuthRoute } from "./auth-routes.js";

/** A request below `/auth` that was found in order. */
export type AuthCall = {
  readonly auth: StaffAuth;
  readonly route: AuthRoute;
  /** What the route's schema has read. */
  readonly input: unknown;
  readonly address: string | undefined;
  readonly headers: Headers;
  /** undefined where the route is anybody's. */
  readonly signedIn: SignedIn | undefined;
};

const MAX_USER_AGENT_LENGTH = 400;

/** The header fields that better-auth is shown: no other one that a client sends can mean anything to it. */
export const headersOf = ({ headers }: Request, address: string | undefined): Headers => {
  const shown = {
    cookie: headers.cookie,
    "user-agent": headers["user-agent"]?.slice(0, MAX_USER_AGENT_LENGTH),
    [clientAddressHeader]: address,
  };
  return new Headers(Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined));
};

/** The request to better-auth. A body can be read once: each attempt of a transaction takes another one. */
export const toRequest = (
  { route: { method, path }, headers, input }: AuthCall,
  extra: object = {},
): globalThis.Request => {
  const url = new URL(`/auth${path}`, internalOrigin);
  if (method === "GET") {
    for (const [name, value] of Object.entries(input ?? {})) url.searchParams.set(name, String(value));
    return new globalThis.Request(url, { headers });
  }
  const withType = new Headers(headers);
  withType.set("content-type", "application/json");
  return new globalThis.Request(url, {
    method,
    headers: withType,
    body: JSON.stringify({ ...(input as object | undefined), ...extra }),
  });
};
