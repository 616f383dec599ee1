import { initContract } from "@ts-rest/core";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses, stepUp, stepUpCodes } from "../http/errors.js";
import { delivered, exampleSecret, hook } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { webhookDeliveryLinks, webhookEndpointLinks } from "../http/links.js";
import type { ResponseHeader, RouteMetadata } from "../http/metadata.js";
import { pageLinks } from "../http/paging.js";
import { resource } from "../http/resource.js";
import { Rotation, rotationExamples } from "../http/rotation.js";
import { NoQuery } from "../http/rules.js";
import {
  CreatedWebhookEndpoint,
  DELIVERY_DAYS,
  MAX_ATTEMPTS,
  MAX_DELIVERIES,
  MAX_WEBHOOK_ENDPOINTS,
  NewWebhookEndpoint,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryPath,
  WebhookDeliveryQuery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointPath,
  WebhookEndpointQuery,
  WebhookEndpoints,
  WebhookReplay,
} from "./webhook.js";

const c = initContract();

const conditions = changeHeaders("webhook endpoint");
const inUse = "the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`)";

const endpoint = resource({
  one: "webhook endpoint",
  many: "webhook endpoints",
  path: "/webhook-endpoints",
  pathParams: WebhookEndpointPath,
  schema: WebhookEndpoint,
  examples: { shop: hook },
  reader: "admin",
  writer: "admin",
  links: webhookEndpointLinks,
});

const created = { ...hook, lastSuccessAt: null, secret: exampleSecret };
const waiting = {
  ...delivered,
  status: "waiting",
  responseStatus: 503,
  problem: "status",
  nextAttemptAt: "2026-11-21T10:15:05.000Z",
} as const;
const tested = { ...delivered, messageId: "test_3_812", eventId: null, type: "test" } as const;

const noEndpoint = "There is no webhook endpoint with this id.";
const onceOnly =
  "The response shows the secret once, so an `Idempotency-Key` is refused with 400. If the response is lost, rotate the secret.";
const notAllowed = `The scope of the API key is insufficient. ${stepUp}`;
const publicOnly =
  "must lead only to public addresses; choose a public host, or ask the operator to allow its network (WEBHOOK_ALLOW)";
const forbiddenTarget = { conflict: `the url of webhook endpoint 3 ${publicOnly}` } as const;
const noStore = {
  "Cache-Control": { description: "Always `no-store`: the response contains a secret.", example: "no-store" },
} as const satisfies Record<string, ResponseHeader>;

const usual = { stability: "beta", scope: "admin" } as const;

