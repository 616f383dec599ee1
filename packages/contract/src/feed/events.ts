import { initContract } from "@ts-rest/core";
import { commonErrors, errorResponses } from "../http/errors.js";
import { EventHeaders, EventQuery, MAX_WAIT_SECONDS } from "../event/event-query.js";
import { EventPage } from "./event-page.js";
import { soldEvent } from "../examples.js";
import type { RouteMetadata } from "../http/metadata.js";

const streamed = `retry: 3000\nid: 3f9a2b07-1041\n\nid: ${soldEvent.id}\nevent: ${soldEvent.type}\ndata: ${JSON.stringify(soldEvent)}\n\n`;

/** The route that returns the feed of events. */
export const events = initContract().router(
  {
    listEvents: {
      method: "GET",
      path: "/events",
      summary: "List what changes",
      description:
        "Returns committed changes of the catalogue, each once and without a gap. The changes of one subject come in the order of their commits. A key gets the events about what it may read. Events are kept for 30 days unless the store sets another time.\n\nTo mirror the catalogue, request `after=now` and keep `next`, read the catalogue, then follow the feed from that `next`. With `Accept: text/event-stream` the same events come as Server-Sent Events whose `id` is the cursor, and `Last-Event-ID` resumes the stream. After a 410, start again.",
      query: EventQuery,
      headers: EventHeaders,
      responses: { 200: EventPage, ...errorResponses(400, 410, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        clientTimeoutMs: 2_000 * MAX_WAIT_SECONDS,
        otherAnswerTypes: {
          "text/event-stream": {
            description:
              "Server-Sent Events (HTML Living Standard §9.2) for as long as the client is connected, an hour at most; `limit` and `wait` have no effect. `id` is the cursor, `event` the type, `data` an `Event`. While there are no events, a comment comes every 15 seconds, with the `id` of the last event that a filter has left out. The stream ends with `retry` when the service stops, or the key is revoked, expires or gets another scope.",
            example: streamed,
          },
        },
        statusMeanings: {
          200: "A page of events; or, with `Accept: text/event-stream`, a stream of them.",
          400: "A query parameter or `Last-Event-ID` is unknown or invalid, or the cursor is from another store or beyond the end of the feed.",
          410: "The events after the cursor are no longer kept, or the store was restored or has failed over since: read the catalogue again.",
        },
        headers: {
          200: {
            "Cache-Control": {
              description: "Always `private, no-store`.",
              example: "private, no-store",
              stability: "beta",
            },
          },
        },
        examples: { 200: { page: { data: [soldEvent], next: soldEvent.id, hasMore: false } } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
