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
};

type HeadRow = Record<"epoch" | "position" | "expired", string> & { readonly earlierEpochs: string[] };

/** Notes of one call of number_events: each has the events of one statement. */
const NOTES = 500;

/**
 * Gives positions to all that is committed before the call.
 * @param query - Of a pool: each call is a transaction of its own. @param known - A position that the feed has reached.
 */
export const numberEvents = async (query: Query, known = -NOTES): Promise<Head> => {
  for (let before = known; ; ) {
    const [row] = await query<HeadRow>(
      `SELECT epoch, earlier_epochs AS "earlierEpochs", position::text, expired_position::text AS expired
       FROM number_events(${NOTES})`,
      [],
      "number_events",
    );
    if (row === undefined) throw new TypeError("The feed of events has no row.");
    const { epoch, earlierEpochs } = row;
    const [position, expired] = [Number(row.position), Number(row.expired)];
    // Fewer events than the notes that one call moves: none is left.
    if (position - before < NOTES) return { epoch, earlierEpochs, position, expired };
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

/** @returns events in order; `until` at most, and at most `most` */
export const readRows = async (query: Query, after: number, until: number, most: number): Promise<EventRow[]> => {
  const rows = await query<Omit<EventRow, "position"> & { readonly position: string }>(
    `SELECT place.position::text, place.at, event.action, event.subject_kind AS kind, event.subject_id::text AS "subjectId",
       event.before::text, event.after::text, event.actor_kind AS "actorKind", event.actor_id::text AS "actorId",
       event.actor_name AS "actorName"
     FROM event_position AS place CROSS JOIN LATERAL (
       SELECT * FROM audit_event WHERE audit_event.at = place.at AND audit_event.id = place.event_id LIMIT 1
     ) AS event
     WHERE place.position > $1::bigint AND place.position <= $2::bigint ORDER BY place.position LIMIT $3::integer`,
    [after, until, most],
    "read_events",
  );
  return rows.map(({ position, ...row }) => ({ ...row, position: Number(position) }));
};

/** @returns the names of the attributes whose values keys of scope `read` see */
export const readPublicAttributes = async (query: Query): Promise<ReadonlySet<string>> => {
  const rows = await query<{ name: string }>("SELECT name FROM attribute WHERE is_public", [], "public_attributes");
  return new Set(rows.map(({ name }) => name));
};
