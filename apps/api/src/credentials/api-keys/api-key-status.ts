import type { ApiKey, ApiKeyStatus } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";

/** `revoked` takes precedence over `expired`. */
export const apiKeyStatusOf = (
  { revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">,
  now: Date,
): ApiKeyStatus => {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && new Date(expiresAt) <= now ? "expired" : "active";
};

/** The condition of Prisma for an active key. {@link isActive} is the same condition in SQL. */
export const activeAt = (now: Date) =>
  ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.ApiKeyWhereInput;

/** The condition of Prisma for the keys with a status. */
export const withStatus = (status: ApiKeyStatus, now: Date): Prisma.ApiKeyWhereInput => {
  if (status === "revoked") return { revokedAt: { not: null } };
  return status === "expired" ? { revokedAt: null, expiresAt: { lte: now } } : activeAt(now);
};

/** The condition of SQL for an active key. */
export const isActive = (now: Date): Prisma.Sql =>
  Prisma.sql`revoked_at IS NULL AND NOT coalesce(expires_at <= ${now}::timestamptz, false)`;
