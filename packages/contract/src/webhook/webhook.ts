import * as z from "zod";
import { secret } from "../http/personal.js";
import { EventType, SentEventType } from "../event/event-type.js";
import { EventQuery } from "../event/event-query.js";
import { delivered, exampleSecret, hook } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { nameOf } from "../http/names.js";
import { Cursor, IdSort, Limit } from "../http/paging.js";
import { growing, oneOf, ownRule, rule } from "../http/rules.js";

/** The maximum number of webhook endpoints of a store. */
export const MAX_WEBHOOK_ENDPOINTS = 20;
/** How long the service lists a delivery, in days. */
export const DELIVERY_DAYS = 30;
/** The maximum number of deliveries that are listed for one endpoint. */
export const MAX_DELIVERIES = 1_000;
/** The maximum number of attempts to send an event. A redelivery does not count. */
export const MAX_ATTEMPTS = 10;
/** The longest URL of an endpoint. */
const MAX_URL_LENGTH = 2_048;

const urlRule = `must be an https URL of at most ${MAX_URL_LENGTH} characters, without credentials or a fragment`;

const isTarget = (text: string) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.hash === "" && url.port !== "0";
};

/** The address of a receiver may contain a token, or the password that makes it invalid. */
const Url = secret(
  z
    .string(rule(urlRule))
    .max(MAX_URL_LENGTH, urlRule)
    .refine(isTarget, ownRule(urlRule, { rule: "url", maximum: MAX_URL_LENGTH })),
).meta({
  description:
    "Where events are sent: `https`, without credentials or a fragment, and a host whose addresses are all public. `http` and other networks are accepted only if the operator allows them (`WEBHOOK_ALLOW`).",
  format: "uri",
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s@#]+$",
  examples: [hook.url],
});

const typesRule = "must be an array of event types without repeats";

const Types = z
  .array(EventType, rule(typesRule))
  .max(EventType.options.length, typesRule)
  .refine((types) => new Set(types).size === types.length, typesRule)
  .meta({ description: "The types of the events that are sent; empty for all.", examples: [hook.types] });

const Description = nameOf(200)
  .nullable()
  .meta({ description: "The program that receives the events.", examples: [hook.description] });

/** The statuses of an endpoint that a client can set. */
const ChosenStatus = oneOf(["active", "disabled"]).meta({
  description:
    "The value `active` makes the service send the events after `cursor` at once, even if the endpoint was paused or disabled. The value `disabled` makes it send nothing until the endpoint is active again.",
  examples: ["active"],
});

const WebhookStatus = growing(z.enum(["active", "paused", "disabled"])).meta({
  id: "WebhookStatus",
  description:
    "`active`: events are sent. `paused`: ten requests in a row failed, so one event is tried after 1 to 60 minutes until it succeeds; then all events that waited are sent. `disabled`: nothing is sent.",
});

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ format: "int64", description, examples: [example] });

/** An endpoint that receives events. */
export const WebhookEndpoint = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [hook.id] }),
    url: z.string().meta({ description: "Where events are sent.", examples: [hook.url] }),
    description: z
      .string()
      .nullable()
      .meta({ description: "The program that receives the events.", examples: [hook.description] }),
    types: z
      .array(SentEventType)
      .meta({ description: "The types of the events that are sent; empty for all.", examples: [hook.types] }),
    status: WebhookStatus,
    statusReason: growing(z.enum(["failures", "failing_for_days", "gone", "secret", "request", "copied"]))
      .nullable()
      .meta({
        description:
          "Why it is not active: `failures`, ten in a row; `failing_for_days`, nothing succeeded for 5 days; `gone`, it answered 410; `secret`, its secret was stored under another `AUTH_SECRET`, so rotate it; `request`, a client disabled it; `copied`, the store was restored from a backup or is now in another place, so it might be a copy, and a client must enable the endpoint. Null while it is active.",
        examples: [null],
      }),
    statusSince: moment.meta({ description: "When it got this status, in UTC.", examples: [hook.statusSince] }),
    failures: count("The number of requests that have failed in a row until now.", 0),
    failingSince: moment.nullable().meta({
      description: "When the first of them failed, in UTC; null if the last request succeeded.",
      examples: [null],
    }),
    lastSuccessAt: moment.nullable().meta({
      description: "When a request last succeeded, in UTC; null if none did.",
      examples: [hook.lastSuccessAt],
    }),
    nextProbeAt: moment.nullable().meta({
      description: "When the service next tries a paused endpoint, in UTC; null otherwise.",
      examples: [null],
    }),
    cursor: z.string().meta({
      description: "The id of the event up to which everything was sent at least once.",
      examples: [hook.cursor],
    }),
    behind: count("The number of events in the feed after `cursor`, including those of other types.", 0),
    retrying: count("The number of deliveries that failed and will be tried again.", 0),
    oldSecretUntil: moment.nullable().meta({
      description:
        "Until when the service also signs with the secret before the last rotation, in UTC; null if it does not.",
      examples: [null],
    }),
    createdAt: moment.meta({ description: "When it was created, in UTC.", examples: [hook.createdAt] }),
    updatedAt: moment.meta({
      description: "When a client last changed it, in UTC.",
      examples: [hook.updatedAt],
    }),
  })
  .meta({ id: "WebhookEndpoint", description: "A receiver of events, without its secret." });
/** See the schema of the same name. */
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** A page of endpoints. */
export const WebhookEndpoints = z
  .array(WebhookEndpoint)
  .meta({ id: "WebhookEndpoints", description: "A page of webhook endpoints." });

