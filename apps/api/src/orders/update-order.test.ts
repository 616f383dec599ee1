import type { Order, OrderStatus } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, findPet } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi, ways } from "../../test/support/test-api.js";

describe.each(ways)("PATCH /orders/{orderId} through %s", (_way, adapt) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
  });
  afterAll(() => api.close());

  const patch = (id: number | string, body: unknown, options = {}) =>
    api.send(`PATCH /v1/orders/${id}`, { body, ...options });
  const makeOrder = async (...steps: OrderStatus[]) => {
    const [petId] = await addPets(api, {});
    const order = (await api.send("POST /v1/orders", { body: { petId, reference: "PO-1" } })).body as Order;
    for (const status of steps) await patch(order.id, { status });
    return (await api.send(`GET /v1/orders/${order.id}`)).body as Order;
  };
  const read = async ({ id, petId }: Order) => {
    const order = await api.database.db.order.findUniqueOrThrow({ where: { id } });
    const pet = await api.database.db.pet.findUnique({ where: { id: petId } });
    return { status: order.status, heldPetId: order.heldPetId, updatedAt: order.updatedAt, pet: pet?.status };
  };

  it.each([
    ["placed", [], "approved", "pending"],
    ["placed", [], "cancelled", "available"],
    ["approved", ["approved"], "delivered", "sold"],
    ["approved", ["approved"], "cancelled", "available"],
  ] as const)(
    "changes an order that is %s, after %j, to %s; the pet becomes %s",
    async (_from, before, status, pet) => {
      const order = await makeOrder(...before);
      const answer = await patch(order.id, { status });
      const { updatedAt } = answer.body as Order;
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { ...order, status, updatedAt },
      });
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(order.updatedAt));
      expect((await api.send(`GET /v1/orders/${order.id}`)).body).toEqual(answer.body);
      const heldPetId = pet === "pending" ? order.petId : null;
      expect(await read(order)).toEqual({ status, heldPetId, updatedAt, pet });
    },
  );

  it("records the order and its pet in the audit trail", async () => {
    const order = await makeOrder("approved");
    const { body } = await patch(order.id, { status: "delivered" });
    const key = await api.makeKey("admin");
    const lastEvent = async (subject: string) => {
      const { body: events } = await api.send(`GET /v1/audit-events?subject=${subject}&limit=1`, { key });
      return (events as object[])[0];
    };
    const recorded = ({ note: _, ...rest }: Order) => rest;
    expect(await lastEvent(`order:${order.id}`)).toMatchObject({
      ...{ action: "order.update", subject: { kind: "order", id: order.id } },
      ...{ before: recorded(order), after: recorded(body as Order) },
    });
    expect(await lastEvent(`pet:${order.petId}`)).toMatchObject({
      ...{ action: "pet.update", subject: { kind: "pet", id: order.petId } },
      ...{ before: { status: "pending" }, after: { status: "sold" } },
    });
  });

  it("records no change of a pet that stays the same", async () => {
    const order = await makeOrder("approved");
    const key = await api.makeKey("admin");
    const { body: events } = await api.send(`GET /v1/audit-events?subject=pet:${order.petId}`, { key });
    expect(events).toMatchObject([{ action: "pet.update", after: { status: "pending" } }]);
  });

  it("increases updatedAt even after the clock was set back", async () => {
    const order = await makeOrder();
    const ahead = new Date(Date.now() + 3_600_000);
    await api.database.db.order.update({ where: { id: order.id }, data: { updatedAt: ahead } });
    const { body } = await patch(order.id, { status: "approved" });
    expect(body).toMatchObject({ updatedAt: new Date(ahead.getTime() + 1).toISOString() });
  });

  const refusalOf = (from: string, rest: string) => `is ${from}; ${rest}`;
  const fromPlaced = refusalOf("placed", "it can only become approved or cancelled");
  const fromApproved = refusalOf("approved", "it can only become delivered or cancelled");
  const fromDelivered = refusalOf("delivered", "this status is final");
  const fromCancelled = refusalOf("cancelled", "this status is final");
  it.each([
    [[], "placed", fromPlaced],
    [[], "delivered", fromPlaced],
    [["approved"], "placed", fromApproved],
    [["approved"], "approved", fromApproved],
    [["approved", "delivered"], "placed", fromDelivered],
    [["approved", "delivered"], "approved", fromDelivered],
    [["approved", "delivered"], "delivered", fromDelivered],
    [["approved", "delivered"], "cancelled", fromDelivered],
    [["cancelled"], "placed", fromCancelled],
    [["cancelled"], "approved", fromCancelled],
    [["cancelled"], "delivered", fromCancelled],
    [["cancelled"], "cancelled", fromCancelled],
  ] as const)("returns 409 for an order, after %j, to %s, and writes nothing", async (before, status, why) => {
    const order = await makeOrder(...before);
    const rows = await read(order);
    expect((await patch(order.id, { status })).body).toEqual(errorBody("conflict", 409, `order ${order.id} ${why}`));
    expect(await read(order)).toEqual(rows);
  });

  it("does not change the pet of a cancelled order that another order reserves", async () => {
    const first = await makeOrder("cancelled");
    const second = (await api.send("POST /v1/orders", { body: { petId: first.petId } })).body as Order;
    expect((await patch(first.id, { status: "cancelled" })).status).toBe(409);
    expect(await read(second)).toMatchObject({ status: "placed", pet: "pending" });
  });

  it("returns 200 after it waited for another change of the pet, and keeps that change", async () => {
    const { id, petId } = await makeOrder();
    const change = ["UPDATE pet SET name = 'Luna' WHERE id = $1", petId] as const;
    const { status } = await sendWhileLocked(api, [change], () => patch(id, { status: "cancelled" }));
    expect(status).toBe(200);
    expect(await findPet(api, petId)).toMatchObject({ name: "Luna", status: "available" });
  });

  it("returns 409 after it waited for another change of the status, and keeps that change", async () => {
    const { id } = await makeOrder();
    const { body } = await sendWhileLocked(
      api,
      [["LOCK TABLE pet"], ["UPDATE store_order SET status = 'cancelled' WHERE id = $1", id]],
      () => patch(id, { status: "approved" }),
    );
    expect(body).toEqual(errorBody("conflict", 409, `order ${id} ${fromCancelled}`));
    expect((await api.send(`GET /v1/orders/${id}`)).body).toMatchObject({ status: "cancelled" });
  });

  it("returns 409 for a delivered order whose pet was deleted", async () => {
    const order = await makeOrder("approved", "delivered");
    await api.database.db.pet.delete({ where: { id: order.petId } });
    expect((await patch(order.id, { status: "cancelled" })).body).toEqual(errorBody("conflict", 409));
    expect((await api.send(`GET /v1/orders/${order.id}`)).body).toEqual(order);
  });

  it.each([
    ["null", { status: null }, "body.status must be one of placed, approved, delivered, cancelled"],
    ["an unknown status", { status: "sold" }, "body.status must be one of placed, approved, delivered, cancelled"],
    [
      "fields that are not to be changed",
      { status: "approved", petId: 1, reference: "b" },
      "body.petId is not a recognised field; body.reference is not a recognised field",
    ],
    ["an array", [{ status: "approved" }], "body must be a JSON object"],
  ])("returns 400 for %s, and writes nothing", async (_what, body, message) => {
    const order = await makeOrder();
    expect((await patch(order.id, body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await read(order)).toMatchObject({ status: "placed", pet: "pending" });
  });

  it("returns 400 for any query parameter", async () => {
    expect((await patch("1?force=true", { status: "approved" })).body).toEqual(
      errorBody("invalid_request", 400, "query.force is not a recognised parameter"),
    );
  });

  it("returns 403 for a read key, and writes nothing", async () => {
    const order = await makeOrder();
    const key = await api.makeKey("read");
    expect((await patch(order.id, { status: "approved" }, { key })).body).toEqual(errorBody("forbidden", 403));
    expect(await read(order)).toMatchObject({ status: "placed", pet: "pending" });
  });

  it("returns 404 for an unknown order", async () => {
    expect((await patch(9007199254740991, { status: "approved" })).body).toEqual(
      errorBody("not_found", 404, "there is no order with id 9007199254740991"),
    );
  });

  it.each(["0", "-1", "1.0", "abc", "9007199254740992"])("returns 404 for %s, which is not a valid id", async (id) => {
    expect((await patch(id, { status: "approved" })).body).toEqual(errorBody("not_found", 404));
  });

  it("returns 413 and 415", async () => {
    expect((await patch(1, { status: "x".repeat(102_400) })).body).toEqual(errorBody("payload_too_large", 413));
    const headers = { "content-type": "text/plain" };
    const plain = await api.send("PATCH /v1/orders/1", { raw: "{}", headers });
    expect(plain.body).toEqual(errorBody("unsupported_media_type", 415));
  });
});
