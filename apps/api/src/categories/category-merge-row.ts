import type { Actor, CategoryMergeJob } from "@petstore/contract/routes";
import type { Tx } from "../database/prisma-client.js";
import type { Query } from "../database/query.js";
import type { Merge } from "./lock-both.js";

export type CategoryMergeRow = {
  readonly id: bigint | string;
  readonly categoryId: bigint | string;
  readonly intoId: bigint | string;
  readonly moved: bigint | string;
  readonly total: bigint | string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly isWaiting: boolean;
};

const mergeColumns = `id, category_id AS "categoryId", into_id AS "intoId", moved, total,
  started_at AS "startedAt", finished_at AS "finishedAt", EXISTS (SELECT FROM job_step
    WHERE kind = 'merge' AND job_id = category_merge.id AND waiting_since IS NOT NULL) AS "isWaiting"`;

const toMergeJob = (row: CategoryMergeRow): CategoryMergeJob => ({
  id: Number(row.id),
  categoryId: Number(row.categoryId),
  into: Number(row.intoId),
  status: row.finishedAt !== null ? "done" : row.isWaiting ? "waiting" : "running",
  moved: Number(row.moved),
  total: Number(row.total),
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Finds the running merges that need one of these categories, so that no other merge may delete it. */
export const runningMerges = async (query: Query, { categoryId, into }: Merge): Promise<CategoryMergeJob[]> =>
  (
    await query<CategoryMergeRow>(
      `SELECT ${mergeColumns} FROM category_merge
       WHERE running_category_id IN ($1::bigint, $2::bigint) OR running_into_id = $1::bigint
       ORDER BY category_id <> $1::bigint, id`,
      [categoryId, into],
    )
  ).map(toMergeJob);

/** @returns undefined if a concurrent transaction has started a merge of the same category */
export const startMergeJob = async (
  query: Query,
  { categoryId, into, actor, total }: Merge & { readonly actor: Actor; readonly total: number },
): Promise<CategoryMergeJob | undefined> =>
  (
    await query<CategoryMergeRow>(
      `INSERT INTO category_merge (category_id, into_id, actor, total)
       VALUES ($1::bigint, $2::bigint, $3::jsonb, $4::bigint)
       ON CONFLICT (running_category_id) DO NOTHING RETURNING ${mergeColumns}`,
      [categoryId, into, JSON.stringify(actor), total],
    )
  ).map(toMergeJob)[0];

/** Reads a merge, running or ended. @returns undefined if there is no merge with this id */
export const findMergeJob = async (
  db: Pick<Tx, "categoryMerge" | "jobStep">,
  id: number,
): Promise<CategoryMergeJob | undefined> => {
  const row = await db.categoryMerge.findUnique({ where: { id } });
  if (row === null) return undefined;
  const waiting = await db.jobStep.count({ where: { kind: "merge", jobId: id, waitingSince: { not: null } } });
  return toMergeJob({ ...row, isWaiting: waiting > 0 });
};
