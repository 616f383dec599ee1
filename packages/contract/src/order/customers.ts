import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Customer, CustomerChange, CustomerPath, CustomerQuery, Customers } from "./customer.js";
import { commonErrors, errorResponses, stepUp, stepUpCodes } from "../http/errors.js";
import { ada, placed } from "../examples.js";
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

/** The routes under `/customers`. There is none that adds a customer: `createOrder` and `updateOrder` do. */
export const customers = initContract().router(
  {
    listCustomers: customer.list({
      schema: Customers,
      query: CustomerQuery,
      description: "Returns a page of customers, newest first. Ordering a pet for a new customer adds them.",
    }),
    getCustomer: customer.get(),
    updateCustomer: customer.update({
      body: CustomerChange,
      request: { phone: { phone: ada.phone }, forgetAddress: { address: null } },
      meanings: { 409: "Another customer has this `email` or `phone`." },
      codes: { 409: ["conflict"] },
      messages: {
        conflict: "body.email belongs to customer 7; choose this customer if it is the same person, or send another",
      },
    }),
    deleteCustomer: erased.delete({
      description:
        "Erases what the store knows of the person: the customer, the notes of their orders, also in stored outcomes of requests, and the saved views that search for them. The orders stay, without `customerId`. The audit trail keeps the id and the time. A customer without an order for 24 months, unless the operator sets another time, is erased automatically.",
      meanings: { 204: "The customer was erased.", 403: notAllowed },
      codes: { 403: stepUpCodes },
    }),
    exportCustomer: {
      method: "GET",
      path: "/customers/:customerId/export",
      summary: "Export a customer",
      description:
        "Returns all that the store knows of the person: the customer and all of their orders, as one download.",
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
