import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { ApiKey, DEPRECATED_CALL_DAYS } from "../account/api-key.js";
import { Action } from "../event/action.js";
import { AuditEvent } from "../event/audit-event.js";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { bulkSale, dogs, frank, hook, placed, profile } from "../examples.js";
import { Inventory } from "./inventory.js";
import { MAX_PAGE_SIZE } from "../http/page-size.js";
import type { RouteMetadata } from "../http/metadata.js";
import { ExpandedOrder } from "../order/order.js";
import { ExpandedPet } from "../pet/pet.js";
import { Statistics } from "./statistics.js";
import { TimeZone } from "./time-zone.js";
import { WebhookEndpoint } from "../webhook/webhook.js";

/** The periods that {@link Today} covers, and the maximum length of its lists. */
export const todayLimits = {
  days: 30,
  added: 6,
  actions: 8,
  orders: 6,
  apiKeys: 100,
  expiryDays: 14,
  imports: 20,
  importDays: 7,
} as const;

const OpenOrders = z.strictObject({
  count: z
    .int()
    .min(0)
    .max(MAX_PAGE_SIZE)
    .meta({ description: `The number of orders, at most ${MAX_PAGE_SIZE}.`, examples: [3] }),
  hasMore: z.boolean().meta({ description: "Whether there are more than `count`.", examples: [false] }),
});

const ApiKeyToCheck = ApiKey.pick({ id: true, name: true, lastFour: true })
  .extend({
    expiresAt: ApiKey.shape.expiresAt.meta({
      description: `When the key expires, in UTC, if that is within ${todayLimits.expiryDays} days; otherwise null.`,
      examples: ["2026-11-25T09:30:00.000Z"],
    }),
    deprecatedCalls: z
      .int()
      .min(0)
      .meta({
        format: "int64",
        description: `The number of calls of deprecated operations in the last ${DEPRECATED_CALL_DAYS} days.`,
        examples: [17],
      }),
    deprecatedOperations: z
      .array(z.string())
      .meta({ description: "The `operationId` of each of these operations.", examples: [["getPet"]] }),
  })
  .meta({ id: "ApiKeyToCheck", description: "An API key that expires soon or calls deprecated operations." });
/** See the schema of the same name. */
export type ApiKeyToCheck = z.infer<typeof ApiKeyToCheck>;

const WebhookToCheck = WebhookEndpoint.pick({ id: true, url: true, description: true, statusSince: true }).meta({
  id: "WebhookToCheck",
  description: "A webhook endpoint that is paused, or disabled by the service.",
});

/** A summary of the store, and of the work that is waiting for its staff. */
export const Today = z
  .strictObject({
    inventory: Inventory,
    statistics: Statistics,
    added: z
      .array(ExpandedPet)
      .max(todayLimits.added)
      .meta({ description: "The newest pets with their profiles, the newest first." }),
    orders: z
      .strictObject({
        placed: OpenOrders.meta({ description: "The orders that wait for approval." }),
        approved: OpenOrders.meta({ description: "The orders that wait for delivery." }),
        oldest: z.array(ExpandedOrder).max(todayLimits.orders).meta({
          description:
            "The oldest of all these orders with their pets and, unless the API key has scope `read`, their customers, the oldest first.",
        }),
      })
      .meta({ description: "The orders that are not delivered yet." }),
    actions: z
      .array(Action)
      .max(todayLimits.actions)
      .optional()
      .meta({ description: "The last actions of `GET /actions`, newest first; absent for API keys of scope `read`." }),
    imports: z
      .array(AuditEvent)
      .max(todayLimits.imports)
      .optional()
      .meta({
        description: `The imports of the last ${todayLimits.importDays} days that left out rows, newest first; only for the scope \`admin\`.`,
      }),
    apiKeys: z
      .array(ApiKeyToCheck)
      .max(todayLimits.apiKeys)
      .optional()
      .meta({
        description: `The API keys that expire within ${todayLimits.expiryDays} days, the first to expire first, then those that call deprecated operations, most calls first; only for the scope \`admin\`.`,
      }),
    webhookEndpoints: z.array(WebhookToCheck).optional().meta({
      description: "The webhook endpoints that are paused, or disabled by the service; only for the scope `admin`.",
    }),
  })
  .meta({ id: "Today", description: "An overview of the store today, and of what waits for its staff." });
/** See the schema of the same name. */
export type Today = z.infer<typeof Today>;

/** The route of the page that staff see first after signing in. */
export const today = initContract().router(
  {
    getToday: {
      method: "GET",
      path: "/today",
      summary: "Get an overview of the store today",
      description:
        "Returns in one response what the first page of an application shows: parts of `GET /inventory`, `/statistics`, `/pets`, `/orders`, `/actions`, `/history`, `/api-keys` and `/webhook-endpoints`, as these operations return them to the same API key. Parts that its scope does not include are absent. The parts are read one after the other, so a change in between may show in only some of them.",
      headers: readHeaders,
      query: z.strictObject({ timeZone: TimeZone }),
      responses: { 200: Today, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The overview.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: validators, 304: validators },
        examples: {
          200: {
            manager: {
              inventory: {
                byStatus: { available: 12, pending: 2, sold: 3 },
                byCategory: [{ categoryId: dogs.id, name: dogs.name, available: 12, pending: 2, sold: 3 }],
              },
              statistics: {
                days: [{ date: "2026-11-22", added: 12, imported: 0, sold: 3, ordered: 4 }],
                longPending: [{ id: 123, since: "2026-10-30T09:30:00.000Z" }],
              },
              added: [{ ...frank, profile: { ...profile, photos: [] } }],
              orders: {
                placed: { count: 1, hasMore: false },
                approved: { count: 0, hasMore: false },
                oldest: [{ ...placed, pet: frank, customer: null }],
              },
              actions: [bulkSale],
              imports: [],
              apiKeys: [
                {
                  id: 5,
                  name: "Shop front",
                  lastFour: "x7Qd",
                  expiresAt: null,
                  deprecatedCalls: 17,
                  deprecatedOperations: ["getPet"],
                },
              ],
              webhookEndpoints: [
                { id: hook.id, url: hook.url, description: hook.description, statusSince: hook.statusSince },
              ],
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
