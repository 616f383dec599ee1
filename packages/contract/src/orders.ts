import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import { TextId } from "./identifiers.js";
import type { RouteMetadata } from "./metadata.js";
import { NewOrder, Order, OrderPath, Orders, OrderStatus, OrderUpdate } from "./order.js";
import { Cursor, IdSort, limitOf, pageLinks } from "./paging.js";
import { NoQuery } from "./rules.js";

const c = initContract();

const placed = {
  id: 5,
  petId: 123,
  status: "placed",
  reference: "PO-2026-0042",
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
};
const approved = { ...placed, status: "approved", updatedAt: "2026-11-21T10:00:00.000Z" };

/** The routes below `/orders`. */
export const orders = c.router(
  {
    listOrders: {
      method: "GET",
      path: "/orders",
      summary: "List orders",
      description: "Answers a page of orders, in the order of their ids unless `sort` turns it round.",
      headers: readHeaders,
      query: z.strictObject({
        limit: limitOf("orders"),
        status: OrderStatus.optional().meta({ description: "Only orders that stand there." }),
        petId: TextId.optional().meta({ description: "Only orders of this animal.", examples: [123] }),
        sort: IdSort,
        cursor: Cursor.optional(),
      }),
      responses: { 200: Orders, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "A page of orders.",
          304: "The page is as the client knows it.",
          400: "A query parameter is unknown, or it or a header field breaks a rule.",
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
        "Orders an animal that is available: it becomes `pending`, and its status belongs to the order until that is done. Of two buyers at the same instant exactly one gets it.",
      headers: writeOnceHeaders,
      query: NoQuery,
      body: NewOrder,
      responses: { 201: Order, ...errorResponses(400, 403, 404, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          201: "The order was placed.",
          404: "There is no animal with the id in `petId`.",
          409: "The animal is not available (`pet_not_available`), or the first request with this `Idempotency-Key` is still under way (`idempotency_key_in_use`).",
        },
        codes: { 409: ["pet_not_available", "idempotency_key_in_use"] },
        headers: {
          201: {
            Location: { description: "The path of the new order.", example: "/v1/orders/5" },
            "Idempotent-Replayed": replayed,
          },
        },
        examples: {
          request: { minimal: { petId: 123 }, full: { petId: 123, reference: "PO-2026-0042" } },
          201: { placed },
        },
      } as const satisfies RouteMetadata,
    },
    getOrder: {
      method: "GET",
      path: "/orders/:orderId",
      summary: "Get an order",
      description: "Answers one order.",
      pathParams: OrderPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Order, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The order.",
          304: "The order is as the client knows it.",
          404: "There is no order with this id.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { placed } },
      } as const satisfies RouteMetadata,
    },
    updateOrder: {
      method: "PATCH",
      path: "/orders/:orderId",
      summary: "Take an order a step further",
      description:
        "`placed` → `approved` → `delivered`, and `cancelled` from the first two. Delivering makes the animal `sold`; cancelling gives it back as `available`.",
      pathParams: OrderPath,
      query: NoQuery,
      body: OrderUpdate,
      responses: { 200: Order, ...errorResponses(400, 403, 404, 409, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The order as it is now.",
          404: "There is no order with this id.",
          409: "No step leads there from where the order stands.",
        },
        codes: { 409: ["conflict"] },
        examples: { request: { approve: { status: "approved" } }, 200: { approved } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
