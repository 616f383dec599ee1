import type { Prisma } from "../generated/client.js";
import type { Tx } from "./prisma-client.js";
import { type Query, queryOf, type StoredId } from "./query.js";
import { snakeCase } from "./snake-case.js";

type Models = Prisma.TypeMap["model"];
type Id = { readonly id: bigint } | { readonly id: number };

/** The models whose rows have a number as `id`. Prisma has no row locks (prisma/prisma#5983). */
export type LockedModel = {
  [Name in keyof Models]: Models[Name]["payload"]["scalars"] extends Id ? Uncapitalize<Name> : never;
}[keyof Models];

/** The tables whose names differ from those of their models. */
const otherNames: Readonly<Partial<Record<LockedModel, string>>> = { order: "store_order" };

const tableOf = (model: LockedModel): string => otherNames[model] ?? snakeCase(model);

/**
 * The strengths of row locks. While a row is locked for an update, other rows may still refer to it. Several
 * transactions may share the lock of a row that must not change, or of a row that they only refer to; the latter may
 * still be updated.
 */
const locks = {
  update: "FOR NO KEY UPDATE",
  deletion: "FOR UPDATE",
  share: "FOR SHARE",
  reference: "FOR KEY SHARE",
} as const;

export type LockStrength = keyof typeof locks;

/**
 * Locks rows until the transaction ends, in the order of their ids, so that two transactions cannot deadlock. After the
 * call, a model reads the locked rows in their final state.
 * @param tx - The transaction, or a function that runs its statements.
 * @param ids - The ids in any order.
 * @param mode - With `skip`, it leaves out the rows that other transactions have locked, and waits for none.
 * @returns the ids that have a row, each with the time at which its lock was acquired, by the database's clock
 */
export const lockRows = async (
  tx: Query | Tx,
  model: LockedModel,
  ids: readonly (number | bigint)[],
  strength: LockStrength,
  mode: "wait" | "skip" = "wait",
): Promise<ReadonlyMap<number, Date>> => {
  if (ids.length === 0) return new Map();
  const query = typeof tx === "function" ? tx : queryOf(tx);
  // Without the subquery, PostgreSQL would read the clock before it waits for the lock.
  const rows = await query<{ id: StoredId; lockedAt: Date }>(
    `SELECT id, clock_timestamp()::timestamptz(3) AS "lockedAt"
     FROM (SELECT id FROM ${tableOf(model)} WHERE id = ANY ($1::bigint[]) ORDER BY id ${locks[strength]}
       ${mode === "skip" ? "SKIP LOCKED" : ""}) AS locked`,
    [ids],
    `lock_${model}_${strength}_${mode}`,
  );
  return new Map(rows.map(({ id, lockedAt }) => [Number(id), lockedAt]));
};

/**
 * Locks one row as {@link lockRows} does.
 * @returns the time of the database's clock, which the caller writes as the time of the change; undefined if there is
 * no such row
 */
export const lockRow = async (
  tx: Query | Tx,
  model: LockedModel,
  id: number | bigint,
  strength: LockStrength,
): Promise<Date | undefined> => (await lockRows(tx, model, [id], strength)).get(Number(id));

/**
 * Lets only one transaction at a time change a table, so that the number of its rows can be limited. PostgreSQL has no
 * constraint that counts rows. Other transactions can still read the table and lock its rows.
 * @returns the time of the database's clock after the wait
 */
export const lockTable = async (tx: Tx, model: LockedModel): Promise<Date> => {
  const query = queryOf(tx);
  await query(`LOCK TABLE ${tableOf(model)} IN SHARE ROW EXCLUSIVE MODE`, []);
  const [row] = await query<{ lockedAt: Date }>('SELECT clock_timestamp()::timestamptz(3) AS "lockedAt"', []);
  if (row === undefined) throw new TypeError("PostgreSQL returned no time.");
  return row.lockedAt;
};
