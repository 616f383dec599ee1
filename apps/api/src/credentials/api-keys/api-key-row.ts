import { type ApiKey, DEPRECATED_CALL_DAYS } from "@petstore/contract/routes";
import type { Tx } from "../../database/prisma-client.js";
import { Prisma } from "../../generated/client.js";

const DAY_MS = 86_400_000;

/** Selects the days of use that are reported. */
export const isRecentUse = Prisma.sql`api_key_id = api_key.id
  AND day > (now() AT TIME ZONE 'UTC')::date - ${DEPRECATED_CALL_DAYS}::integer`;

const dateOf = (day: Date): string => day.toISOString().slice(0, 10);

/** Selects the fields of a key that are shown. The hash is never shown. */
export const shownOfKeys = () =>
  ({
    id: true,
    name: true,
    scope: true,
    prefix: true,
    lastFour: true,
    createdAt: true,
    lastUsedAt: true,
    expiresAt: true,
    revokedAt: true,
    parentId: true,
    account: { select: { id: true, email: true, name: true } },
    deprecatedUses: {
      where: { day: { gt: new Date(Date.parse(dateOf(new Date())) - DEPRECATED_CALL_DAYS * DAY_MS) } },
      orderBy: [{ day: "desc" }, { operationId: "asc" }],
    },
  }) satisfies Prisma.ApiKeySelect;

type ApiKeyRow = Prisma.ApiKeyGetPayload<{ select: ReturnType<typeof shownOfKeys> }>;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toApiKey = ({ account, parentId, deprecatedUses, ...row }: ApiKeyRow): ApiKey => ({
  id: Number(row.id),
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  lastFour: row.lastFour,
  createdAt: row.createdAt.toISOString(),
  createdBy: { id: Number(account.id), email: account.email, name: account.name },
  parentId: parentId === null ? null : Number(parentId),
  lastUsedAt: timeOf(row.lastUsedAt),
  expiresAt: timeOf(row.expiresAt),
  revokedAt: timeOf(row.revokedAt),
  deprecatedCalls: deprecatedUses.map(({ day, operationId, count }) => ({
    date: dateOf(day),
    operationId,
    count: Number(count),
  })),
});

type Keys = Pick<Tx, "apiKey">;

export const findApiKey = async (db: Keys, keyId: number | bigint): Promise<ApiKey | undefined> => {
  const row = await db.apiKey.findUnique({ where: { id: keyId }, select: shownOfKeys() });
  return row === null ? undefined : toApiKey(row);
};

/** @returns the keys in the order of their ids */
export const findApiKeys = async (db: Keys, where: Prisma.ApiKeyWhereInput = {}, limit?: number): Promise<ApiKey[]> => {
  const rows = await db.apiKey.findMany({
    where,
    select: shownOfKeys(),
    orderBy: { id: "asc" },
    ...(limit !== undefined && { take: limit }),
  });
  return rows.map(toApiKey);
};
