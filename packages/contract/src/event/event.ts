import * as z from "zod";
import { Actor } from "./audit-event.js";
import { HistorySubjectFilter } from "./audit-filters.js";
import { historyKinds } from "./audit-kinds.js";
import { EventType } from "./event-type.js";
import { sale } from "../examples.js";
import { decimalDigits, Id } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { limitOf } from "../http/paging.js";
import { personal } from "../http/personal.js";
import { growing, rule } from "../http/rules.js";

/** The largest page of events. */
export const MAX_EVENTS = 1_000;

/** The maximum time that `GET /events` waits for an event, in seconds. */
export const MAX_WAIT_SECONDS = 25;

const MAX_CURSOR_LENGTH = 32;
const positionRule = "must be the id of an event or the next of a page, from this service";
const afterRule = `must be now, ${positionRule.slice("must be ".length)}`;

/**
 * A cursor marks a position between two events. It contains the epoch of the feed and a position, but it is opaque to
 * clients: only the service that created it can read it.
 */
export const EventCursor = z
  .string(rule(positionRule))
  .regex(/^[0-9a-f]{8}(?:[0-9a-f]{8})?-(?:0|[1-9][0-9]{0,14})$/, positionRule)
  .meta({ maxLength: MAX_CURSOR_LENGTH });

// z.json() would add a recursive schema to the document.
const state = personal(z.record(z.string(), z.unknown()).nullable());

/** The pets that a consumer must read again, because no event contains their new state. */
const Range = z.strictObject({
  categoryId: Id.optional().meta({ description: "All pets of this category.", examples: [1] }),
  firstPetId: Id.optional().meta({ description: "The pets from this id on, up to `lastPetId`.", examples: [200] }),
  lastPetId: Id.optional().meta({ description: "The last of the pets from `firstPetId` on.", examples: [10_199] }),
});

/** A change of the catalogue that has been committed. */
export const Event = z
  .strictObject({
    id: EventCursor.meta({
      description: "Unique identifier, and the cursor that leads on from here: `after`, or `Last-Event-ID`.",
      examples: ["3f9a2b07-1042"],
    }),
    type: growing(EventType).meta({
      description:
        "The kind of subject and what has become of it. What is restored is created again, with its id. An attribute that becomes private is `attribute.deleted` for keys of scope `read`.",
    }),
    at: moment.meta({
      description:
        "When the change was made, in UTC. Events of one subject are in the order of their commits, which may not be that of these times.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    subject: z
      .strictObject({
        kind: growing(z.enum(historyKinds)).meta({ description: "The kind of the subject." }),
        id: Id.nullable().meta({
          description: "Its id; that of the pet for a profile, null for the catalogue.",
          examples: [123],
        }),
      })
      .meta({ description: "What has changed." }),
    changed: z.array(z.string()).meta({
      description:
        "The fields that differ between `before` and `after`, `attributes.NAME` for a value of a profile; empty unless both are given.",
      examples: [["status"]],
    }),
    before: state.meta({
      description:
        "The subject before the change, as the interface represents it; null if it did not exist. For API keys of scope `read`, profiles and orders have no `updatedAt` here: it may be that of a change which such keys do not see.",
      examples: [sale.before],
    }),
    after: state.meta({
      description: "The subject after the change; null if it was deleted. As in an audit event for merges and imports.",
      examples: [sale.after],
    }),
    resync: z
      .literal(true)
      .optional()
      .meta({
        description:
          "Only true: many pets have changed, no other event tells it, and those of `range` must be read again.",
        examples: [true],
      }),
    range: Range.optional().meta({ description: "The pets that `resync` is about." }),
    actor: Actor.optional().meta({ description: "Who made the change; for API keys of scope `admin`." }),
  })
  .meta({ id: "Event", description: "A change of the catalogue that has been committed." });
/** See the schema of the same name. */
export type Event = z.infer<typeof Event>;

/** A page of events, and the cursor at which the next page starts. */
export const EventPage = z
  .strictObject({
    data: z.array(Event).meta({ description: "Events in the order of the feed." }),
    next: EventCursor.meta({
      description: "The `after` of the next request; events that a filter leaves out are passed, too.",
      examples: ["3f9a2b07-1042"],
    }),
    hasMore: z.boolean().meta({ description: "Whether there were more events when this page was read." }),
  })
  .meta({ id: "EventPage", description: "A page of events, and where the next one starts." });
/** See the schema of the same name. */
export type EventPage = z.infer<typeof EventPage>;

const typeRule = `must be one of ${EventType.options.join(", ")}`;
const waitRule = `must be an integer from 0 to ${MAX_WAIT_SECONDS}`;

/** The filters of events, the same wherever events are read. */
export const EventFilter = z.strictObject({
  types: z
    .union([z.string(), z.array(z.string())], rule(typeRule))
    .transform((given) => [given].flat())
    .pipe(z.array(EventType, rule(typeRule)).min(1, typeRule).max(EventType.options.length, typeRule))
    .optional()
    .meta({
      description: "Only events of these types, one parameter each (`types=pet.created&types=pet.deleted`).",
      examples: [["pet.created", "pet.updated"]],
    }) as unknown as z.ZodOptional<z.ZodType<EventType[], EventType[]>>,
  subject: HistorySubjectFilter.optional().meta({
    description: "Only events of one subject (`pet:123`) or of all of a kind (`pet`).",
    examples: ["pet:123"],
  }),
});

/** The query of `GET /events`. */
export const EventQuery = z.strictObject({
  after: z
    .string(rule(afterRule))
    .regex(/^(?:now|[0-9a-f]{8}(?:[0-9a-f]{8})?-(?:0|[1-9][0-9]{0,14}))$/, afterRule)
    .meta({ maxLength: MAX_CURSOR_LENGTH })
    .optional()
    .meta({
      description:
        "Only events after this one, or after this `next`. `now` is the end of the feed: take it, read the catalogue, then follow. Without it the feed starts at the oldest event that it has.",
      examples: ["now"],
    }),
  ...EventFilter.shape,
  limit: limitOf("events", MAX_EVENTS, 100),
  wait: decimalDigits(z.int(rule(waitRule)).min(0, waitRule).max(MAX_WAIT_SECONDS, waitRule), waitRule)
    .default(0)
    .meta({
      description: "Seconds to wait for an event if there is none; the response comes as soon as there is one.",
      examples: [0],
    }),
});

/** The header fields of `GET /events`. */
export const EventHeaders = {
  "last-event-id": EventCursor.optional().meta({
    description: "The `id` of the last event of a stream, which browsers send by themselves: it replaces `after`.",
    examples: ["3f9a2b07-1042"],
    "x-stability": "beta",
  }),
};
