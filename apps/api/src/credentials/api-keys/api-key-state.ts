import type { ApiKey, ApiKeyState } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";

/** `revoked` takes precedence over `expired`. */
export const apiKeyStateOf = (
  { revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">,
  now: Date,
): ApiKeyState => {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && new Date(expiresAt) <= now ? "expired" : "active";
};

/** What a model asks of an active key, as {@link isActive} does in SQL. */
export const activeAt = (now: Date) =>
  ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.ApiKeyWhereInput;

/** The keys in a state, for a model. */
export const inState = (state: ApiKeyState, now: Date): Prisma.ApiKeyWhereInput => {
  if (state === "revoked") return { revokedAt: { not: null } };
  return state === "expired" ? { revokedAt: null, expiresAt: { lte: now } } : activeAt(now);
};

/** Whether a key is active, in SQL. */
export const isActive = (now: Date): Prisma.Sql =>
  Prisma.sql`revoked_at IS NULL AND NOT coalesce(expires_at <= ${now}::timestamptz, false)`;
