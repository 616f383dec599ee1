import { initContract } from "@ts-rest/core";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { placed } from "./examples.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import { orderLinks } from "./links.js";
import type { RouteMetadata } from "./metadata.js";
import { NewOrder, Order, OrderPath, Orders, OrderUpdate } from "./order.js";
import { OrderQuery } from "./order-query.js";
import { pageLinks } from "./paging.js";
import { NoQuery } from "./rules.js";

const c = initContract();

const approved = { ...placed, status: "approved", updatedAt: "2026-11-21T10:00:00.000Z" };

/** The routes under `/orders`. */
export const orders = c.router(
  {
    listOrders: {
      method: "GET",
      path: "/orders",
      summary: "List orders",
      description: "Returns a page of orders, ordered by id; `sort=-id` returns the newest first.",
      headers: readHeaders,
      query: OrderQuery,
      responses: { 200: Orders, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "A page of orders.",
          304: "The page is unchanged.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: { Link: pageLinks("/v1/orders"), ...validators }, 304: validators },
        examples: { 200: { page: [placed] } },
      } as const satisfies RouteMetadata,
    },
    createOrder: {
      method: "POST",
      path: "/orders",
      summary: "Place an order",
      description:
        "Orders an available pet. The pet becomes `pending`, and its status follows the order until the order is delivered or cancelled. Of two concurrent orders for a pet, exactly one succeeds.",
      headers: writeOnceHeaders,
      query: NoQuery,
      body: NewOrder,
      responses: { 201: Order, ...errorResponses(400, 403, 404, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          201: "The order was placed.",
          404: "There is no pet with the id in `petId`.",
          409: "The pet is not available (`pet_not_available`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["pet_not_available", "idempotency_key_in_use"] },
        messages: { not_found: "body.petId refers to pet 123, which does not exist" },
        headers: {
          201: {
            Location: { description: "The path of the new order.", example: "/v1/orders/5" },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: {
          request: { minimal: { petId: placed.petId }, full: { petId: placed.petId, reference: placed.reference } },
          201: { placed },
        },
        links: { 201: orderLinks },
      } as const satisfies RouteMetadata,
    },
    getOrder: {
      method: "GET",
      path: "/orders/:orderId",
      summary: "Get an order",
      description: "Returns one order.",
      pathParams: OrderPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Order, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The order.",
          304: "The order is unchanged.",
          404: "There is no order with this id.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { placed } },
        links: { 200: orderLinks },
      } as const satisfies RouteMetadata,
    },
    updateOrder: {
      method: "PATCH",
      path: "/orders/:orderId",
      summary: "Change the status of an order",
      description:
        "`placed` → `approved` → `delivered`, and `cancelled` from the first two. Delivering an order makes its pet `sold`; cancelling makes it `available` again.",
      pathParams: OrderPath,
      headers: changeHeaders("order"),
      query: NoQuery,
      body: OrderUpdate,
      responses: { 200: Order, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The updated order.",
          404: "There is no order with this id.",
          409: "The order cannot change to this status from its current one.",
          412: "`If-Match` does not match the current `ETag`; the order was not changed.",
        },
        codes: { 409: ["conflict"] },
        headers: { 200: { ETag: entityTag } },
        examples: { request: { approve: { status: "approved" } }, 200: { approved } },
        links: { 200: orderLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