/** An endpoint with a new secret, which no other response contains. */
export const CreatedWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().meta({
    description:
      "The secret that signs the requests, as the Standard Webhooks specification says: `whsec_` and 32 bytes in base64. It is shown only in this response.",
    examples: [exampleSecret],
  }),
}).meta({
  id: "CreatedWebhookEndpoint",
  description: "A webhook endpoint with its new secret, which is shown only once.",
});
/** See the schema of the same name. */
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>;

const optional = z.object({ url: Url, description: Description, types: Types, status: ChosenStatus }).partial().shape;

/** Request body for creating an endpoint. */
export const NewWebhookEndpoint = z
  .strictObject({ url: Url, description: optional.description, types: optional.types }, rule("must be a JSON object"))
  .meta({
    id: "NewWebhookEndpoint",
    description: "A webhook endpoint to create. It receives the events that happen from then on.",
    examples: [{ url: hook.url, description: hook.description, types: hook.types }],
  });
/** See the schema of the same name. */
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

/** Request body for changing an endpoint. */
export const WebhookEndpointChange = z.strictObject(optional, rule("must be a JSON object")).meta({
  id: "WebhookEndpointChange",
  description: "The fields of a webhook endpoint to change.",
  examples: [{ status: "disabled" }],
});
/** See the schema of the same name. */
export type WebhookEndpointChange = z.infer<typeof WebhookEndpointChange>;

/** Request body for sending events again. */
export const WebhookReplay = z
  .strictObject(
    {
      after: EventQuery.shape.after.unwrap().meta({
        description: "The id of the event after which sending begins; `now` skips everything that waits.",
        examples: [hook.cursor],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "WebhookReplay",
    description: "The place in the feed where the endpoint continues.",
    examples: [{ after: hook.cursor }],
  });

/** An event that is being sent to an endpoint, or the outcome of sending it. */
export const WebhookDelivery = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [delivered.id] }),
    endpointId: Id.meta({ description: "Identifier of the endpoint.", examples: [hook.id] }),
    messageId: z.string().meta({
      description:
        "The header field `webhook-id`. It is the same in each attempt, so that a receiver can recognise a repeat.",
      examples: [delivered.messageId],
    }),
    eventId: z
      .string()
      .nullable()
      .meta({ description: "The id of the event in the feed; null for a test.", examples: [delivered.eventId] }),
    type: z.string().meta({ description: "The type of the event; `test` for a test.", examples: [delivered.type] }),
    status: growing(z.enum(["waiting", "delivered", "failed"])).meta({
      description:
        "`waiting` for the next attempt, `delivered` when a response had a status from 200 to 299, or `failed` for good.",
      examples: [delivered.status],
    }),
    attempts: count(
      `The number of requests that were sent, at most ${MAX_ATTEMPTS}. Redeliveries and trials of a paused endpoint are not counted.`,
      1,
    ),
    responseStatus: z
      .int()
      .nullable()
      .meta({ description: "The status of the last response; null if there was none.", examples: [200] }),
    problem: growing(
      z.enum([
        "status",
        "redirect",
        "timeout",
        "connection",
        "tls",
        "name",
        "forbidden_address",
        "gone",
        "expired",
        "secret",
      ]),
    )
      .nullable()
      .meta({
        description:
          "Why the last attempt failed: `status`, not from 200 to 299; `redirect`, none is followed; `timeout`, no response within 15 s; `connection`, it was refused or lost; `tls`, its certificate is not valid; `name`, the host has no address; `forbidden_address`, one of its addresses is not public; `gone`, status 410; `expired`, the feed no longer has the event; `secret`, the endpoint's secret was stored under another `AUTH_SECRET`. Null if it did not fail.",
        examples: [null],
      }),
    durationMs: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: "How long the last attempt took, in milliseconds; null before the first.",
        examples: [83],
      }),
    requestBytes: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: "The size of the last request's body; null before the first.", examples: [412] }),
    responseBytes: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: "The bytes that were read of the last response's body, at most 64 KiB; it is not stored.",
        examples: [2],
      }),
    createdAt: moment.meta({ description: "When it was first due, in UTC.", examples: [delivered.createdAt] }),
    lastAttemptAt: moment.nullable().meta({
      description: "When the last attempt began, in UTC; null before the first.",
      examples: [delivered.lastAttemptAt],
    }),
    nextAttemptAt: moment
      .nullable()
      .meta({ description: "When the next attempt is due, in UTC; null if there is none.", examples: [null] }),
  })
  .meta({ id: "WebhookDelivery", description: "An event that is being sent to a webhook endpoint, or that was sent." });
/** See the schema of the same name. */
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A page of deliveries. */
export const WebhookDeliveries = z
  .array(WebhookDelivery)
  .meta({ id: "WebhookDeliveries", description: "A page of webhook deliveries." });

/** The query of a list of endpoints. */
export const WebhookEndpointQuery = z.strictObject({
  limit: Limit,
  cursor: Cursor.optional(),
});

/** The query of a list of deliveries. */
export const WebhookDeliveryQuery = z.strictObject({
  limit: Limit,
  status: oneOf(["waiting", "delivered", "failed"])
    .optional()
    .meta({ description: "Filters by status.", examples: ["failed"] }),
  sort: IdSort,
  cursor: Cursor.optional(),
});

/** Path parameters of one endpoint. */
export const WebhookEndpointPath = z.strictObject({
  endpointId: TextId.meta({ description: "Identifier of the webhook endpoint.", examples: [hook.id] }),
});

/** Path parameters of one delivery. */
export const WebhookDeliveryPath = z.strictObject({
  deliveryId: TextId.meta({ description: "Identifier of the delivery.", examples: [delivered.id] }),
});
