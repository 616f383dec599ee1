import { initContract } from "@ts-rest/core";
import * as z from "zod";
import {
  Customer,
  CustomerChange,
  CustomerMerge,
  CustomerMergeResult,
  CustomerPath,
  CustomerQuery,
  Customers,
  MAX_MERGED_ORDERS,
  NewCustomer,
} from "./customer.js";
import { changeHeaders } from "../http/conditional-requests.js";
import { commonErrors, errorResponses, stepUp, stepUpCodes } from "../http/errors.js";
import { ada, placed } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { customerLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { fileHeaders } from "../http/response-headers.js";
import { Order } from "./order.js";
import { resource } from "../http/resource.js";
import { NoQuery } from "../http/rules.js";

const customer = resource({
  one: "customer",
  many: "customers",
  path: "/customers",
  pathParams: CustomerPath,
  schema: Customer,
  examples: { ada },
  reader: "write",
  links: customerLinks,
});

const erased = resource({
  one: "customer",
  many: "customers",
  path: "/customers",
  pathParams: CustomerPath,
  schema: Customer,
  examples: { ada },
  writer: "admin",
});

const adasOrder = { ...placed, customerId: ada.id, note: "Collects Frank on Saturday." };

/** Everything that the store knows about a customer. */
const CustomerExport = z
  .strictObject({
    customer: Customer,
    orders: z.array(Order).meta({ description: "All orders of the customer, oldest first." }),
  })
  .meta({ id: "CustomerExport", description: "Everything that the store knows about a person." });

const notAllowed = `The scope of the API key is insufficient. ${stepUp}`;

const taken =
  "body.email belongs to customer 7; choose this customer if it is the same person, or send different contact details";
const keyInUse = "the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`)";

/** The routes under `/customers`. `createOrder` and `updateOrder` can also create customers. */
export const customers = initContract().router(
  {
    listCustomers: customer.list({
      schema: Customers,
      query: CustomerQuery,
      description: "Returns a page of customers, newest first. ",
    }),
    createCustomer: customer.create({
      body: NewCustomer,
      request: { ada: { name: ada.name, email: ada.email, phone: ada.phone, address: ada.address } },
      description: "Adds a customer. An order can also add one, or refer to the customer who already has the address.",
      meanings: { 409: `Another customer has this \`email\` or \`phone\` (\`conflict\`), or ${keyInUse}.` },
      codes: { 409: ["conflict", "idempotency_key_in_use"] },
      messages: { conflict: taken },
    }),
    getCustomer: customer.get(),
    updateCustomer: customer.update({
      body: CustomerChange,
      request: { phone: { phone: ada.phone }, forgetAddress: { address: null } },
      meanings: { 409: "Another customer has this `email` or `phone`." },
      codes: { 409: ["conflict"] },
      messages: { conflict: taken },
    }),
    deleteCustomer: erased.delete({
      description:
        "Erases what the store knows about the person: the customer, the notes of their orders (also in the stored responses of requests), and the saved views that search for them. The orders stay, without `customerId`. The audit trail keeps the id and the time. A customer without an order for 24 months, unless the operator sets another time, is erased automatically.",
      meanings: { 204: "The customer was erased.", 403: notAllowed },
      codes: { 403: stepUpCodes },
    }),
    mergeCustomer: {
      method: "POST",
      path: "/customers/:customerId/merge",
      summary: "Merge a customer into another",
      description: `Moves the orders of the customer to another and then deletes the customer. If only the deleted customer has an e-mail address, telephone number or postal address, the other one gets it; if both have one, that of the other customer stays. A request moves at most ${MAX_MERGED_ORDERS.toLocaleString("en")} orders: repeat it while \`remaining\` is not 0. A merge cannot be undone.`,
      pathParams: CustomerPath,
      headers: { ...writeOnceHeaders, ...changeHeaders("customer to merge") },
      query: NoQuery,
      body: CustomerMerge,
      responses: {
        200: CustomerMergeResult,
        ...errorResponses(400, 403, 404, 409, 412, 413, 415, 422, ...commonErrors),
      },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The orders were moved, or at least the first of them.",
          400: "The request is invalid, or `into` is the customer itself.",
          404: "There is no customer with this id.",
          409: `There is no customer with the id in \`into\` (\`customer_not_found\`), or ${keyInUse}.`,
        },
        codes: { 409: ["customer_not_found", "idempotency_key_in_use"] },
        messages: { customer_not_found: "body.into refers to customer 8, which does not exist" },
        headers: { 200: { "Idempotent-Replayed": replayed } },
        examples: {
          request: { into8: { into: 8 } },
          200: {
            done: { into: 8, moved: 3, remaining: 0 },
            more: { into: 8, moved: MAX_MERGED_ORDERS, remaining: 204 },
          },
        },
        links: {
          200: {
            getCustomer: { customerId: "$response.body#/into" },
            listOrders: { customerId: "$response.body#/into" },
          },
        },
      } as const satisfies RouteMetadata,
    },
    exportCustomer: {
      method: "GET",
      path: "/customers/:customerId/export",
      summary: "Export a customer",
      description:
        "Returns everything that the store knows about the person: the customer and all of their orders, as one download.",
      pathParams: CustomerPath,
      query: NoQuery,
      responses: { 200: CustomerExport, ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        clientTimeoutMs: 600_000,
        statusMeanings: {
          200: "The customer with their orders.",
          403: notAllowed,
          404: "There is no customer with this id.",
        },
        codes: { 403: stepUpCodes },
        headers: {
          200: fileHeaders("Suggests a name for the file.", "customer-7.json"),
        },
        examples: { 200: { ada: { customer: ada, orders: [adasOrder] } } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
