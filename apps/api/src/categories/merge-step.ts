import type { Actor } from "@petstore/contract/routes";
import type { Query, StoredId } from "../database/query.js";
import { audited } from "../operation/audit-trail.js";
import { lockBoth, type Merge } from "./lock-both.js";
import { countPets, finishMerge } from "./merge-into.js";

/** A step holds its locks for about 50 ms (docs/scaling.md). */
const STEP_PETS = 1_000;

/**
 * `last` means that only the last step remains. `taken` means that another process is running the step, or that the
 * merge is done.
 */
export type StepResult = "more" | "last" | "done" | "taken";

type Job = Merge & { readonly id: string; readonly actor: Actor; readonly moved: number; readonly reached: string };
type JobRow = Record<"categoryId" | "intoId" | "moved", StoredId> & Pick<Job, "actor" | "reached">;

/** Locks a running merge until the transaction ends. If the process is killed, another one can continue it. */
const takeJob = async (query: Query, id: string): Promise<Job | undefined> => {
  const [row] = await query<JobRow>(
    `SELECT category_id AS "categoryId", into_id AS "intoId", actor, moved, reached_pet_id::text AS reached
     FROM category_merge WHERE id = $1::bigint AND finished_at IS NULL FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return row && { ...row, id, categoryId: Number(row.categoryId), into: Number(row.intoId), moved: Number(row.moved) };
};

/**
 * Moves pets but skips those that other transactions are changing, so that no step waits. The last step moves the
 * skipped ones.
 */
const movePets = async (query: Query, { id, categoryId, into, reached }: Job): Promise<number> => {
  const [result] = await query<{ count: string }>(
    `WITH batch AS MATERIALIZED (
       SELECT id FROM pet WHERE category_id = $1::bigint AND id > $3::bigint
       ORDER BY id LIMIT ${STEP_PETS} FOR NO KEY UPDATE SKIP LOCKED
     ), moved AS (
       UPDATE pet SET category_id = $2::bigint FROM batch WHERE pet.id = batch.id RETURNING pet.id
     ), progress AS (
       SELECT count(*) AS count, max(id) AS reached FROM moved
     ), saved AS (
       UPDATE category_merge SET moved = moved + count, reached_pet_id = coalesce(reached, reached_pet_id)
       FROM progress WHERE category_merge.id = $4::bigint
     )
     SELECT count FROM progress`,
    [categoryId, into, reached, id],
  );
  return Number(result?.count);
};

const startOver = (query: Query, { id }: Job) =>
  query("UPDATE category_merge SET reached_pet_id = 0 WHERE id = $1::bigint", [id]);

const finish = async (query: Query, job: Job): Promise<void> => {
  // The foreign keys of a running job prevent the deletion of its category, so the job ends first.
  const whenMoved = (moved: number) => {
    const sql = "UPDATE category_merge SET moved = $2::bigint, finished_at = clock_timestamp() WHERE id = $1::bigint";
    return query(sql, [job.id, moved]);
  };
  await audited(query, job.actor, (record) => finishMerge({ query, record }, job, { before: job.moved, whenMoved }));
};

/**
 * Must run in its own READ COMMITTED transaction.
 * @param isLast - True if an earlier step found no more pets to move.
 */
const mergeStep = async (query: Query, id: string, isLast: boolean): Promise<StepResult> => {
  const job = await takeJob(query, id);
  if (job === undefined) return "taken";
  // Locks categories before pets, as every transaction does that locks both.
  await lockBoth(query, job, isLast ? "deletion" : "reference");
  if (!isLast) return (await movePets(query, job)) === STEP_PETS ? "more" : "last";
  if ((await countPets(query, job.categoryId, STEP_PETS + 1)) > STEP_PETS) {
    await startOver(query, job);
    return "more";
  }
  await finish(query, job);
  return "done";
};

/** @param run - Runs a step in a transaction. @returns once the merge is done, or another process is running it */
export const runMergeSteps = async (
  run: (step: (query: Query) => Promise<StepResult>) => Promise<StepResult>,
  id: string,
  isStopped: () => boolean,
): Promise<StepResult> => {
  let result: StepResult = "more";
  while ((result === "more" || result === "last") && !isStopped()) {
    const isLast = result === "last";
    result = await run((query) => mergeStep(query, id, isLast));
  }
  return result;
};
