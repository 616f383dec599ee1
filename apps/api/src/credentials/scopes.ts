import { type Scope, scopes } from "@petstore/contract";
import type { AccountRole } from "../generated/client.js";

/** Each scope includes the one before it. */
export const includesScope = (held: Scope, needed: Scope): boolean => scopes.indexOf(held) >= scopes.indexOf(needed);

/** The highest scope of an account's keys. `/auth` decides by role who may manage accounts. */
export const scopeOfRole = (role: AccountRole): Scope => (role === "clerk" ? "write" : "admin");

/** A key's scope, limited by its account's current role. */
export const effectiveScope = (scope: Scope, role: AccountRole): Scope => {
  const max = scopeOfRole(role);
  return includesScope(max, scope) ? scope : max;
};
