import type { Event, Scope } from "@petstore/contract/routes";
import type { EventRow, Head } from "./read-feed.js";
import { showEvent, type StoredEvent } from "./show-event.js";

/** A position in the feed between two events. */
export type Place = { readonly epoch: string; readonly position: number };

/** An event as readers of one scope see it. */
export type FeedEvent = {
  readonly event: Event;
  /** The event as JSON, which is created once for all readers of a scope. */
  readonly json: string;
};

/**
 * The event of a row as each scope sees it. It is created when a reader first needs it. Null means that the scope does
 * not see the event.
 */
export type Loaded = EventRow & { readonly shown: Map<Scope, FeedEvent | null> };

/**
 * The head of the feed, and the attributes that keys of scope `read` may see. The attributes are read after the head,
 * so that no attribute is shown that was already private by then.
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

/** Parses a row and creates its event, unless that was already done for the same scope. */
export const showRow = (
  row: Loaded,
  { epoch, publicAttributes }: Pick<Sight, "epoch" | "publicAttributes">,
  scope: Scope,
): FeedEvent | null => {
  let one = row.shown.get(scope);
  if (one === undefined) {
    const shown = showEvent(storedEvent(row), scope, (name) => publicAttributes.has(name));
    // A test (`whole-states.test.ts`) ensures that the recorded states have the schemas of the contract. The types
    // cannot express this.
    const event = shown && ({ id: writePlace({ epoch, position: row.position }), ...shown } as Event);
    one = event === undefined ? null : { event, json: JSON.stringify(event) };
    row.shown.set(scope, one);
  }
  return one;
};
