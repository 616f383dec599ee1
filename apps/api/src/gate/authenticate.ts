import type { IncomingMessage } from "node:http";
import type { Scope } from "@petstore/contract";
import type { Deps } from "../deps.js";
import { credentialInvalid, credentialMissing, scopeMissing } from "../errors.js";
import { includesScope } from "../credentials/scopes.js";
import type { Principal } from "../credentials/principal.js";
import { fieldValuesOf } from "./field-values.js";

/**
 * Reads `Authorization: Bearer <key>` (RFC 6750 §2.1): the scheme in any case, one space, one header. Two headers, two
 * spaces or no key are a malformed credential and answered as an invalid one.
 */
const readCredential = (request: IncomingMessage): string => {
  const given = fieldValuesOf(request, "authorization");
  const [field] = given;
  if (given.length > 1) throw credentialInvalid();
  if (field === undefined || !/^bearer(?: |$)/i.test(field)) throw credentialMissing();
  return field.slice("bearer ".length);
};

/**
 * Checks the key of a request against the scope its route needs. A key that was checked before costs no query, and nobody waits
 * for it. It throws, or the promise is rejected with, AppError: 401 for a key that is missing, malformed, unknown, expired or
 * revoked, or whose account is disabled; 403 where its scope falls short.
 */
export const authenticate = (deps: Pick<Deps, "clock" | "principals" | "keyUsage">) => {
  const admit = (principal: Principal | undefined, scope: Scope): Principal => {
    const now = deps.clock();
    if (principal === undefined || (principal.expiresAt !== null && principal.expiresAt <= now)) {
      throw credentialInvalid();
    }
    if (principal.keyId !== undefined) deps.keyUsage.record(principal.keyId, now);
    if (!includesScope(principal.scope, scope)) throw scopeMissing(scope);
    return principal;
  };
  return (request: IncomingMessage, scope: Scope): Principal | Promise<Principal> => {
    const found = deps.principals.find(readCredential(request));
    return found instanceof Promise ? found.then((principal) => admit(principal, scope)) : admit(found, scope);
  };
};
