import { type Scope, scopes } from "@petstore/contract/routes";
import type { AccountRole } from "../generated/client.js";
import type { Principal, Seen } from "../operation/principal.js";

export const includesScope = (held: Scope, needed: Scope): boolean => scopes.indexOf(held) >= scopes.indexOf(needed);

export const scopeOfRole = (role: AccountRole): Scope => (role === "clerk" ? "write" : "admin");

export const effectiveScope = (scope: Scope, role: AccountRole): Scope => {
  const max = scopeOfRole(role);
  return includesScope(max, scope) ? scope : max;
};

/** Only staff see attributes that are not public. @param reader - Undefined for anyone with a key. */
export const seenBy = (reader: Pick<Principal, "scope"> | undefined): Seen =>
  reader !== undefined && includesScope(reader.scope, "write") ? "all" : "public";
