import type { IncomingMessage } from "node:http";
import type { Scope } from "@petstore/contract/routes";
import type { PrincipalCache } from "../credentials/principal-cache.js";
import type { KeyUsage } from "../credentials/key-usage.js";
import { credentialInvalid, credentialMissing, scopeMissing } from "../errors.js";
import { includesScope } from "../credentials/scopes.js";
import type { Principal } from "../operation/principal.js";
import { fieldValuesOf } from "../request/field-values.js";

/**
 * Follows RFC 6750 §2.1: a repeated header, a second space or an empty key is an invalid credential, not a missing one.
 */
const readCredential = (request: IncomingMessage): string => {
  const fields = fieldValuesOf(request, "authorization");
  const [field] = fields;
  if (fields.length > 1) throw credentialInvalid();
  if (field === undefined || !/^bearer(?: |$)/i.test(field)) throw credentialMissing();
  return field.slice("bearer ".length);
};

/**
 * Returns the principal at once if it is cached, and a promise otherwise.
 * @throws AppError 401 or 403, or rejects with it.
 */
export const authenticate = (deps: {
  readonly clock: () => Date;
  readonly principals: PrincipalCache;
  readonly keyUsage: KeyUsage;
}) => {
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
