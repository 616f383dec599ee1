import type { Tx } from "./prisma-client.js";
import { type Query, queryOf } from "./query.js";

/** The tables of the models whose rows operations lock, by their `id`: Prisma has no row locks (prisma/prisma#5983). */
const tables = {
  account: "account",
  apiKey: "api_key",
  attribute: "attribute",
  category: "category",
  customer: "customer",
  note: "note",
  pet: "pet",
  session: "session",
  store: "store",
} as const;

export type LockedModel = keyof typeof tables;

/**
 * How a row is locked: other rows may still refer to one that is only updated, and several transactions may share the lock
 * of one that they only want to stay as it is.
 */
const locks = { update: "FOR NO KEY UPDATE", deletion: "FOR UPDATE", share: "FOR SHARE" } as const;

export type LockStrength = keyof typeof locks;

/**
 * Locks a row until the transaction ends; what a model reads afterwards is what the row has until then.
 * @param tx - The transaction, or what runs its statements.
 * @returns the time of the database's clock, which a model writes as the time of the change; undefined without such a row
 */
export const lockRow = async (
  tx: Query | Tx,
  model: LockedModel,
  id: number | bigint,
  strength: LockStrength,
): Promise<Date | undefined> => {
  const query = typeof tx === "function" ? tx : queryOf(tx);
  const [row] = await query<{ lockedAt: Date }>(
    `SELECT clock_timestamp()::timestamptz(3) AS "lockedAt" FROM ${tables[model]} WHERE id = $1::bigint ${locks[strength]}`,
    [id],
  );
  return row?.lockedAt;
};
