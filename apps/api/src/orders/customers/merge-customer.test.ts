import { randomUUID } from "node:crypto";
import { type Customer, MAX_MERGED_ORDERS, type Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { wholeStore } from "../../../test/support/whole-store.js";

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
});
beforeEach(() => emptyTables(api.database, "store_order, customer, pet, category, stored_outcome, list_view"));
afterAll(() => api.close());

const ada = { name: "Ada Byron", email: "ada@example.com", phone: "+44 20 7946 0018", address: "12 Square" };
const add = async (body: object, headers = {}) => {
  const answer = await api.send("POST /v1/customers", { body, headers });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body as Customer;
};
const order = async (body: object, headers = {}) => {
  const [petId = 0] = await addPets(api, {});
  return (await api.send("POST /v1/orders", { body: { petId, ...body }, headers })).body as Order;
};
const merge = (id: number, into: number, headers = {}) =>
  api.send(`POST /v1/customers/${id}/merge`, { body: { into }, headers });
const read = async (path: string) => (await api.send(`GET /v1/${path}`, { key: admin })).body;

describe("POST /customers", () => {
  it("adds a customer with the ETag and the path of GET, and records no personal data", async () => {
    const last = await lastEventId(api.database);
    const { status, body, headers } = await api.send("POST /v1/customers", { body: ada });
    const { id, createdAt } = body as Customer;
    expect([status, body]).toEqual([201, { id, ...ada, createdAt, updatedAt: createdAt }]);
    expect(headers.get("location")).toBe(`/v1/customers/${id}`);
    const found = await api.send(`GET /v1/customers/${id}`);
    expect([found.body, found.headers.get("etag")]).toEqual([body, headers.get("etag")]);
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([{ action: "customer.create", before: null, after: { id } }]);
    expect(JSON.stringify(events)).not.toContain("Ada");
  });

  it("returns 409 with the id of the customer who has the address, and adds no customer", async () => {
    const { id } = await add(ada);
    const body = { name: "Bea", phone: "+442079460018" };
    const headers = { accept: "application/problem+json" };
    const refused = await api.send("POST /v1/customers", { body, headers });
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.text)).toMatchObject({ code: "conflict", conflict: { kind: "customer", id } });
    expect(await api.database.db.customer.count()).toBe(1);
  });

  it("answers a repeat with 409 after the customer was erased, and does not add them again", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const { id } = await add(ada, headers);
    expect((await api.send(`DELETE /v1/customers/${id}`, { key: admin })).status).toBe(204);
    const repeat = await api.send("POST /v1/customers", { body: ada, headers });
    expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([409, "true"]);
    expect([await api.database.db.customer.count(), (await wholeStore(api.database)).includes("Byron")]).toEqual([
      0,
      false,
    ]);
  });
});

