import type { Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, petOf } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /orders/{orderId}", () => {
  let api: TestApi;
  let order: Order;
  const place = async () => {
    const [petId] = await addPets(api, {});
    return (await api.send("POST /v1/orders", { body: { petId } })).body as Order;
  };
  beforeAll(async () => {
    api = await createTestApi();
    order = await place();
  });
  afterAll(() => api.close());

  it("returns 200 with the order, without its note for a read key", async () => {
    const { status, body } = await api.send(`GET /v1/orders/${order.id}`, { key: await api.makeKey("read") });
    const { note, ...rest } = order;
    expect({ note, status, body }).toEqual({ note: null, status: 200, body: rest });
  });

  it("returns times in UTC with milliseconds", async () => {
    const { id } = await api.database.db.order.create({
      data: {
        petId: 7,
        status: "cancelled",
        createdAt: "2026-03-29T02:30:00+02:00",
        updatedAt: "2026-03-29T01:00:00.07Z",
      },
    });
    expect((await api.send(`GET /v1/orders/${id}`)).body).toEqual({
      ...{
        id,
        petId: 7,
        status: "cancelled",
        reference: null,
        customerId: null,
        note: null,
        price: null,
        payment: null,
      },
      ...{ createdAt: "2026-03-29T00:30:00.000Z", updatedAt: "2026-03-29T01:00:00.070Z" },
    });
  });

  it("returns 304 until the order changes", async () => {
    const { id } = await place();
    const tag = (await api.send(`GET /v1/orders/${id}`)).headers.get("etag") ?? "";
    const request = () => api.send(`GET /v1/orders/${id}`, { headers: { "if-none-match": tag } });
    const known = await request();
    expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", tag]);
    await api.send(`PATCH /v1/orders/${id}`, { body: { status: "approved" } });
    expect(await request()).toMatchObject({ status: 200, body: { status: "approved" } });
  });

  it("returns the present state of the pet with expand=pet, and null once the pet is gone", async () => {
    const [petId = 0] = await addPets(api, { name: "Rex" });
    const placed = (await api.send("POST /v1/orders", { body: { petId } })).body as Order;
    const target = `GET /v1/orders/${placed.id}?expand=pet`;
    const pet = petOf({ id: petId, name: "Rex", status: "pending" });
    const reader = await api.makeKey("read");
    const first = await api.send(target, { key: reader });
    const { note: _, ...seen } = placed;
    expect(first.body).toEqual({ ...seen, pet });
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await api.send(target, { headers, key: reader })).status).toBe(304);

    await api.send(`PATCH /v1/pets/${petId}`, { body: { name: "Max" } });
    const renamed = await api.send(target, { headers, key: reader });
    expect(renamed).toMatchObject({ status: 200, body: { ...seen, pet: { ...pet, name: "Max" } } });
    const cancelled = (await api.send(`PATCH /v1/orders/${placed.id}`, { body: { status: "cancelled" } })).body;
    await api.send(`DELETE /v1/pets/${petId}`);
    expect((await api.send(target)).body).toEqual({ ...(cancelled as Order), pet: null });
    expect((await api.send(`GET /v1/orders/${placed.id}`)).body).toEqual(cancelled);
  });

  it.each(["/v1/orders", "/v1/orders/1"])("returns 400 for more values of expand than %s allows", async (path) => {
    const wrong = await api.send(`GET ${path}?expand=customer&expand=pet&expand=customer`);
    expect(wrong.body).toEqual(errorBody("invalid_request", 400, "query.expand must be given at most 2 times"));
  });

  it("returns 400 for another expansion, and 404 for an unknown order with one", async () => {
    expect((await api.send(`GET /v1/orders/${order.id}?expand=profile`)).body).toEqual(
      errorBody("invalid_request", 400, "query.expand must be pet or customer"),
    );
    expect((await api.send("GET /v1/orders/9007199254740991?expand=pet")).status).toBe(404);
  });

  it("returns 400 for any other query parameter", async () => {
    expect((await api.send(`GET /v1/orders/${order.id}?fields=status`)).body).toEqual(
      errorBody("invalid_request", 400, "query.fields is not a recognised parameter"),
    );
  });

  it("returns 404 for an unknown id", async () => {
    expect((await api.send("GET /v1/orders/9007199254740991")).body).toEqual(
      errorBody("not_found", 404, "there is no order with id 9007199254740991"),
    );
  });

  it.each(["0", "-1", "+1", "1.0", "1e3", "abc", "9007199254740992", "99999999999999999999", "%00"])(
    "returns 404 for %s, which is not a valid id",
    async (id) => {
      expect((await api.send(`GET /v1/orders/${id}`)).body).toEqual(errorBody("not_found", 404));
    },
  );
});
