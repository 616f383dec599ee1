import type { Event, Scope } from "@petstore/contract/routes";
import type { EventRow, Head } from "./read-feed.js";
import { showEvent, type StoredEvent } from "./show-event.js";

/** A place between two events. */
export type Place = { readonly epoch: string; readonly position: number };

/** An event as readers of one scope see it. */
export type FeedEvent = {
  readonly event: Event;
  /** The event in JSON, which is written once for all readers of a scope. */
  readonly json: string;
};

/** What each scope sees of a row, filled when somebody asks. Null means that the scope sees nothing. */
export type Loaded = EventRow & { readonly shown: Map<Scope, FeedEvent | null> };

/**
 * The head of the feed, and what keys of scope `read` may see. It is read after the head, so that nothing made private
 * before then is shown.
 */
export type Sight = Head & { readonly publicAttributes: ReadonlySet<string> };

export const writePlace = ({ epoch, position }: Place): string => `${epoch}-${position}`;

const idOf = (id: string | null) => (id === null ? null : Number(id));
const stateOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as StoredEvent["before"]));

const storedEvent = ({ at, action, kind, subjectId, before, after, ...actor }: EventRow): StoredEvent => ({
  at,
  action,
  subject: { kind, id: idOf(subjectId) },
  before: stateOf(before),
  after: stateOf(after),
  actor: { kind: actor.actorKind, id: idOf(actor.actorId), name: actor.actorName },
});

/** Parses a row and writes its event, unless somebody of the same scope has seen it before. */
export const showRow = (
  row: Loaded,
  { epoch, publicAttributes }: Pick<Sight, "epoch" | "publicAttributes">,
  scope: Scope,
): FeedEvent | null => {
  let one = row.shown.get(scope);
  if (one === undefined) {
    const shown = showEvent(storedEvent(row), scope, (name) => publicAttributes.has(name));
    const event = shown && { id: writePlace({ epoch, position: row.position }), ...shown };
    one = event === undefined ? null : { event, json: JSON.stringify(event) };
    row.shown.set(scope, one);
  }
  return one;
};
