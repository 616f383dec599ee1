import * as z from "zod";
import { EventCursor } from "../event/event-parts.js";
import { Event } from "./event.js";

/** A page of events, and the cursor at which the next page starts. */
export const EventPage = z
  .strictObject({
    data: z.array(Event).meta({ description: "Events in the order of the feed." }),
    next: EventCursor.meta({
      description: "The `after` of the next request. It is also behind the events that a filter has left out.",
      examples: ["3f9a2b07-1042"],
    }),
    hasMore: z.boolean().meta({ description: "Whether there were more events when this page was read." }),
  })
  .meta({ id: "EventPage", description: "A page of events, and where the next one starts." });
/** See the schema of the same name. */
export type EventPage = z.infer<typeof EventPage>;
