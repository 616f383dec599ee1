import type { Order, OrderStatus } from "@petstore/contract/routes";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, addPets, findPet } from "../../test/support/builders.js";
import { statusesOf, times } from "../../test/support/concurrent-creates.js";
import { openCountedApi } from "../../test/support/count-express.js";
import type { TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let countExpress: Awaited<ReturnType<typeof openCountedApi>>["countExpress"];
beforeAll(async () => {
  ({ api, countExpress } = await openCountedApi());
});
afterAll(() => api.close());

const step = (id: number, status: OrderStatus, more = "") =>
  api.send(`PATCH /v1/orders/${id}${more}`, { body: { status } });
/** Adds orders, each with its own pet. */
const addOrders = async (count: number, status: OrderStatus = "placed") => {
  const petIds = await addPets(api, ...times(count, () => ({ status: "pending" as const })));
  return Promise.all(petIds.map(async (petId) => ({ petId, id: await addOrder(api, petId, status) })));
};

describe("PATCH /orders/{orderId} in batches", () => {
  it.each([
    ["placed", "approved", "pending"],
    ["placed", "cancelled", "available"],
    ["approved", "delivered", "sold"],
  ] as const)("changes %s orders to %s, and their pets to %s, in the fast path", async (from, to, petStatus) => {
    const orders = await addOrders(20, from);
    const before = await Promise.all(orders.map(({ id }) => api.send(`GET /v1/orders/${id}`)));
    const { result, byExpress } = await countExpress(() => Promise.all(orders.map(({ id }) => step(id, to))));
    expect(statusesOf(result)).toEqual(Array(20).fill(200));
    expect(byExpress).toBe(0);
    for (const [at, { body }] of result.entries()) {
      const { id, petId, updatedAt } = body as Order;
      const placed = before[at]?.body as Order;
      expect(body).toEqual({ ...placed, status: to, updatedAt: expect.any(String) });
      expect(updatedAt > placed.updatedAt).toBe(true);
      expect((await api.send(`GET /v1/orders/${id}`)).body).toEqual(body);
      expect(await findPet(api, petId)).toMatchObject({ status: petStatus });
    }
  });

  it("accepts exactly one of many identical changes of an order's status", async () => {
    const [order = { id: 0 }] = await addOrders(1);
    const answers = await Promise.all(times(32, () => step(order.id, "approved")));
    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([200, ...Array(31).fill(409)]);
  });

  it("increases updatedAt even if the clock is behind the stored time", async () => {
    const [order = { id: 0 }] = await addOrders(1);
    await api.database.pool.query("UPDATE store_order SET updated_at = '2100-01-01T00:00:00Z' WHERE id = $1", [
      order.id,
    ]);
    expect((await step(order.id, "approved")).body).toMatchObject({ updatedAt: "2100-01-01T00:00:00.001Z" });
  });

  it("refuses requests in the fast path, and sends only invalid ones to Express", async () => {
    const [placed = { id: 0 }, closed = { id: 0 }, deleted = { id: 0, petId: 0 }] = await addOrders(3);
    for (const { id } of [closed, deleted]) await step(id, "cancelled");
    await api.send(`DELETE /v1/pets/${deleted.petId}`);
    const { result, byExpress } = await countExpress(() =>
      Promise.all([
        step(placed.id, "delivered"),
        step(closed.id, "approved"),
        step(deleted.id, "approved"),
        step(999_999, "approved"),
        step(placed.id, "sold" as OrderStatus),
      ]),
    );
    expect(statusesOf(result)).toEqual([409, 409, 409, 404, 400]);
    expect(byExpress).toBe(1);
  });

  it("delays only requests whose order or pet is locked", async () => {
    const orders = await addOrders(16);
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM pet WHERE id = $1 FOR UPDATE", [orders[3]?.petId]);
    await other.query("SELECT FROM store_order WHERE id = $1 FOR UPDATE", [orders[5]?.id]);
    const isLate = (at: number) => at === 3 || at === 5;
    // An account may use two connections for writes. Both of these wait for one, so the account has none left for other
    // requests.
    const key = await api.makeKey("write", { accountId: await api.makeAccount() });
    const late = (id: number) => api.send(`PATCH /v1/orders/${id}`, { key, body: { status: "approved" } });
    const waiting = Promise.all(orders.filter((_, at) => isLate(at)).map(({ id }) => late(id)));
    const answers = await Promise.all(orders.filter((_, at) => !isLate(at)).map(({ id }) => step(id, "approved")));
    expect(statusesOf(answers)).toEqual(Array(14).fill(200));
    await other.query("COMMIT");
    other.release();
    expect(statusesOf(await waiting)).toEqual([200, 200]);
  });

  it("writes the same rows and events, column by column, as without batches", async () => {
    const orders = await addOrders(2);
    const last = await lastEventId(api.database);
    for (const [at, more] of ["?", ""].entries()) {
      for (const status of ["approved", "delivered"] as const) await step(orders[at]?.id ?? 0, status, more);
    }
    const events = await eventsSince(api.database, last);
    const ofEach =
      /"(?:id|orderId|petId|held_pet_id|pet_id|at|createdAt|updatedAt|created_at|updated_at)":(?:"[^"]*"|\d+)/g;
    const [ordinary, batched] = await Promise.all(
      orders.map(async ({ id, petId }) => {
        const { rows } = await api.database.pool.query("SELECT to_jsonb(o) AS o FROM store_order AS o WHERE id = $1", [
          id,
        ]);
        const own = events.filter(({ subject }) => subject.id === (subject.kind === "order" ? id : petId));
        return JSON.stringify([rows, own]).replaceAll(ofEach, '"-":0');
      }),
    );
    expect(ordinary).toContain("order.update");
    expect(batched).toBe(ordinary);
  });

  it("runs five statements for a single request", async () => {
    const orders = await addOrders(2);
    const spy = vi.spyOn(Client.prototype, "query");
    await step(orders[0]?.id ?? 0, "approved");
    spy.mockClear();
    expect((await step(orders[1]?.id ?? 0, "cancelled")).status).toBe(200);
    const texts = spy.mock.calls.map(([query]: unknown[]) => (typeof query === "string" ? query : Object(query).text));
    spy.mockRestore();
    expect(texts.filter((text) => /\b(pet|store_order|BEGIN|COMMIT)\b/.test(text))).toHaveLength(5);
  });
});
