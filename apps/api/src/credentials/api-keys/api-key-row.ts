import { type ApiKey, DEPRECATED_CALL_DAYS } from "@petstore/contract/routes";
import { type ApiKey as Stored, Prisma } from "../../generated/client.js";

type Columns = "name" | "scope" | "prefix" | "lastFour" | "createdAt" | "lastUsedAt" | "expiresAt" | "revokedAt";

export type ApiKeyRow = Pick<Stored, Columns> &
  Pick<ApiKey, "createdBy" | "deprecatedCalls"> & {
    readonly id: bigint | string;
    readonly parentId: bigint | string | null;
  };

const createdBy = Prisma.sql`(
  SELECT json_build_object('id', account.id, 'email', account.email, 'name', account.name)
  FROM account WHERE account.id = api_key.account_id) AS "createdBy"`;

/** Uses of the days that are reported. */
export const isRecentUse = Prisma.sql`api_key_id = api_key.id
  AND day > (now() AT TIME ZONE 'UTC')::date - ${DEPRECATED_CALL_DAYS}::integer`;

const deprecatedCalls = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('date', day, 'operationId', operation_id, 'count', count)
    ORDER BY day DESC, operation_id), '[]')
  FROM deprecated_use WHERE ${isRecentUse}) AS "deprecatedCalls"`;

/** The columns that SELECT and RETURNING name; never the hash. */
export const apiKeyColumns = Prisma.sql`api_key.id, api_key.name, scope, prefix, last_four AS "lastFour",
  api_key.created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
  parent_id AS "parentId", ${createdBy}, ${deprecatedCalls}`;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: Number(row.id),
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  lastFour: row.lastFour,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  parentId: row.parentId === null ? null : Number(row.parentId),
  lastUsedAt: timeOf(row.lastUsedAt),
  expiresAt: timeOf(row.expiresAt),
  revokedAt: timeOf(row.revokedAt),
  deprecatedCalls: row.deprecatedCalls,
});
