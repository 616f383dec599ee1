import type { EventPage, Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const price = { amount: 249.99, currency: "EUR" };
const payment = { paidAt: "2026-11-21T09:30:00.000Z", means: "cash" } as const;

const post = async (rest: object) => {
  const [petId = 0] = await addPets(api, {});
  return api.send("POST /v1/orders", { body: { petId, ...rest } });
};
const place = async (rest: object = {}) => (await post(rest)).body as Order;
const patch = (id: number, body: object, options = {}) => api.send(`PATCH /v1/orders/${id}`, { body, ...options });
const read = async (id: number) => (await api.send(`GET /v1/orders/${id}`)).body as Order;
const rowOf = async (id: number) => {
  const sql = `SELECT price_amount::text AS amount, price_currency AS currency, paid_at AS "paidAt", paid_by AS means
    FROM store_order WHERE id = $1`;
  return (await api.database.pool.query(sql, [id])).rows[0];
};
const nothing = { amount: null, currency: null, paidAt: null, means: null };

const amountRule = "must be a number from 0 to 999999999.999 with at most 3 decimals";
const currencyRule = "must be the ISO 4217 code of a currency in use, for example EUR";
const timeRule =
  "must be a date-time with an offset (RFC 3339), for example 2026-11-21T09:30:00Z, of the year 1970 or later";
const invalid: readonly (readonly [string, object, string])[] = [
  ["a negative amount", { price: { ...price, amount: -0.01 } }, `body.price.amount ${amountRule}`],
  ["a larger amount", { price: { ...price, amount: 1_000_000_000 } }, `body.price.amount ${amountRule}`],
  ["four decimals", { price: { ...price, amount: 0.0001 } }, `body.price.amount ${amountRule}`],
  ["a sum of floats", { price: { ...price, amount: 0.1 + 0.2 } }, `body.price.amount ${amountRule}`],
  ["an amount as a text", { price: { ...price, amount: "250" } }, `body.price.amount ${amountRule}`],
  ["a price without a currency", { price: { amount: 1 } }, "body.price.currency is required"],
  ["a currency that does not exist", { price: { ...price, currency: "ABC" } }, `body.price.currency ${currencyRule}`],
  ["a currency in small letters", { price: { ...price, currency: "eur" } }, `body.price.currency ${currencyRule}`],
  ["a number for a price", { price: 250 }, "body.price must be a JSON object with amount and currency"],
  [
    "unknown means",
    { price, payment: { ...payment, means: "gold" } },
    "body.payment.means must be one of cash, card, transfer, other",
  ],
  [
    "a payment without an offset",
    { price, payment: { ...payment, paidAt: "2026-11-21T09:30:00" } },
    `body.payment.paidAt ${timeRule}`,
  ],
  [
    "a payment in the year 202",
    { price, payment: { ...payment, paidAt: "0202-11-21T09:30:00Z" } },
    `body.payment.paidAt ${timeRule}`,
  ],
  ["a payment without means", { price, payment: { paidAt: payment.paidAt } }, "body.payment.means is required"],
];

describe("POST /orders with a price", () => {
  it("returns 201 with the price and the payment, and stores both exactly", async () => {
    const { status, body } = await post({ price, payment });
    expect([status, body]).toMatchObject([201, { price, payment }]);
    const { id } = body as Order;
    expect(await read(id)).toEqual(body);
    expect(await rowOf(id)).toEqual({ ...price, amount: "249.990", ...payment, paidAt: new Date(payment.paidAt) });
  });

  it("stores nulls for a price and a payment that the request does not have", async () => {
    const order = await place();
    expect(order).toMatchObject({ price: null, payment: null });
    expect(await rowOf(order.id)).toEqual(nothing);
  });

  it.each([0, 0.001, 0.1, 1234.5, 999_999_999.999])("returns an amount of %d as it was sent", async (amount) => {
    const { id } = await place({ price: { amount, currency: "JPY" } });
    expect((await read(id)).price).toEqual({ amount, currency: "JPY" });
  });

  it("returns the time of the payment in UTC with milliseconds", async () => {
    const { payment: stored } = await place({ price, payment: { ...payment, paidAt: "2026-11-21t10:30:00+01:00" } });
    expect(stored).toEqual(payment);
  });

  const withoutPrice = [
    "a payment without a price",
    { payment },
    "body.payment needs a price; send body.price as well",
  ] as const;
  it.each([...invalid, withoutPrice])("returns 400 for %s, and writes nothing", async (_what, body, message) => {
    const before = await api.database.db.order.count();
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await api.database.db.order.count()).toBe(before);
  });
});

