import type { IncomingMessage } from "node:http";
import { type Scope, scopes } from "@petstore/contract";
import { hashApiKey, isWellFormedApiKey } from "../api-key-format.js";
import type { Deps } from "../deps.js";
import { credentialInvalid, credentialMissing, scopeMissing } from "../errors.js";
import type { ApiKey } from "../generated/client.js";

/** Each scope includes the one before it. */
const includesScope = (held: Scope, needed: Scope) => scopes.indexOf(held) >= scopes.indexOf(needed);

/**
 * Reads `Authorization: Bearer <key>` (RFC 6750 §2.1): the scheme in any case, one space, one header. Two headers, two
 * spaces or no key are a malformed credential and answered as an invalid one.
 */
const readCredential = (request: IncomingMessage): string => {
  const given = request.headersDistinct["authorization"] ?? [];
  const [field] = given;
  if (given.length > 1) throw credentialInvalid();
  if (field === undefined || !/^bearer(?: |$)/i.test(field)) throw credentialMissing();
  return field.slice("bearer ".length);
};

/**
 * Checks the key of a request against the scope its route needs.
 * @returns The key's record.
 * @throws AppError 401 for a key that is missing, malformed, unknown, expired or revoked; 403 where its scope falls short.
 */
export const authenticate =
  (deps: Pick<Deps, "db" | "config" | "clock" | "keyUses">) =>
  async (request: IncomingMessage, scope: Scope): Promise<ApiKey> => {
    const key = readCredential(request);
    if (!isWellFormedApiKey(key, deps.config.environment)) throw credentialInvalid();
    const record = await deps.db.apiKey.findUnique({ where: { hash: hashApiKey(key) } });
    const now = deps.clock();
    if (record === null || record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= now)) {
      throw credentialInvalid();
    }
    deps.keyUses.record(record.id, now);
    if (!includesScope(record.scope, scope)) throw scopeMissing(scope);
    return record;
  };
