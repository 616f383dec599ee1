import type { ActorKind } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import type { StoredEvent } from "./show-event.js";

/** Where the feed is, and what its positions belong to. */
export type Head = {
  readonly epoch: string;
  readonly earlierEpochs: readonly string[];
  /** The last position. */
  readonly position: number;
  /** The last one whose event is no longer kept. */
  readonly expired: number;
  /** How long the oldest change had waited for its position, in seconds. */
  readonly pendingSeconds: number;
};

type HeadRow = Record<"epoch" | "position" | "expired", string> & {
  readonly earlierEpochs: string[];
  readonly pendingSeconds: number;
};

/** Notes of one call of number_events: each has the events of one statement. */
const NOTES = 500;

/**
 * Gives positions to all that is committed before the call.
 * @param query - Of a pool: each call is a transaction of its own. @param known - A position that the feed has reached.
 */
export const numberEvents = async (query: Query, known = -NOTES): Promise<Head> => {
  let pendingSeconds = 0;
  for (let before = known; ; ) {
    const [row] = await query<HeadRow>(
      // The subselect sees what was there before the function runs.
      `SELECT epoch, earlier_epochs AS "earlierEpochs", position, expired_position AS expired,
         coalesce(extract(epoch FROM clock_timestamp() - (SELECT at FROM event_pending ORDER BY id LIMIT 1)), 0)::float AS "pendingSeconds"
       FROM number_events(${NOTES})`,
      [],
      "number_events",
    );
    if (row === undefined) throw new TypeError("The feed of events has no row.");
    const { epoch, earlierEpochs } = row;
    const [position, expired] = [Number(row.position), Number(row.expired)];
    pendingSeconds = Math.max(pendingSeconds, row.pendingSeconds);
    // Fewer events than the notes that one call moves: none is left.
    if (position - before < NOTES) return { epoch, earlierEpochs, position, expired, pendingSeconds };
    before = position;
  }
};

/** An event at its position. @param before, after - JSON of the states, parsed when someone sees the event. */
export type EventRow = {
  readonly position: number;
  readonly at: Date;
  readonly action: StoredEvent["action"];
  readonly kind: StoredEvent["subject"]["kind"];
  readonly subjectId: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string;
};

/** What one statement reads: states are up to 100 KB each. */
const MAX_ROWS_BYTES = 4_000_000;

/** @returns consecutive events, `most` at most; none if the feed has another epoch, or the next event is not there */
export const readRows = async (
  query: Query,
  after: number,
  { epoch, position: until }: Pick<Head, "epoch" | "position">,
  most: number,
  maxBytes = MAX_ROWS_BYTES,
): Promise<EventRow[]> => {
  const rows = await query<Omit<EventRow, "position"> & { readonly position: string }>(
    `SELECT position, at, action, kind, "subjectId", before, after, "actorKind", "actorId", "actorName" FROM (
       SELECT place.position, place.at, event.action, event.subject_kind AS kind, event.subject_id::text AS "subjectId",
         event.before, event.after, event.actor_kind AS "actorKind", event.actor_id::text AS "actorId",
         event.actor_name AS "actorName",
         sum(coalesce(length(event.before), 0) + coalesce(length(event.after), 0)) OVER
           (ORDER BY place.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
       FROM event_position AS place CROSS JOIN LATERAL (
         SELECT action, subject_kind, subject_id, before::text, after::text, actor_kind, actor_id, actor_name FROM audit_event
         WHERE audit_event.at = place.at AND audit_event.id = place.event_id LIMIT 1
       ) AS event
       WHERE place.position > $1::bigint AND place.position <= least($2::bigint, $1::bigint + $3::integer)
         AND (SELECT event_feed.epoch FROM event_feed) = $4
     ) AS read WHERE coalesce(bytes_before, 0) < $5::integer ORDER BY read.position`,
    [after, until, most, epoch, maxBytes],
    "read_events",
  );
  return Number(rows[0]?.position) === after + 1
    ? rows.map(({ position, ...row }) => ({ ...row, position: Number(position) }))
    : [];
};

/** @returns the names of the attributes whose values keys of scope `read` see */
export const readPublicAttributes = async (query: Query): Promise<ReadonlySet<string>> => {
  const rows = await query<{ name: string }>("SELECT name FROM attribute WHERE is_public", [], "public_attributes");
  return new Set(rows.map(({ name }) => name));
};
