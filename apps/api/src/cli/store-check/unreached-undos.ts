import { endedEarly } from "../../audit/ended-early.js";
import type { Query } from "../../database/query.js";

/**
 * Selects undos that ended without reaching all changes. Versions before 2026-11-27 skipped events at the point where
 * ids get another digit, and reported such an undo as done. An undo that was itself undone is not selected.
 */
const isUnreached = `${endedEarly} AND NOT EXISTS (
    SELECT FROM action AS undo JOIN action_undo AS of_undo USING (id)
    WHERE undo.account_id = job.account_id AND undo.key = job.key
  )`;

/** Selects each such undo as a text named `example`, with the id that the API gives the action. */
export const unreachedUndosSql = `
  SELECT 'action ' || (extract(epoch FROM job.at) * 1000)::bigint || '-' || job.id || ': '
    || job.total - job.done - job."left" || ' of ' || job.total AS example
  FROM action_undo AS job WHERE ${isUnreached} ORDER BY job.id`;

/** Starts these undos again. They skip what they have already restored. @returns how many there are */
export const reopenUnreachedUndos = async (query: Query): Promise<number> => {
  const reopened = await query(
    `UPDATE action_undo AS job SET status = 'running', finished_at = NULL, started_at = clock_timestamp(), done = 0, "left" = 0,
       left_out = '[]', reached_at = NULL, reached_id = NULL, reached_pet_id = NULL
     WHERE ${isUnreached} RETURNING 1`,
    [],
  );
  return reopened.length;
};
