import { type Scope, scopes } from "@petstore/contract";
import type { AccountRole } from "../generated/client.js";

/** Each scope includes the one before it. */
export const includesScope = (held: Scope, needed: Scope): boolean => scopes.indexOf(held) >= scopes.indexOf(needed);

/** What an account may do at most, and each of its keys with it. Who may look after accounts, `/auth` decides by role. */
export const scopeOfRole = (role: AccountRole): Scope => (role === "clerk" ? "write" : "admin");

/** What a key may do: a key that was made before its account lost a role lost it too. */
export const effectiveScope = (scope: Scope, role: AccountRole): Scope => {
  const most = scopeOfRole(role);
  return includesScope(most, scope) ? scope : most;
};
