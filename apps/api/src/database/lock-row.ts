import type { Query } from "./query.js";

/** The tables of the models whose rows operations lock, by their `id`: Prisma has no row locks (prisma/prisma#5983). */
const tables = {
  account: "account",
  attribute: "attribute",
  category: "category",
  customer: "customer",
  note: "note",
  order: "store_order",
  pet: "pet",
  photo: "photo",
  store: "store",
} as const;

export type LockedModel = keyof typeof tables;

/** Other rows may still refer to one that is only updated. `share` only keeps it from being deleted. */
const strengths = { update: "FOR NO KEY UPDATE", deletion: "FOR UPDATE", share: "FOR KEY SHARE" } as const;

export type LockStrength = keyof typeof strengths;

/**
 * Locks a row until the transaction ends; what a model reads afterwards is what the row has until then.
 * @param query - Of the transaction.
 * @returns the time of the database's clock, which a model writes as the time of the change; undefined without such a row
 */
export const lockRow = async (
  query: Query,
  model: LockedModel,
  id: number | bigint,
  strength: LockStrength,
): Promise<Date | undefined> => {
  const [row] = await query<{ lockedAt: Date }>(
    `SELECT clock_timestamp()::timestamptz(3) AS "lockedAt" FROM ${tables[model]} WHERE id = $1::bigint ${strengths[strength]}`,
    [id],
  );
  return row?.lockedAt;
};
