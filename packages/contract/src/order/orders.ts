import { initContract } from "@ts-rest/core";
import { ada, paid, placed } from "../examples.js";
import { orderLinks } from "../http/links.js";
import { ExpandedOrder, NewOrder, Order, OrderPath, Orders, OrderChange } from "./order.js";
import { OrderExpansion, OrderQuery } from "./order-query.js";
import { resource } from "../http/resource.js";

const approved = { ...placed, status: "approved", updatedAt: "2026-11-21T10:00:00.000Z" };

const order = resource({
  one: "order",
  many: "orders",
  path: "/orders",
  pathParams: OrderPath,
  schema: Order,
  examples: { placed },
  links: orderLinks,
});

/** The routes under `/orders`. */
export const orders = initContract().router(
  {
    listOrders: order.list({
      schema: Orders,
      query: OrderQuery,
      description: "Returns a page of orders, ordered by id; `sort=-id` returns the newest first.",
    }),
    createOrder: order.create({
      body: NewOrder,
      request: {
        minimal: { petId: placed.petId },
        full: {
          petId: placed.petId,
          reference: placed.reference,
          customerId: ada.id,
          price: placed.price,
          payment: paid,
          note: "Collects Frank on Saturday.",
        },
        newCustomer: { petId: placed.petId, customer: { name: ada.name, email: ada.email } },
      },
      description:
        "Orders an available pet. The pet becomes `pending`, and its status follows the order until the order is delivered or cancelled. Of two concurrent orders for a pet, exactly one succeeds. If there is a customer with the e-mail address or telephone number of `customer`, the order is for that customer, provided that the name and all other fields of `customer` agree. If there is none, `customer` is added.",
      meanings: {
        201: "The order was placed.",
        409: "There is no pet with the id in `petId` (`pet_not_found`), or no customer with the id in `customerId` (`customer_not_found`). The pet is not available (`pet_not_available`), another customer has the `email` or the `phone` of `customer` (`conflict`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
      },
      codes: {
        409: ["pet_not_found", "customer_not_found", "pet_not_available", "conflict", "idempotency_key_in_use"],
      },
      messages: {
        conflict:
          "body.customer.email belongs to customer 7; choose this customer if it is the same person, or send different contact details",
      },
    }),
    getOrder: order.get({ schema: ExpandedOrder, query: OrderExpansion }),
    updateOrder: order.update({
      body: OrderChange,
      request: {
        approve: { status: "approved" },
        annotate: { customerId: ada.id, note: null },
        pay: { payment: paid },
      },
      examples: { approved },
      description:
        "Changes those fields that are in the body. The status goes `placed` → `approved` → `delivered`, and `cancelled` from the first two. Delivering an order makes its pet `sold`; cancelling makes it `available` again.",
      meanings: {
        409: "The order cannot change to this status from its current one, it would have a payment without a price, or another customer has the `email` or the `phone` of `customer` (`conflict`); or there is no customer with the id in `customerId` (`customer_not_found`).",
      },
      codes: { 409: ["conflict", "customer_not_found"] },
    }),
  },
  { strictStatusCodes: true },
);
