import { type Actor, type CategoryMergeJob, MAX_MERGED_AT_ONCE } from "@petstore/contract/routes";
import { moveCategory } from "../pets/store/move-category.js";
import type { RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";
import { type CategoryRow, toCategory } from "./category-row.js";
import { runningMerges, startMergeJob } from "./category-merge-row.js";
import { lockBoth, type Merge } from "./lock-both.js";

/**
 * The result of a merge. Nothing was changed if a category does not exist (`missing`), or if another merge needs one of
 * the two (`blocking`).
 */
export type Merged =
  | { readonly moved: number }
  | { readonly job: CategoryMergeJob }
  | { readonly missing: number }
  | { readonly blocking: CategoryMergeJob };

type Context = {
  readonly query: Query;
  readonly record: RecordChange;
  /**
   * The merge calls this function once both categories are locked. If the function throws an error, the merge stops.
   */
  readonly checkSource?: () => Promise<void>;
};

/** @param limit - The maximum count. 10,000 pets are counted in milliseconds, but a million take longer. */
export const countPets = async (query: Query, categoryId: number, limit?: number): Promise<number> => {
  const [row] = await query<{ count: string }>(
    "SELECT count(*) AS count FROM (SELECT FROM pet WHERE category_id = $1::bigint LIMIT $2::bigint) AS counted",
    [categoryId, limit ?? null],
  );
  return Number(row?.count);
};

type Ending = {
  /** How many pets earlier steps have moved. */
  readonly before: number;
  /** The merge calls this function with the total number of moved pets, before it deletes the category. */
  readonly whenMoved?: (moved: number) => Promise<unknown>;
};

/** Moves the remaining pets and deletes the category, which the caller has locked. */
export const finishMerge = async (
  { query, record }: Context,
  { categoryId, into }: Merge,
  { before, whenMoved }: Ending,
): Promise<number> => {
  await moveCategory({ query, record }, categoryId, into);
  // A new statement sees everything that was committed before the locks were acquired.
  const [result] = await query<{ moved: number }>(
    `WITH moved AS (UPDATE pet SET category_id = $2::bigint WHERE category_id = $1::bigint RETURNING 1)
     SELECT count(*)::integer AS moved FROM moved`,
    [categoryId, into],
  );
  const moved = before + (result?.moved ?? 0);
  await whenMoved?.(moved);
  const [deleted] = await query<Omit<CategoryRow, "petCount">>(
    `DELETE FROM category WHERE id = $1::bigint
     RETURNING id, name, created_at AS "createdAt", updated_at AS "updatedAt"`,
    [categoryId],
  );
  if (deleted === undefined) throw new TypeError(`Category ${categoryId} is locked, but its row is missing.`);
  const merged = toCategory({ ...deleted, petCount: String(moved) });
  record({
    action: "category.merge",
    subject: { kind: "category", id: categoryId },
    before: merged,
    after: { into, moved },
  });
  return moved;
};

/**
 * Runs in the caller's READ COMMITTED transaction. It merges and records one audit event, or starts a job for more pets
 * than one transaction should move.
 */
export const mergeInto = async (context: Context, merge: Merge & { readonly actor: Actor }): Promise<Merged> => {
  const { query } = context;
  const { categoryId, into } = merge;
  const isLarge = (await countPets(query, categoryId, MAX_MERGED_AT_ONCE + 1)) > MAX_MERGED_AT_ONCE;
  // Counts before the lock, because pets in flight to the category would have to wait for it.
  const total = isLarge ? await countPets(query, categoryId) : 0;
  const names = await lockBoth(query, merge, isLarge ? "reference" : "deletion");
  const missing = [categoryId, into].find((id) => !names.has(id));
  if (missing !== undefined) return { missing };
  await context.checkSource?.();
  const [running] = await runningMerges(query, merge);
  if (running !== undefined) {
    const isSame = running.categoryId === categoryId && running.into === into;
    return isSame ? { job: running } : { blocking: running };
  }
  if (isLarge) {
    const job = await startMergeJob(query, { ...merge, total });
    return job === undefined ? mergeInto(context, merge) : { job };
  }
  return { moved: await finishMerge(context, merge, { before: 0 }) };
};
