import type { ZodType } from "zod";
import { delivered, soldEvent } from "../examples.js";
import { WebhookMessage } from "../feed/webhook-message.js";
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
    "It is the same in each attempt, so that a receiver can recognise a repeat.",
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

/**
 * The tag of the messages. It differs from the tag of the operations on webhook endpoints, because openapi-generator
 * writes one file for each tag and would lose the operations.
 */
export const messageTag = { name: "webhook-messages", description: "What the service sends to webhook endpoints." };

/** The messages to a webhook endpoint. */
const examples = {
  event: { value: { type: soldEvent.type, timestamp: soldEvent.at, data: soldEvent } },
  resync: { value: { type: "resync", timestamp: soldEvent.at, data: { id: soldEvent.id, resync: true } } },
  test: { value: { type: "test", timestamp: soldEvent.at, data: {} } },
};

/** The `webhooks` of the document: what the service sends to a webhook endpoint. */
export const describeWebhooks = (
  transform: (schema: ZodType, io: "output", side: "response") => Json,
): Record<string, Record<string, Operation>> => {
  const content = { "application/json": { schema: transform(WebhookMessage, "output", "response"), examples } };
  const post = {
    operationId: "receiveWebhook",
    summary: "Receive a webhook",
    description:
      "The service sends each event to the webhook endpoints, signed by the Standard Webhooks specification; `verifyWebhook` of the client checks the signature.",
    tags: [messageTag.name],
    "x-stability": "beta",
    security: [],
    parameters,
    requestBody: { required: true, description: "The message.", content },
    responses: {
      "2XX": { description: "The message has arrived." },
      "4XX": {
        description:
          "After this and any other status, the service sends the message again later. After a 410 it disables the endpoint.",
      },
    },
  };
  return { message: { post } };
};
