import { endedEarly } from "../../audit/ended-early.js";
import type { Query } from "../../database/query.js";

/**
 * Undos that ended without reaching all changes. Versions until 2026-11-26 skipped events where ids get another digit,
 * and called such an undo done. An undo that was itself undone is left as it is.
 */
const isUnreached = `${endedEarly} AND NOT EXISTS (
    SELECT FROM action AS undo JOIN action_undo AS of_undo USING (id)
    WHERE undo.account_id = job.account_id AND undo.key = job.key
  )`;

/** Selects each such undo as a text `example`, with the id that the API gives the action. */
export const unreachedUndosSql = `
  SELECT 'action ' || (extract(epoch FROM job.at) * 1000)::bigint || '-' || job.id || ': '
    || job.total - job.done - job."left" || ' of ' || job.total AS example
  FROM action_undo AS job WHERE ${isUnreached} ORDER BY job.id`;

/** Lets these undos start over; they skip what they have restored. @returns how many there are */
export const reopenUnreachedUndos = async (query: Query): Promise<number> => {
  const reopened = await query(
    `UPDATE action_undo AS job SET status = 'running', finished_at = NULL, started_at = clock_timestamp(), done = 0, "left" = 0,
       left_out = '[]', reached_at = NULL, reached_id = NULL, reached_pet_id = NULL
     WHERE ${isUnreached} RETURNING 1`,
    [],
  );
  return reopened.length;
};
