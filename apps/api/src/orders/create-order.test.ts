import type { Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi, ways } from "../../test/support/test-api.js";

describe.each(ways)("POST /orders through %s", (_way, adapt) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
  });
  afterAll(() => api.close());

  const post = (body: unknown, options = {}) => api.send("POST /v1/orders", { body, ...options });
  const addPet = async (status: "available" | "pending" | "sold" = "available") =>
    (await addPets(api, { status }))[0] ?? 0;
  const petStatus = async (id: number) => (await api.database.db.pet.findUnique({ where: { id } }))?.status;
  const countOrders = () => api.database.db.order.count();

  it("returns 201 with the order and its Location, and the pet becomes pending", async () => {
    const petId = await addPet();
    const { status, body, headers } = await post({ petId, reference: "PO-2026-0042" });
    const order = body as Order;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id: order.id, petId, status: "placed", reference: "PO-2026-0042", customerId: null, note: null },
        ...{ price: null, payment: null, createdAt: order.createdAt, updatedAt: order.createdAt },
      },
    });
    expect(headers.get("location")).toBe(`/v1/orders/${order.id}`);
    expect((await api.send(`GET /v1/orders/${order.id}`)).body).toEqual(order);
    expect(await api.database.db.order.findUnique({ where: { id: order.id } })).toEqual({
      ...{ id: order.id, petId, status: "placed", reference: "PO-2026-0042" },
      ...{ customerId: null, note: null, formerCustomerIds: [], publicUpdatedAt: null },
      ...{ priceAmount: null, priceCurrency: null, paidAt: null, paidBy: null },
      ...{ heldPetId: petId, createdAt: order.createdAt, updatedAt: order.createdAt },
    });
    expect(await petStatus(petId)).toBe("pending");
  });

  it("records the order and the reserved pet in the audit trail", async () => {
    const petId = await addPet();
    const { body } = await post({ petId });
    const key = await api.makeKey("admin");
    const { body: events } = await api.send(`GET /v1/audit-events?subject=pet:${petId}`, { key });
    expect((events as { action: string }[])[0]).toMatchObject({
      ...{ action: "pet.update", subject: { kind: "pet", id: petId } },
      ...{ before: { status: "available" }, after: { status: "pending" } },
    });
    const { body: orders } = await api.send(`GET /v1/audit-events?subject=order:${(body as Order).id}`, { key });
    const { note: _, ...recorded } = body as Order;
    expect(orders).toMatchObject([{ action: "order.create", before: null, after: recorded }]);
  });

  it("sets createdAt by the database's clock", async () => {
    const clock = async () =>
      (await api.database.pool.query("SELECT clock_timestamp()::timestamptz(3) AS at")).rows[0].at;
    const before = await clock();
    const { createdAt } = (await post({ petId: await addPet() })).body as Order;
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before.getTime());
    expect(Date.parse(createdAt)).toBeLessThanOrEqual((await clock()).getTime());
  });

  it("stores null for a reference, a customer and a note that the request does not have", async () => {
    const { body } = await post({ petId: await addPet() });
    expect(body).toMatchObject({ reference: null, customerId: null, note: null });
    expect((await api.database.db.order.findUnique({ where: { id: (body as Order).id } }))?.reference).toBeNull();
  });

  it("stores the trimmed reference of at most 200 code points", async () => {
    const reference = "🐕".repeat(200);
    const { body } = await post({ petId: await addPet(), reference: `\u00a0\t${reference} \n` });
    expect(body).toMatchObject({ reference });
    expect((await api.database.db.order.findUnique({ where: { id: (body as Order).id } }))?.reference).toBe(reference);
  });

  it("returns 201 for the pet of a cancelled order, and for a reused reference", async () => {
    const petId = await addPet();
    const first = (await post({ petId, reference: "same" })).body as Order;
    await api.send(`PATCH /v1/orders/${first.id}`, { body: { status: "cancelled" } });
    const { status, body } = await post({ petId, reference: "same" });
    expect(status).toBe(201);
    expect((body as Order).id).toBeGreaterThan(first.id);
    expect(await petStatus(petId)).toBe("pending");
  });

  it("returns the same order for a repeated Idempotency-Key", async () => {
    const petId = await addPet();
    const before = await countOrders();
    const headers = { "idempotency-key": "order-once" };
    const [first, repeat] = [await post({ petId }, { headers }), await post({ petId }, { headers })];
    expect([first.status, repeat.status, repeat.text]).toEqual([201, 201, first.text]);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect(await countOrders()).toBe(before + 1);
  });

  it("returns 400 with every invalid field in one message, and writes nothing", async () => {
    const before = await countOrders();
    const { body } = await post({ petId: "1", reference: "\t", status: "placed" });
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "body.petId must be an integer from 1 to 9007199254740991; " +
          "body.reference must have 1 to 200 characters after trimming; " +
          "body.status is not a recognised field",
      ),
    );
    expect(await countOrders()).toBe(before);
  });

  const idRule = "body.petId must be an integer from 1 to 9007199254740991";
  const lengthRule = "body.reference must have 1 to 200 characters after trimming";
  it.each([
    ["nothing", {}, "body.petId is required"],
    ["a petId of 0", { petId: 0 }, idRule],
    ["a petId of 2^53", { petId: 2 ** 53 }, idRule],
    ["a fraction for a petId", { petId: 1.5 }, idRule],
    ["null for a petId", { petId: null }, idRule],
    ["a reference of 201 code points", { petId: 1, reference: "🐕".repeat(201) }, lengthRule],
    ["an empty reference", { petId: 1, reference: "" }, lengthRule],
    ["a control character", { petId: 1, reference: "a\0b" }, "body.reference must not contain control characters"],
    ["a lone surrogate", { petId: 1, reference: "a\ud800b" }, "body.reference must not contain lone surrogates"],
    ["null for a reference", { petId: 1, reference: null }, "body.reference must be a string"],
    ["an array", [], "body must be a JSON object"],
  ])("returns 400 for %s", async (_what, body, message) => {
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 400 for any query parameter", async () => {
    const { body } = await api.send("POST /v1/orders?dryRun=true", { body: { petId: 1 } });
    expect(body).toEqual(errorBody("invalid_request", 400, "query.dryRun is not a recognised parameter"));
  });

  it("returns 403 for a read key, and writes nothing", async () => {
    const [petId, before] = [await addPet(), await countOrders()];
    expect((await post({ petId }, { key: await api.makeKey("read") })).body).toEqual(errorBody("forbidden", 403));
    expect([await countOrders(), await petStatus(petId)]).toEqual([before, "available"]);
  });

  it("returns 409 for an unknown pet, and writes nothing", async () => {
    const before = await countOrders();
    expect((await post({ petId: 9007199254740991 })).body).toEqual(
      errorBody("pet_not_found", 409, "body.petId refers to pet 9007199254740991, which does not exist"),
    );
    expect(await countOrders()).toBe(before);
  });

  it.each(["pending", "sold"] as const)("returns 409 for a pet that is %s, and writes nothing", async (status) => {
    const [petId, before] = [await addPet(status), await countOrders()];
    expect((await post({ petId })).body).toEqual(
      errorBody(
        "pet_not_available",
        409,
        `body.petId refers to pet ${petId}, which is ${status}; GET /v1/pets?status=available lists the pets that can be ordered`,
      ),
    );
    expect([await countOrders(), await petStatus(petId)]).toEqual([before, status]);
  });

  it("returns 409 for a pet that another order reserves", async () => {
    const petId = await addPet();
    await post({ petId });
    expect((await post({ petId })).body).toEqual(
      errorBody(
        "pet_not_available",
        409,
        `body.petId refers to pet ${petId}, which is pending; GET /v1/pets?status=available lists the pets that can be ordered`,
      ),
    );
    expect(await api.database.db.order.count({ where: { petId } })).toBe(1);
  });

  it("returns 409 after it has waited for a sale of the pet, and writes nothing", async () => {
    const [petId, before] = [await addPet(), await countOrders()];
    const sale = ["UPDATE pet SET status = 'sold' WHERE id = $1", petId] as const;
    const { body } = await sendWhileLocked(api, [sale], () => post({ petId }));
    expect(body).toEqual(errorBody("pet_not_available", 409));
    expect([await countOrders(), await petStatus(petId)]).toEqual([before, "sold"]);
  });

  it("returns 413 and 415", async () => {
    expect((await post({ petId: 1, reference: "x".repeat(102_400) })).body).toEqual(
      errorBody("payload_too_large", 413),
    );
    const plain = await api.send("POST /v1/orders", { raw: "{}", headers: { "content-type": "text/plain" } });
    expect(plain.body).toEqual(errorBody("unsupported_media_type", 415));
  });

  it("returns 422 if the Idempotency-Key was used for another order, and writes nothing", async () => {
    const headers = { "idempotency-key": "order-other" };
    await post({ petId: await addPet() }, { headers });
    const [petId, before] = [await addPet(), await countOrders()];
    expect((await post({ petId }, { headers })).body).toEqual(errorBody("idempotency_key_reused", 422));
    expect([await countOrders(), await petStatus(petId)]).toEqual([before, "available"]);
  });
});
