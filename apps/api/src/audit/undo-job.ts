import { type Actor, type LeftByUndo, MAX_LISTED_LEFT } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";

/** A row of `action_undo` that is running. */
export type Job = {
  /** The id of the action, which is the id of the event that represents it. */
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly accountId: string;
  readonly key: string;
  /** The id of the undo as an action; null until it has changed something. */
  readonly undoId: string | null;
  /**
   * The id of the undo as an action, if it had already changed something before this run. The run then starts over, and
   * everything that the undo has already restored counts as done.
   */
  readonly earlierUndoId: string | null;
  readonly done: number;
  readonly left: number;
  readonly total: number;
  readonly reachedAt: Date | null;
  readonly reachedId: string | null;
  readonly reachedPetId: string | null;
  readonly startedAt: Date;
  /** The only kind of subject to restore; null for all. */
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
};

/** Locks a running undo until the transaction ends. If the process is killed, another one can continue it. */
export const takeJob = async (query: Query, id: string): Promise<Job | undefined> => {
  const sql = `SELECT job.at, actor, job.account_id::text AS "accountId", job.key::text AS "undoKey", done, "left", total,
      reached_at AS "reachedAt", reached_id::text AS "reachedId", reached_pet_id::text AS "reachedPetId",
      started_at AS "startedAt", subject_kind AS "subjectKind", subject_id::text AS "subjectId", undo.id::text AS "undoId",
      CASE WHEN undo.at < started_at THEN undo.id::text END AS "earlierUndoId"
    FROM action_undo AS job LEFT JOIN action AS undo ON undo.account_id = job.account_id AND undo.key = job.key
    WHERE job.id = $1::bigint AND status = 'running' FOR UPDATE OF job SKIP LOCKED`;
  const [row] = await query<Omit<Job, "id" | "key"> & { readonly undoKey: string }>(sql, [id]);
  if (row === undefined) return undefined;
  const { undoKey, ...job } = row;
  return { ...job, id, key: undoKey };
};

/** The outcome of a step. */
export type Progress = {
  /** The number of changes that the undo has restored or left. */
  readonly tried: number;
  readonly left: readonly LeftByUndo[];
  /**
   * The number of changes about which nothing is known any more, for example because their events were deleted from the
   * audit trail.
   */
  readonly lost?: number;
  readonly reached: Partial<Pick<Job, "reachedAt" | "reachedId" | "reachedPetId">>;
  readonly isLast: boolean;
  /** The new total, if the action has grown since the start of the undo. */
  readonly total?: number;
};

export const saveProgress = (
  query: Query,
  { id }: Job,
  { tried, left, lost = 0, reached, isLast, total }: Progress,
): Promise<unknown> =>
  query(
    `UPDATE action_undo SET done = done + $2::integer, "left" = "left" + $3::integer,
       left_out = left_out || jsonb_path_query_array($4::jsonb, '$[0 to $most]',
         jsonb_build_object('most', ${MAX_LISTED_LEFT - 1} - jsonb_array_length(left_out))),
       reached_at = coalesce($5::timestamptz, reached_at), reached_id = coalesce($6::bigint, reached_id),
       reached_pet_id = coalesce($7::bigint, reached_pet_id),
       status = CASE WHEN $8::boolean THEN 'done' ELSE status END,
       finished_at = CASE WHEN $8::boolean THEN clock_timestamp() END,
       total = coalesce($9::integer, total)
     WHERE id = $1::bigint`,
    [
      id,
      tried - left.length,
      left.length + lost,
      JSON.stringify(left),
      reached.reachedAt ?? null,
      reached.reachedId ?? null,
      reached.reachedPetId ?? null,
      isLast,
      total ?? null,
    ],
  );
