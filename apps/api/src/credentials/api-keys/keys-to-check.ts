import type { Pool } from "pg";
import { type ApiKeyToCheck, todayLimits } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import { isRecentUse } from "./api-key-row.js";
import { isActive } from "./api-key-status.js";

const DAY_MS = 86_400_000;

type Row = Pick<ApiKeyToCheck, "name" | "lastFour" | "deprecatedOperations"> & {
  readonly id: string;
  readonly expiresAt: Date | null;
  readonly deprecatedCalls: string;
};

/** Reads the keys that expire soon, in the order of their expiry, and then the keys that call deprecated operations. */
export const readKeysToCheck = async (pool: Pool, now: Date): Promise<ApiKeyToCheck[]> => {
  const soon = new Date(now.getTime() + todayLimits.expiryDays * DAY_MS);
  const { rows } = await pool.query<Row>(Prisma.sql`
    SELECT api_key.id, name, last_four AS "lastFour", soon.at AS "expiresAt",
      used.calls AS "deprecatedCalls", used.operations AS "deprecatedOperations"
    FROM api_key,
      LATERAL (SELECT CASE WHEN expires_at < ${soon}::timestamptz THEN expires_at END AS at) AS soon,
      LATERAL (SELECT coalesce(sum(count), 0) AS calls,
          coalesce(array_agg(DISTINCT operation_id), '{}') AS operations
        FROM deprecated_use WHERE ${isRecentUse}) AS used
    WHERE ${isActive(now)} AND (soon.at IS NOT NULL OR used.calls > 0)
    ORDER BY soon.at NULLS LAST, used.calls DESC, api_key.id LIMIT ${todayLimits.apiKeys}`);
  return rows.map(({ id, expiresAt, deprecatedCalls, ...key }) => ({
    ...key,
    id: Number(id),
    expiresAt: expiresAt?.toISOString() ?? null,
    deprecatedCalls: Number(deprecatedCalls),
  }));
};
