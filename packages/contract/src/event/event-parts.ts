import * as z from "zod";
import { historyKinds } from "./event-type.js";
import { Id } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { growing, rule } from "../http/rules.js";

/** The longest cursor of the feed. */
export const MAX_CURSOR_LENGTH = 32;
/** The rule for a cursor. */
export const positionRule = "must be the id of an event, or `next` from a page of events, as this service returned it";

/**
 * A cursor marks a position between two events. It contains the epoch of the feed and a position, but it is opaque to
 * clients: only the service that created it can read it.
 */
export const EventCursor = z
  .string(rule(positionRule))
  .regex(/^[0-9a-f]{8}(?:[0-9a-f]{8})?-(?:0|[1-9][0-9]{0,14})$/, positionRule)
  .meta({ maxLength: MAX_CURSOR_LENGTH });

/** The id of an event. */
export const EventId = EventCursor.meta({
  id: "EventId",
  description:
    "Unique identifier. It is also the cursor with which a client continues after this event, as `after` or as `Last-Event-ID`.",
  examples: ["3f9a2b07-1042"],
});

/** The time of an event. */
export const EventTime = moment.meta({
  id: "EventTime",
  description:
    "When the change was made, in UTC. Events of one subject are in the order of their commits, which may differ from the order of these times.",
  examples: ["2026-11-21T09:30:00.000Z"],
});

/** The subject of an event. */
export const EventSubject = z
  .strictObject({
    kind: growing(z.enum(historyKinds)).meta({ description: "The kind of the subject." }),
    id: Id.meta({ description: "Its id. For a profile, this is the id of its pet.", examples: [123] }),
  })
  .meta({ id: "EventSubject", description: "What has changed." });

/** The subject of an event about a photo or a note, whose pet a consumer knows without the states. */
export const EventPetPart = z
  .strictObject({
    kind: growing(z.enum(["photo", "note"])).meta({ description: "The kind of the subject." }),
    id: Id.meta({ description: "Its id.", examples: [7] }),
    petId: Id.meta({ description: "The pet that it belongs to.", examples: [123] }),
  })
  .meta({ id: "EventPetPart", description: "What has changed: a photo or a note of a pet." });

/** The subject of an event about many pets. */
export const EventCatalogue = z
  .strictObject({
    kind: z.literal("catalogue").meta({ description: "The catalogue as a whole." }),
    id: z.null().meta({ description: "The catalogue has no id." }),
  })
  .meta({ id: "EventCatalogue", description: "What has changed: many pets at once." });

/** The names of the fields that a change has changed. */
export const ChangedFields = z.array(z.string()).meta({
  id: "ChangedFields",
  description:
    "The fields that differ between `before` and `after`, `attributes.NAME` for a value of a profile; empty unless both are given.",
  examples: [["status"]],
});

/** The pets that a consumer must read again, because no event contains their new state. */
export const EventRange = z
  .strictObject({
    categoryId: Id.optional().meta({ description: "All pets of this category.", examples: [1] }),
    firstPetId: Id.optional().meta({ description: "The pets from this id on, up to `lastPetId`.", examples: [200] }),
    lastPetId: Id.optional().meta({ description: "The last of the pets from `firstPetId` on.", examples: [10_199] }),
  })
  .meta({ id: "EventRange", description: "The pets that must be read again because of `resync`." });

/** The mark of an event after which pets must be read again. */
export const Resync = z.literal(true).meta({
  description: "Many pets have changed without events of their own, so the pets of `range` must be read again.",
});
