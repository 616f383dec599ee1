import type { ZodType } from "zod";
import { delivered, soldEvent } from "../examples.js";
import { WebhookEventMessage, WebhookResyncMessage, WebhookTestMessage } from "../feed/webhook-message.js";
import type { Operation } from "./openapi-operation.js";
import type { Json } from "./openapi-schemas.js";

const header = (name: string, schema: Json, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", ...schema },
  example,
});

/** The header fields of a message (Standard Webhooks). */
const parameters = [
  header(
    "webhook-id",
    { maxLength: 100, pattern: "^[a-z]+_[0-9]+_[0-9a-f-]+$" },
    "The same in each attempt, so that a receiver knows a repeat.",
    delivered.messageId,
  ),
  header(
    "webhook-timestamp",
    { maxLength: 12, pattern: "^[0-9]+$" },
    "When the attempt began, in seconds since 1970.",
    "1795253400",
  ),
  header(
    "webhook-signature",
    { maxLength: 95, pattern: "^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)?$" },
    "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them after a rotation of the secret.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

const timestamp = "2026-11-21T09:30:00.000Z";

/** The messages to a webhook endpoint, each with an example. */
const messages = {
  event: {
    schema: WebhookEventMessage,
    summary: "An event of the feed",
    example: { type: soldEvent.type, timestamp, data: soldEvent },
  },
  resync: {
    schema: WebhookResyncMessage,
    summary: "Events were lost",
    example: { type: "resync", timestamp, data: { id: soldEvent.id, resync: true } },
  },
  test: {
    schema: WebhookTestMessage,
    summary: "A test",
    example: { type: "test", timestamp, data: {} },
  },
} as const;

const description =
  "The service sends it to a webhook endpoint, signed by the Standard Webhooks specification; `verifyWebhook` of the client checks the signature.";

const responses = {
  "2XX": { description: "The message has arrived." },
  "4XX": { description: "As any other status, it is sent again later; after a 410 the endpoint is disabled." },
};

/** The `webhooks` of the document: what the service sends to a webhook endpoint. */
export const describeWebhooks = (
  transform: (schema: ZodType, io: "output", side: "response") => Json,
): Record<string, Record<string, Operation>> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, { schema, summary, example }]) => {
      const content = { schema: transform(schema, "output", "response"), examples: { [name]: { value: example } } };
      const requestBody = { required: true, description: "The message.", content: { "application/json": content } };
      const operationId = `receive${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const access = { "x-stability": "beta", security: [] };
      const post = {
        operationId,
        summary,
        description,
        tags: ["webhooks"],
        ...access,
        parameters,
        requestBody,
        responses,
      };
      return [name, { post }];
    }),
  );