describe("POST /customers/{customerId}/merge", () => {
  it("moves the orders, fills missing fields, deletes the customer and records each change", async () => {
    const from = await add(ada);
    const into = await add({ name: "Ada B.", phone: "0800 123" });
    const [first, second] = [await order({ customerId: from.id, note: "rings" }), await order({ customerId: from.id })];
    const last = await lastEventId(api.database);
    const { status, body } = await merge(from.id, into.id);
    expect([status, body]).toEqual([200, { into: into.id, moved: 2, remaining: 0 }]);
    expect((await api.send(`GET /v1/customers/${from.id}`)).status).toBe(404);
    const kept = { name: "Ada B.", phone: "0800 123", email: ada.email, address: ada.address };
    expect(await read(`customers/${into.id}`)).toMatchObject(kept);
    expect(await read(`orders?customerId=${into.id}`)).toMatchObject([
      { id: first.id, note: "rings" },
      { id: second.id },
    ]);
    const after = await read(`orders/${first.id}`);
    expect(Date.parse((after as Order).updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([
      {
        action: "order.update",
        subject: { id: first.id },
        before: { customerId: from.id },
        after: { customerId: into.id },
      },
      { action: "order.update", subject: { id: second.id } },
      { action: "customer.update", subject: { id: into.id } },
      { action: "customer.merge", subject: { kind: "customer", id: from.id }, after: { into: into.id } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Ada|rings|Square/);
  });

  it("moves at most 1,000 orders at once, and ends when it is repeated", async () => {
    const [from, into] = [await add({ name: "A" }), await add({ name: "B" })];
    await order({});
    await api.database.pool.query(
      `INSERT INTO store_order (pet_id, status, customer_id) SELECT pet_id, 'delivered', $1
       FROM store_order, generate_series(1, $2::integer)`,
      [from.id, MAX_MERGED_ORDERS + 2],
    );
    const answers = [await merge(from.id, into.id), await merge(from.id, into.id)];
    expect(answers.map(({ body }) => body)).toEqual([
      { into: into.id, moved: MAX_MERGED_ORDERS, remaining: 2 },
      { into: into.id, moved: 2, remaining: 0 },
    ]);
    expect(await api.database.db.order.count({ where: { customerId: into.id } })).toBe(MAX_MERGED_ORDERS + 2);
    expect(await api.database.db.customer.count()).toBe(1);
  });

  it("answers every repeat of the customer's orders with the remaining customer", async () => {
    const [from, into] = [await add({ name: "A" }), await add({ name: "B" })];
    const headers = { "idempotency-key": randomUUID() };
    const { id } = await order({ customerId: from.id }, headers);
    await api.database.pool.query(
      `INSERT INTO stored_outcome
         (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
       SELECT account_id, 'copy ' || n, fingerprint, status, headers, body, expires_at
       FROM stored_outcome, generate_series(1, 250) AS n WHERE idempotency_key = $1`,
      [headers["idempotency-key"]],
    );
    expect((await merge(from.id, into.id)).status).toBe(200);
    const outcomes = await api.database.db.storedOutcome.findMany({ where: { body: { contains: `"id":${id},` } } });
    expect(outcomes.map(({ body }) => (JSON.parse(body) as Order).customerId)).toEqual(Array(251).fill(into.id));
  });

  it("lets an erasure of the other customer erase everything of the merged one too", async () => {
    const text = "Zanzibar Q. Ada";
    const key = { "idempotency-key": randomUUID() };
    const from = await add({ name: text, email: "zanzibar@example.com" }, key);
    const into = await add({ name: "Bea" });
    const ofOrder = { "idempotency-key": randomUUID() };
    const once = await order({ customerId: from.id, note: `${text} once` }, ofOrder);
    await api.send(`PATCH /v1/orders/${once.id}`, { body: { customerId: null } });
    await order({ customerId: from.id, note: `${text} now` });
    const query = { q: "zanzibar" };
    await api.send("PUT /v1/views/Hers", { body: { page: "orders", query } });
    expect((await merge(from.id, into.id)).body).toMatchObject({ moved: 1, remaining: 0 });
    const repeat = await api.send("POST /v1/customers", {
      body: { name: text, email: "zanzibar@example.com" },
      headers: key,
    });
    expect(repeat.status).toBe(409);
    expect((await api.send(`DELETE /v1/customers/${into.id}`, { key: admin })).status).toBe(204);
    expect(/zanzibar/i.exec(await wholeStore(api.database))).toBeNull();
  });

  it("places a concurrent order for the remaining customer, or refuses the order", async () => {
    const [from, into] = [await add({ name: "A" }), await add({ name: "B" })];
    const placed = [1, 2, 3, 4].map(() => order({ customerId: from.id }));
    expect((await merge(from.id, into.id)).status).toBe(200);
    const orders = await Promise.all(placed);
    const made = orders.filter(({ id }) => id !== undefined).length;
    expect(await api.database.db.order.count({ where: { customerId: into.id } })).toBe(made);
    expect(await api.database.db.order.count()).toBe(made);
  });

  it("merges in exactly one direction if two customers are merged into each other at once", async () => {
    const [one, other] = [await add({ name: "A" }), await add({ name: "B" })];
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await api.database.db.customer.count()).toBe(1);
  });

  it("returns 400 for the customer itself, 409 for an unknown one, and 412 for a stale tag", async () => {
    const { id } = await add({ name: "A" });
    const itself = "body.into must not be the customer that is merged";
    expect((await merge(id, id)).body).toEqual(errorBody("invalid_request", 400, itself));
    const unknown = "body.into refers to customer 99, which does not exist";
    expect((await merge(id, 99)).body).toEqual(errorBody("customer_not_found", 409, unknown));
    const other = await add({ name: "B" });
    expect((await merge(id, other.id, { "if-match": '"stale"' })).status).toBe(412);
    expect((await merge(99, id)).status).toBe(404);
    expect(
      (await api.send(`POST /v1/customers/${id}/merge`, { body: { into: id }, key: await api.makeKey("read") })).status,
    ).toBe(403);
    expect(await api.database.db.customer.count()).toBe(2);
  });
});
