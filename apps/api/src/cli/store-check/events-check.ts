import type { StoreCheck } from "./check.js";
import { type FaultyRows, findFaultyRows, findInTurn } from "./faulty-rows.js";

const forgetAll =
  "stop the service and forget them, so that followers read the catalogue again: BEGIN; DELETE FROM event_position; UPDATE event_feed SET expired_position = position; COMMIT";

/** @param source - A query of `at`, `event_id` and, as a text for people, `place`. */
const withoutEvent = (source: string) => `
  SELECT place || ': event ' || event_id || ' of ' || at AS example FROM (${source}) AS noted
  WHERE NOT EXISTS (SELECT FROM audit_event WHERE audit_event.at = noted.at AND audit_event.id = noted.event_id)`;

const faults: readonly FaultyRows[] = [
  {
    place: "event_position",
    rule: "has gaps or duplicates in the positions of the feed",
    remedy: forgetAll,
    select: `
      SELECT 'from ' || min(position) || ' to ' || max(position) || ': ' || count(*) || ' positions, the feed has those from '
        || first || ' to ' || last AS example
      FROM event_position, (
        SELECT coalesce(max(expired_position), 0) + 1 AS first, coalesce(max(event_feed.position), 0) AS last FROM event_feed
      ) AS feed GROUP BY first, last HAVING min(position) <> first OR max(position) <> last OR count(*) <> last - first + 1
      UNION ALL SELECT 'none of those up to ' || position FROM event_feed
      WHERE expired_position < position AND NOT EXISTS (SELECT FROM event_position)`,
  },
  {
    place: "event_position",
    rule: "has a position for an event that is not in the audit trail",
    remedy: forgetAll,
    select: withoutEvent("SELECT at, event_id, 'position ' || position AS place FROM event_position"),
  },
  {
    place: "event_pending",
    rule: "refers to an event that is not in the audit trail",
    remedy: "delete the note: DELETE FROM event_pending WHERE id = …",
    select: withoutEvent("SELECT at, unnest(event_ids) AS event_id, 'note ' || id AS place FROM event_pending"),
  },
];

export const eventsCheck: StoreCheck = {
  name: "events",
  verifies: "The feed has each position exactly once, and the audit trail has the event of each position.",
  run: (query, onProgress) => findInTurn(faults, (one) => findFaultyRows(query, one), onProgress),
};
