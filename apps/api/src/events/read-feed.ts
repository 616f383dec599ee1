import type { ActorKind } from "@petstore/contract/routes";
import { photosSql } from "../database/photos-sql.js";
import type { Query } from "../database/query.js";
import { NO_PICTURE, type StoredEvent } from "./show-event.js";

/** The end of the feed, and the epoch of its positions. */
export type Head = {
  readonly epoch: string;
  readonly earlierEpochs: readonly string[];
  /** The last position. */
  readonly position: number;
  /** The last position whose event is no longer kept. */
  readonly expired: number;
  /** How long the oldest change had waited for its position, in seconds. */
  readonly pendingSeconds: number;
};

type HeadRow = Record<"epoch" | "position" | "expired", string> & {
  readonly earlierEpochs: string[];
  readonly pendingSeconds: number;
};

/** How many notes one call of number_events processes. Each note contains the events of one statement. */
const NOTES = 500;

/**
 * Assigns positions to all events that were committed before the call.
 * @param query - Uses a pool, so that each call is a separate transaction.
 * @param known - A position that the feed has already reached.
 */
export const numberEvents = async (query: Query, known = -NOTES): Promise<Head> => {
  let pendingSeconds = 0;
  for (let before = known; ; ) {
    const [row] = await query<HeadRow>(
      // The subselect sees the state before the function runs.
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
    // If there were fewer events than a call can process, none are left.
    if (position - before < NOTES) return { epoch, earlierEpochs, position, expired, pendingSeconds };
    before = position;
  }
};

/**
 * An event with its position.
 * @param before, after - The states as JSON, which are parsed only when a reader needs the event.
 */
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

/**
 * The part of a filter that PostgreSQL applies, so that the excluded rows need not be parsed. Null selects everything.
 */
export type RowFilter = {
  readonly actions: readonly string[] | null;
  /**
   * The actions that are updates. An update may be shown as another type if one of its states is missing or its subject
   * is an attribute.
   */
  readonly updates: readonly string[];
  /** The kinds of subjects whose updates are selected as well. */
  readonly updatedKinds: readonly string[];
  readonly kind: string | null;
  readonly id: string | null;
};

const everything: RowFilter = { actions: null, updates: [], updatedKinds: [], kind: null, id: null };

/** The limits of one statement. */
export type Chunk = {
  /** The maximum number of positions that one read examines. */
  readonly most: number;
  /** The maximum number of events that one read returns among these positions. */
  readonly mostRows?: number;
  readonly maxBytes?: number;
  readonly filter?: RowFilter | undefined;
};

export type ReadRows = {
  readonly rows: readonly EventRow[];
  /**
   * The last position that was examined. If the feed has another epoch or the next event is missing, it is the position
   * of `after`.
   */
  readonly end: number;
};

/** The maximum number of bytes that one statement reads. A state can have up to 100 KB. */
const MAX_ROWS_BYTES = 4_000_000;

/** Adds up the sizes of the states in rows. */
export const bytesOf = (rows: readonly Pick<EventRow, "before" | "after">[]) =>
  rows.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);

/** A state as JSON text, with the photos of a profile, which the audit trail does not have. */
const stateSql = (state: "before" | "after") =>
  `CASE WHEN subject_kind = 'profile' THEN left(${state}::text, -1) || ', "photos": ' || photos || '}' ELSE ${state}::text END`;

/**
 * The present photos of a profile. The earlier ones are not needed, because each change of a photo has its own event.
 */
const photosOfProfile = `CASE WHEN subject_kind = 'profile' THEN ${photosSql("subject_id", `'${NO_PICTURE}'`)}::text END`;

/** @returns The events after a position that the filter selects, within the limits of a chunk. */
export const readRows = async (
  query: Query,
  after: number,
  { epoch, position: until }: Pick<Head, "epoch" | "position">,
  { most, mostRows = most, maxBytes = MAX_ROWS_BYTES, filter = everything }: Chunk,
): Promise<ReadRows> => {
  const { actions, updates, updatedKinds, kind, id } = filter;
  const found = await query<Omit<EventRow, "position"> & { readonly place: string | null; readonly isThere: boolean }>(
    `SELECT start."isThere", read.position::text AS place, at, action, kind, "subjectId", before, after, "actorKind",
       "actorId", "actorName" FROM (
       SELECT (SELECT event_feed.epoch FROM event_feed) = $4
         AND EXISTS (SELECT FROM event_position WHERE event_position.position = $1::bigint + 1) AS "isThere"
     ) AS start LEFT JOIN LATERAL (
       SELECT place.position, place.at, event.action, event.subject_kind AS kind, event.subject_id::text AS "subjectId",
         event.before, event.after, event.actor_kind AS "actorKind", event.actor_id::text AS "actorId",
         event.actor_name AS "actorName",
         sum(coalesce(length(event.before), 0) + coalesce(length(event.after), 0)) OVER
           (ORDER BY place.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
       FROM event_position AS place CROSS JOIN LATERAL (
         SELECT action, subject_kind, subject_id, ${stateSql("before")} AS before, ${stateSql("after")} AS after,
           actor_kind, actor_id, actor_name FROM audit_event CROSS JOIN LATERAL (SELECT ${photosOfProfile} AS photos) AS shown
         WHERE audit_event.at = place.at AND audit_event.id = place.event_id
           AND ($7::text[] IS NULL OR action = ANY($7::text[]) OR (action = ANY($8::text[]) AND subject_kind = ANY($9::text[])
             AND (audit_event.before IS NULL OR audit_event.after IS NULL OR subject_kind = 'attribute')))
           AND ($10::text IS NULL OR subject_kind = $10::text) AND ($11::bigint IS NULL OR subject_id = $11::bigint)
         LIMIT 1
       ) AS event
       WHERE place.position > $1::bigint AND place.position <= least($2::bigint, $1::bigint + $3::integer)
       ORDER BY place.position LIMIT $6::integer
     ) AS read ON start."isThere" AND coalesce(read.bytes_before, 0) < $5::integer ORDER BY read.position`,
    [after, until, most, epoch, maxBytes, mostRows, actions, updates, updatedKinds, kind, id],
    "read_events",
  );
  if (found[0]?.isThere !== true) return { rows: [], end: after };
  const rows = found.flatMap(({ place, isThere: _, ...row }) =>
    place === null ? [] : [{ ...row, position: Number(place) }],
  );
  // A character of PostgreSQL has one or two UTF-16 code units. So if the size is below the limit, no row was excluded
  // because of the limit.
  const isCut = rows.length === mostRows || bytesOf(rows) >= maxBytes;
  return { rows, end: (isCut ? rows.at(-1)?.position : undefined) ?? Math.min(until, after + most) };
};

/** @returns The names of the attributes whose values keys of scope `read` may see. */
export const readPublicAttributes = async (query: Query): Promise<ReadonlySet<string>> => {
  const rows = await query<{ name: string }>("SELECT name FROM attribute WHERE is_public", [], "public_attributes");
  return new Set(rows.map(({ name }) => name));
};
