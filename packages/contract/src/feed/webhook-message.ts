import * as z from "zod";
import { Actor } from "../event/audit-event.js";
import {
  ChangedFields,
  EventCatalogue,
  EventId,
  EventPetPart,
  EventRange,
  EventSubject,
  EventTime,
  Resync,
} from "../event/event-parts.js";
import { SentEventType } from "../event/event-type.js";
import { Event } from "./event.js";
import { moment } from "../http/moments.js";

const timestamp = moment.meta({
  description: "When the event happened, in UTC.",
  examples: ["2026-11-21T09:30:00.000Z"],
});

/** An event without its states. */
const EventNotice = z
  .strictObject({
    id: EventId,
    type: SentEventType,
    at: EventTime,
    subject: z.union([EventPetPart, EventSubject, EventCatalogue]).meta({ description: "What has changed." }),
    changed: ChangedFields,
    resync: Resync.optional(),
    range: EventRange.optional(),
    actor: Actor.optional(),
  })
  .meta({
    description:
      "An event that is too large for a message (more than 20 kB). It has neither `before` nor `after`, and no `changed` if that is too large as well: read the subject.",
  });

/** The message of an event to a webhook endpoint. */
const EventMessage = z
  .strictObject({
    type: SentEventType,
    timestamp,
    data: z.union([Event, EventNotice]).meta({ description: "The event as the feed has it." }),
  })
  .meta({ description: "An event of the feed." });

/** The message of a test. */
const TestMessage = z
  .strictObject({
    type: z.literal("test").meta({ description: "The type." }),
    timestamp,
    data: z.strictObject({}).meta({ description: "A test has no event.", examples: [{}] }),
  })
  .meta({ description: "A test, which `testWebhookEndpoint` sends." });

/** The message that an endpoint has missed events. */
const ResyncMessage = z
  .strictObject({
    type: z.literal("resync").meta({ description: "The type." }),
    timestamp,
    data: z
      .strictObject({
        id: EventId,
        resync: z.literal(true).meta({ description: "Read the catalogue again." }),
      })
      .meta({ description: "The event from which the messages continue." }),
  })
  .meta({ description: "Events before `data.id` are lost: read the catalogue again." });

/**
 * What a webhook endpoint receives. It has no components of its own in the document: generators such as oapi-codegen
 * leave out those that no path refers to, and their output would not compile.
 */
export const WebhookMessage = z
  .union([EventMessage, ResyncMessage, TestMessage])
  .meta({ description: "What a webhook endpoint receives." });