describe("PATCH /orders/{orderId} with a price", () => {
  it("changes the price and the payment and nothing else, also of a delivered order", async () => {
    const order = await place({ note: "Saturday" });
    for (const status of ["approved", "delivered"]) await patch(order.id, { status });
    const before = await read(order.id);
    const { status, body } = await patch(order.id, { price, payment });
    const after = { ...before, price, payment, updatedAt: (body as Order).updatedAt };
    expect([status, body]).toEqual([200, after]);
    expect(await read(order.id)).toEqual(after);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("keeps the price and the payment when another field changes", async () => {
    const { id } = await place({ price, payment });
    expect((await patch(id, { status: "approved", note: "Rings first" })).body).toMatchObject({ price, payment });
  });

  it("changes the payment of an order whose price is known, and opens it again", async () => {
    const { id } = await place({ price });
    expect((await patch(id, { payment })).body).toMatchObject({ price, payment });
    expect((await patch(id, { payment: null })).body).toMatchObject({ price, payment: null });
    expect((await patch(id, { price: null })).body).toMatchObject({ price: null, payment: null });
    expect(await rowOf(id)).toEqual(nothing);
  });

  it("writes nothing if the price and the payment are as they were", async () => {
    const { id } = await place({ price, payment });
    const before = await read(id);
    expect((await patch(id, { price: { currency: "EUR", amount: 249.99 }, payment })).body).toEqual(before);
    const key = await api.makeKey("admin");
    const { body: events } = await api.send(`GET /v1/audit-events?subject=order:${id}`, { key });
    expect(events).toHaveLength(1);
  });

  it.each(invalid)("returns 400 for %s, and writes nothing", async (_what, body, message) => {
    const order = await place();
    expect((await patch(order.id, body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await read(order.id)).toEqual(order);
  });

  it.each([
    ["a payment of an order without a price", {}, { payment }, "has no price; send price as well"],
    [
      "the removal of the price of a paid order",
      { price, payment },
      { price: null },
      "is paid; send payment: null as well",
    ],
  ])("returns 409 for %s, and writes nothing", async (_what, placed, body, why) => {
    const order = await place(placed);
    expect((await patch(order.id, body)).body).toEqual(errorBody("conflict", 409, `order ${order.id} ${why}`));
    expect(await read(order.id)).toEqual(order);
  });

  it("accepts the removal of the price and the payment together", async () => {
    const { id } = await place({ price, payment });
    expect((await patch(id, { price: null, payment: null })).body).toMatchObject({ price: null, payment: null });
  });

  it("returns 409 after it waited for another request that removed the price", async () => {
    const { id } = await place({ price });
    const removal = ["UPDATE store_order SET price_amount = NULL, price_currency = NULL WHERE id = $1", id] as const;
    const { body } = await sendWhileLocked(api, [removal], () => patch(id, { payment }));
    expect(body).toEqual(errorBody("conflict", 409, `order ${id} has no price; send price as well`));
    expect(await rowOf(id)).toEqual(nothing);
  });

  it("returns 412 for a price if somebody else has marked the order as paid", async () => {
    const { id } = await place({ price });
    const { headers } = await api.send(`GET /v1/orders/${id}`);
    await patch(id, { payment });
    const stale = { headers: { "if-match": headers.get("etag") ?? "" } };
    expect((await patch(id, { price: { ...price, amount: 1 } }, stale)).status).toBe(412);
    expect(await read(id)).toMatchObject({ price, payment });
  });
});

describe("the history of a price", () => {
  it("tells keys of scope read the price, the payment, and when either changed", async () => {
    const key = await api.makeKey("read");
    const { next } = (await api.send("GET /v1/events?after=now", { key })).body as EventPage;
    const { id } = await place({ price });
    const { body } = await patch(id, { payment });
    const { note: _, ...seen } = body as Order;
    expect((await api.send(`GET /v1/orders/${id}`, { key })).body).toEqual(seen);
    const { body: page } = await api.send(`GET /v1/events?after=${next}&subject=order:${id}`, { key });
    expect((page as EventPage).data).toMatchObject([
      { type: "order.created", after: { price, payment: null } },
      {
        type: "order.updated",
        changed: ["payment", "updatedAt"],
        before: { payment: null },
        after: { price, payment },
      },
    ]);
  });

  it("keeps the price and the payment when the customer is erased, and exports both before", async () => {
    const key = await api.makeKey("admin");
    const order = await place({ price, payment, customer: { name: "Erna" }, note: "Erna rings" });
    const path = `/v1/customers/${order.customerId}`;
    const { body: everything } = await api.send(`GET ${path}/export`, { key });
    expect(everything).toMatchObject({ orders: [{ id: order.id, price, payment }] });
    expect((await api.send(`DELETE ${path}`, { key })).status).toBe(204);
    expect(await read(order.id)).toMatchObject({ price, payment, customerId: null, note: null });
  });
});

describe("the columns of a price", () => {
  it.each([
    ["an amount without a currency", "price_amount = 1"],
    ["a negative amount", "price_amount = -1, price_currency = 'EUR'"],
    ["a currency that is no code", "price_amount = 1, price_currency = 'eur'"],
    ["a payment without a price", "paid_at = now(), paid_by = 'cash'"],
    ["a payment without means", "price_amount = 1, price_currency = 'EUR', paid_at = now()"],
  ])("refuse %s", async (_what, set) => {
    const { id } = await place();
    await expect(api.database.pool.query(`UPDATE store_order SET ${set} WHERE id = $1`, [id])).rejects.toThrow(
      /violates check/,
    );
  });
});
