import * as z from "zod";
import { HistorySubjectFilter } from "./audit-filters.js";
import { EventCursor, MAX_CURSOR_LENGTH, positionRule } from "./event-parts.js";
import { EventType } from "./event-type.js";
import { decimalDigits } from "../http/identifiers.js";
import { limitOf } from "../http/paging.js";
import { repeatable, rule } from "../http/rules.js";

/** The largest page of events. */
export const MAX_EVENTS = 1_000;

/** The maximum time that `GET /events` waits for an event, in seconds. */
export const MAX_WAIT_SECONDS = 25;

const afterRule = `must be \`now\`, ${positionRule.slice("must be ".length)}`;
const typeRule = `must be one of ${EventType.options.join(", ")}`;
const waitRule = `must be an integer from 0 to ${MAX_WAIT_SECONDS}`;

/** The filters of events, the same wherever events are read. */
export const EventFilter = z.strictObject({
  types: repeatable(EventType, EventType.options.length, { mistake: typeRule, none: typeRule, tooMany: typeRule })
    .optional()
    .meta({
      description: "Only events of these types, one parameter each (`types=pet.created&types=pet.deleted`).",
      examples: [["pet.created", "pet.updated"]],
    }),
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
        "Only events after this one, or after this `next`. `now` is the end of the feed: take it, read the catalogue, then follow. Without this parameter the feed starts at its oldest event.",
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
    description: "The `id` of the last event of a stream. Browsers send it by themselves, and it replaces `after`.",
    examples: ["3f9a2b07-1042"],
    "x-stability": "beta",
  }),
};