/** The routes under `/webhook-endpoints` and `/webhook-deliveries`. */
export const webhooks = c.router(
  {
    listWebhookEndpoints: endpoint.list({ schema: WebhookEndpoints, query: WebhookEndpointQuery }),
    createWebhookEndpoint: {
      method: "POST",
      path: "/webhook-endpoints",
      summary: "Create a webhook endpoint",
      description: `Sends the events of the feed to a URL from now on, each event at least once, as \`{type, timestamp, data}\` where \`data\` is the event of \`GET /events\`, signed by the Standard Webhooks specification. An event that fails is sent up to ${MAX_ATTEMPTS} times within about 75 hours. A store has at most ${MAX_WEBHOOK_ENDPOINTS} endpoints. ${onceOnly}`,
      query: NoQuery,
      body: NewWebhookEndpoint,
      responses: { 201: CreatedWebhookEndpoint, ...errorResponses(400, 403, 409, 413, 415, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          201: "The webhook endpoint was created.",
          403: notAllowed,
          409: `The store has ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints.`,
        },
        codes: { 403: stepUpCodes, 409: ["conflict"] },
        messages: {
          conflict: `the store already has the maximum of ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints; delete one first`,
        },
        headers: {
          201: {
            Location: { description: "The path of the new webhook endpoint.", example: "/v1/webhook-endpoints/3" },
            ETag: entityTag,
            ...noStore,
          },
        },
        examples: {
          request: {
            all: { url: hook.url },
            some: { url: hook.url, description: hook.description, types: hook.types },
          },
          201: { created },
        },
        links: { 201: webhookEndpointLinks },
      } as const satisfies RouteMetadata,
    },
    getWebhookEndpoint: endpoint.get(),
    updateWebhookEndpoint: endpoint.update({
      body: WebhookEndpointChange,
      request: { disable: { status: "disabled" }, types: { types: hook.types } },
      description:
        "Changes those fields of the webhook endpoint that are in the body. `status` can make a paused or disabled endpoint `active` at once: it continues from its `cursor`.",
      meanings: {
        403: `${notAllowed} The latter applies only to a change of \`url\` and to \`types\` that the endpoint does not receive yet.`,
      },
      codes: { 403: stepUpCodes },
    }),
    deleteWebhookEndpoint: endpoint.delete({
      description: "Deletes a webhook endpoint and its deliveries. A request that is in flight may still arrive.",
      meanings: { 403: notAllowed },
      codes: { 403: stepUpCodes },
    }),
    rotateWebhookSecret: {
      method: "POST",
      path: "/webhook-endpoints/:endpointId/rotate",
      summary: "Rotate the secret of a webhook endpoint",
      description: `Gives the endpoint a new secret. During the overlap each request has two signatures, one by the new and one by the old secret. A second rotation ends the oldest secret at once. ${onceOnly}`,
      pathParams: WebhookEndpointPath,
      headers: conditions,
      query: NoQuery,
      body: Rotation,
      responses: { 200: CreatedWebhookEndpoint, ...errorResponses(400, 403, 404, 412, 413, 415, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "The webhook endpoint with its new secret.",
          403: notAllowed,
          404: noEndpoint,
        },
        codes: { 403: stepUpCodes },
        headers: { 200: { ETag: entityTag, ...noStore } },
        examples: {
          request: rotationExamples,
          200: { rotated: { ...created, oldSecretUntil: "2026-11-22T10:15:00.000Z" } },
        },
        links: { 200: webhookEndpointLinks },
      } as const satisfies RouteMetadata,
    },
    testWebhookEndpoint: {
      method: "POST",
      path: "/webhook-endpoints/:endpointId/test",
      summary: "Test a webhook endpoint",
      description:
        "Sends one signed message of type `test` at once, whatever the status of the endpoint, and returns the outcome. It is not repeated, and changes no status.",
      pathParams: WebhookEndpointPath,
      headers: { ...writeOnceHeaders, ...conditions },
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: WebhookDelivery, ...errorResponses(400, 403, 404, 409, 412, 422, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "The message was sent; `status` tells whether it was delivered.",
          404: noEndpoint,
          409: `The URL leads to an address that is not public (\`conflict\`), or ${inUse}.`,
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: forbiddenTarget,
        clientTimeoutMs: 30_000,
        headers: { 200: { "Idempotent-Replayed": replayed } },
        examples: { 200: { tested } },
        links: { 200: { getWebhookEndpoint: webhookDeliveryLinks.getWebhookEndpoint } },
      } as const satisfies RouteMetadata,
    },
    listWebhookDeliveries: {
      method: "GET",
      path: "/webhook-endpoints/:endpointId/deliveries",
      summary: "List the deliveries of a webhook endpoint",
      description: `Returns a page of the deliveries, ordered by id; \`sort=-id\` returns the newest first. They are kept for ${DELIVERY_DAYS} days, and at most ${MAX_DELIVERIES.toLocaleString("en")} for each endpoint, not counting those that wait.`,
      pathParams: WebhookEndpointPath,
      headers: readHeaders,
      query: WebhookDeliveryQuery,
      responses: { 200: WebhookDeliveries, ...notModified, ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "A page of deliveries.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
          404: noEndpoint,
        },
        headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
        examples: { 200: { page: [delivered, waiting] } },
      } as const satisfies RouteMetadata,
    },
    replayWebhookEndpoint: {
      method: "POST",
      path: "/webhook-endpoints/:endpointId/replay",
      summary: "Replay events to a webhook endpoint",
      description:
        "Moves the endpoint's `cursor`: the events after it are sent again in order, with the same `webhook-id` as before.",
      pathParams: WebhookEndpointPath,
      headers: { ...writeOnceHeaders, ...conditions },
      query: NoQuery,
      body: WebhookReplay,
      responses: {
        200: WebhookEndpoint,
        ...errorResponses(400, 403, 404, 409, 410, 412, 413, 415, 422, ...commonErrors),
      },
      metadata: {
        ...usual,
        statusMeanings: {
          200: "The webhook endpoint with its new cursor.",
          400: "The request is invalid, or `after` is from another store or beyond the end of the feed.",
          404: noEndpoint,
          409: "The first request with this `Idempotency-Key` is still in progress.",
          410: "The events after `after` are no longer kept, or the store was restored or has failed over since.",
        },
        codes: { 409: ["idempotency_key_in_use"] },
        messages: {
          cursor_expired:
            "body.after has expired: take next of GET /v1/events?after=now, read the catalogue again, then follow from there",
        },
        headers: { 200: { ETag: entityTag, "Idempotent-Replayed": replayed } },
        examples: {
          request: { after: { after: hook.cursor }, skip: { after: "now" } },
          200: { replayed: { ...hook, behind: 17 } },
        },
        links: { 200: webhookEndpointLinks },
      } as const satisfies RouteMetadata,
    },
    redeliverWebhook: {
      method: "POST",
      path: "/webhook-deliveries/:deliveryId/redeliver",
      summary: "Redeliver an event",
      description:
        "Sends the event of a delivery again as soon as possible, with the same `webhook-id`. If the delivery has used all its attempts, it is sent once more. The endpoint must be active. An endpoint that is not active continues by itself when it becomes active.",
      pathParams: WebhookDeliveryPath,
      headers: writeOnceHeaders,
      query: NoQuery,
      body: c.noBody(),
      responses: { 202: WebhookDelivery, ...errorResponses(400, 403, 404, 409, 422, ...commonErrors) },
      metadata: {
        ...usual,
        statusMeanings: {
          202: "The delivery, whose next attempt is due.",
          404: "There is no delivery with this id.",
          409: `The endpoint is not active, its URL leads to an address that is not public, or the delivery is a test (\`conflict\`); or ${inUse}.`,
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: forbiddenTarget,
        headers: { 202: { "Idempotent-Replayed": replayed } },
        examples: { 202: { waiting } },
        links: { 202: webhookDeliveryLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
