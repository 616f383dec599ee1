import { randomUUID } from "node:crypto";
import type { Customer, ExpandedOrder, Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { staleSessionKey } from "../../../test/support/requests.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";
import { wholeStore } from "../../../test/support/whole-store.js";
import { transact } from "../../database/transact.js";
import { expireCustomers } from "./expire-customers.js";

let api: TestApi;
let admin: string;
let reader: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
  reader = await api.makeKey("read");
});
beforeEach(() => emptyTables(api.database, "store_order, customer, pet, category, stored_outcome"));
afterAll(() => api.close());

const ada = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+44 20 7946-0018",
  address: "12 St James's Sq\nLondon",
};
const note = 'Says "ring twice", back\\door';
const addPet = async (name = "Frank") => (await addPets(api, { name }))[0] ?? 0;
const place = async (body: object, options = {}) =>
  api.send("POST /v1/orders", { body: { petId: await addPet(), ...body }, ...options });
const order = async (body: object, options = {}) => {
  const answer = await place(body, options);
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body as Order;
};
const patch = (id: number, body: object, options = {}) => api.send(`PATCH /v1/orders/${id}`, { body, ...options });
const customersAt = async (path: string) => (await api.send(`GET ${path}`)).body as Customer[];
const counts = async () => [await api.database.db.customer.count(), await api.database.db.order.count()];
const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const refused = (status: 404 | 409, message: string) =>
  errorBody(status === 404 ? "not_found" : "conflict", status, message);
const unknownCustomer = errorBody(
  "customer_not_found",
  409,
  "body.customerId refers to customer 99, which does not exist",
);

describe("POST /orders for a customer", () => {
  it("adds a new customer, of whom the audit trail has only the id", async () => {
    const last = await lastEventId(api.database);
    const placed = await order({ customer: ada, note });
    expect(placed).toMatchObject({ reference: null, note });
    const { body: customer } = await api.send(`GET /v1/customers/${placed.customerId}`);
    const { createdAt } = customer as Customer;
    expect(customer).toEqual({ id: placed.customerId, ...ada, createdAt, updatedAt: createdAt });
    const { note: _, ...recorded } = placed;
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "customer.create", before: null, after: { id: placed.customerId, createdAt, updatedAt: createdAt } },
      { action: "order.create", before: null, after: recorded },
      { action: "pet.update" },
    ]);
    expect(JSON.stringify(await eventsSince(api.database, last))).not.toMatch(/Ada|twice/);
    const { body: events } = await api.send("GET /v1/events");
    expect(JSON.stringify(events)).not.toMatch(/customer\.create|Ada|twice/);
  });

  it("accepts a further order with customerId", async () => {
    const { customerId } = await order({ customer: { name: "Ada" } });
    expect(await order({ customerId })).toMatchObject({ customerId });
    expect(await counts()).toEqual([1, 2]);
  });

  it.each([
    [{ email: "ADA@example.com" }, "body.customer.email belongs to customer 1"],
    [{ phone: "0044 (0)20" }, undefined],
    [{ phone: "+442079460018" }, "body.customer.phone belongs to customer 1"],
    [{ email: "ada@example.com", phone: "+44/20/79460018" }, "body.customer.email belongs to customer 1"],
    [{ name: "Ada Byron" }, undefined],
  ])(
    "adds a customer with %j, or returns 409 that names the customer with that address",
    async (addresses, message) => {
      await order({ customer: ada });
      const { status, body } = await place({ customer: { name: "A. Byron", ...addresses } });
      const remedy = "; choose this customer if it is the same person, or send different contact details";
      expect([status, body]).toEqual(message === undefined ? [201, body] : [409, refused(409, message + remedy)]);
      expect(await counts()).toEqual(message === undefined ? [2, 2] : [1, 1]);
      const pending = await api.database.db.pet.count({ where: { status: "pending" } });
      expect(pending).toBe(message === undefined ? 2 : 1);
    },
  );

  it("adds one customer for many requests that describe a person in the same way", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => place({ customer: ada })));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as Order).customerId)).size).toBe(1);
    expect(await counts()).toEqual([1, 4]);
  });

  it.each([
    ["the same", ada, true],
    ["less", { name: "ada byron", phone: "+442079460018" }, true],
    ["another address", { ...ada, address: "Elsewhere 3" }, false],
    ["another telephone number", { ...ada, phone: "0800 1" }, false],
    ["another name", { ...ada, name: "Bea" }, false],
  ])("uses the customer with that address if the body says %s about the person", async (_what, customer, isTaken) => {
    const { customerId } = await order({ customer: ada });
    const { status, body } = await place({ customer });
    expect(status).toBe(isTaken ? 201 : 409);
    if (isTaken) expect(body).toMatchObject({ customerId });
    expect(await counts()).toEqual([1, isTaken ? 2 : 1]);
  });

  it("refuses a pet that is not available before it looks at the customer", async () => {
    await order({ customer: ada });
    const { petId } = await order({});
    for (const named of [{ customer: { ...ada, name: "Bea" } }, { customerId: 99 }]) {
      expect((await place({ petId, ...named })).body).toMatchObject({ code: "pet_not_available" });
      expect((await place({ petId: 9_999, ...named })).body).toMatchObject({ code: "pet_not_found" });
    }
  });

  it("adds no customer if the pet is not available", async () => {
    const { petId } = await order({});
    expect((await place({ petId, customer: ada })).status).toBe(409);
    expect(await counts()).toEqual([0, 1]);
  });

  it("returns 409 for an unknown customerId", async () => {
    const answers = await Promise.all([place({ customerId: 99 }), place({}), place({ customerId: 99 })]);
    expect(answers.map(({ status }) => status)).toEqual([409, 201, 409]);
    expect(answers[0]?.body).toEqual(unknownCustomer);
  });

  it.each([
    [{ customer: ada, customerId: 1 }, "body.customer must be omitted with customerId"],
    [{ customer: {} }, "body.customer.name is required"],
    [{ customer: { name: "A", email: "ada" } }, "body.customer.email must be an e-mail address"],
    [{ customer: { name: "A", phone: "call me" } }, "body.customer.phone must have 3 to 40 characters"],
    [{ customer: { name: "A", address: "" } }, "body.customer.address must be a text of 1 to 500 characters"],
    [{ note: "x".repeat(2_001) }, "body.note must be a text of 1 to 2000 characters"],
    [{ note: "a\u0000" }, "body.note must be a text of 1 to 2000 characters"],
  ])("returns 400 for %j", async (body, message) => {
    expect((await place(body)).body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
    expect(await counts()).toEqual([0, 0]);
  });
});

describe("PATCH /orders/{orderId} of a customer or note", () => {
  it("sets, keeps and clears the customer and the note, even after the delivery", async () => {
    const placed = await order({});
    for (const status of ["approved", "delivered"]) await patch(placed.id, { status });
    await api.send(`DELETE /v1/pets/${placed.petId}`);
    const { body, headers } = await patch(placed.id, { customer: ada, note: "Paid." });
    expect(body).toMatchObject({ status: "delivered", customerId: 1, note: "Paid." });
    const read = await api.send(`GET /v1/orders/${placed.id}`);
    expect([read.body, read.headers.get("etag")]).toEqual([body, headers.get("etag")]);
    expect((await patch(placed.id, { note: null })).body).toMatchObject({ customerId: 1 });
    const { body: after } = await patch(placed.id, { customerId: null });
    expect(after).toMatchObject({ customerId: null, note: null });
  });

  it("records a change without its texts, and nothing if nothing changes", async () => {
    const placed = await order({ note: "a" });
    const last = await lastEventId(api.database);
    expect((await patch(placed.id, { note: "a" })).body).toEqual(placed);
    const { body } = await patch(placed.id, { note: "b" });
    const { note: _, ...before } = placed;
    const { updatedAt } = body as Order;
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "order.update", before, after: { ...before, updatedAt } },
    ]);
    expect(JSON.stringify(await eventsSince(api.database, last))).not.toContain("note");
  });

  it("accepts exactly one of many changes with the same If-Match", async () => {
    const { id } = await order({});
    const headers = { "if-match": (await api.send(`GET /v1/orders/${id}`)).headers.get("etag") ?? "" };
    const answers = await Promise.all(["a", "b", "c"].map((text) => patch(id, { note: text }, { headers })));
    expect(statusesOf(answers)).toEqual([200, 412, 412]);
  });

  it("returns 409 for an unknown customerId", async () => {
    const placed = await order({});
    const { body } = await patch(placed.id, { customerId: 99, status: "approved" });
    expect(body).toEqual(unknownCustomer);
    expect((await api.send(`GET /v1/orders/${placed.id}`)).body).toEqual(placed);
  });
});

describe("a key of scope read", () => {
  it("sees no note and no customer, and cannot search for them", async () => {
    const placed = await order({ customer: ada, note, reference: "PO-1" });
    const { note: _, ...seen } = placed;
    const path = `GET /v1/orders/${placed.id}?expand=customer&expand=pet`;
    const [staff, shop] = [await api.send(path), await api.send(path, { key: reader })];
    const { pet, customer } = staff.body as ExpandedOrder;
    expect(customer).toEqual((await api.send("GET /v1/customers/1")).body);
    expect(staff.body).toEqual({ ...placed, pet, customer });
    expect(shop.body).toEqual({ ...seen, pet });
    const found = async (q: string, key = api.key) =>
      ((await api.send(`GET /v1/orders?q=${encodeURIComponent(q)}`, { key })).body as Order[]).length;
    for (const [q, all, few] of [
      ["byron", 1, 0],
      ["ada@", 1, 0],
      ["7946 0018", 1, 0],
      ["ring", 1, 0],
      ["po-1", 1, 1],
      ["rank", 1, 1],
      [`#${placed.id}`, 1, 1],
      ["nobody", 0, 0],
    ] as const)
      expect([q, await found(q), await found(q, reader)]).toEqual([q, all, few]);
    for (const line of ["GET /v1/customers", "GET /v1/customers/1", "GET /v1/customers/1/export"])
      expect((await api.send(line, { key: reader })).body).toEqual(errorBody("forbidden", 403));
  });

  it("cannot use a cursor of another key", async () => {
    for (let at = 0; at < 2; at += 1) await order({ note: "secret" });
    const { headers } = await api.send("GET /v1/orders?q=secret&limit=1");
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
    expect((await api.send(`GET ${next}`)).body).toMatchObject([{ note: "secret" }]);
    expect((await api.send(`GET ${next}`, { key: reader })).body).toEqual([]);
  });
});

describe("GET /orders", () => {
  it("filters by customer, also together with a status and a pet, over several pages", async () => {
    const first = await order({ customer: { name: "Ada" } });
    const { customerId } = first;
    await order({});
    const second = await order({ customerId });
    await patch(second.id, { status: "approved" });
    const ids = async (query: string) =>
      ((await api.send(`GET /v1/orders?${query}`)).body as Order[]).map(({ id }) => id);
    expect(await ids(`customerId=${customerId}`)).toEqual([first.id, second.id]);
    expect(await ids(`customerId=${customerId}&sort=-id&limit=1`)).toEqual([second.id]);
    expect(await ids(`customerId=${customerId}&status=approved`)).toEqual([second.id]);
    expect(await ids(`customerId=${customerId}&petId=${first.petId}`)).toEqual([first.id]);
    expect(await ids(`q=frank&customerId=${customerId}&petId=${first.petId}`)).toEqual([first.id]);
    expect(await ids("q=frank&status=approved")).toEqual([second.id]);
    expect(await ids("customerId=99")).toEqual([]);
  });

  it("searches for one or two digits only as an id, and for longer numbers also as text", async () => {
    const { id } = await order({ customer: { name: "Bob 127" }, note: "12 a day" });
    const isFound = async (q: string) =>
      ((await api.send(`GET /v1/orders?q=${q}`)).body as Order[]).some((one) => one.id === id);
    expect(await Promise.all([`${id}`, "127", "12+a", id === 12 ? "13" : "12"].map(isFound))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each(["ab", "#", "a\u0000b", "x".repeat(201)])("returns 400 for ?q=%s", async (q) => {
    expect((await api.send(`GET /v1/orders?q=${encodeURIComponent(q)}`)).status).toBe(400);
  });
});

describe("GET /customers", () => {
  it("finds customers by name, address or number, the newest first, over several pages", async () => {
    for (const name of ["Ada Byron", "Bea", "Ada Lovelace"]) await order({ customer: { name } });
    await order({ customer: { name: "Cy", email: "cy@example.com", phone: "030/123 456" } });
    const names = async (query: string) => (await customersAt(`/v1/customers${query}`)).map(({ name }) => name);
    expect(await names("")).toEqual(["Cy", "Ada Lovelace", "Bea", "Ada Byron"]);
    expect(await names("?q=ADA")).toEqual(["Ada Lovelace", "Ada Byron"]);
    expect(await names("?q=%25%25%25")).toEqual([]);
    expect(await names("?q=cy@ex")).toEqual(["Cy"]);
    expect(await names("?q=030-1234")).toEqual(["Cy"]);
    expect(await names("?q=%232")).toEqual(["Bea"]);
    const { headers } = await api.send("GET /v1/customers?q=ada&limit=1");
    const [, next = ""] = /<\/v1\/customers([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
    expect(await names(next)).toEqual(["Ada Byron"]);
  });
});

describe("GET /customers?sameAs", () => {
  const add = async (customer: object) => {
    const { status, body } = await api.send("POST /v1/customers", { body: customer });
    expect([status, body]).toEqual([201, body]);
    return (body as Customer).id;
  };
  const sameAs = async (id: number, rest = "") =>
    (await customersAt(`/v1/customers?sameAs=${id}${rest}`)).map((one) => one.id);

  it("finds those with the same name in another spelling, the newest first, and nobody else", async () => {
    const [ada, bea] = [await add({ name: "Ádá Strasse" }), await add({ name: "Bea" })];
    const [other, newest] = [await add({ name: "ada straße" }), await add({ name: "ADA STRASSE" })];
    for (const name of ["Ada Strasse-Byron", "Dr Ada Strasse", "Ada Stra%", "Beat"]) await add({ name });
    expect(await sameAs(ada)).toEqual([newest, other]);
    expect(await sameAs(newest)).toEqual([other, ada]);
    expect(await sameAs(bea)).toEqual([]);
  });

  it.each([
    ["+44 20 7946 0018", "020 79460018", true],
    ["020 7946 0018", "0044/20/7946-0018", true],
    ["+44 (0)20 7946 0018", "+442079460018", true],
    ["7946 0018", "020 7946 0018", true],
    ["020 7946 0018", "0161 7946 0018", false],
    ["020 7946 0018", "020 7946 00181", false],
    ["946 018", "020 7 946 018", false],
  ])("takes %s and %s for the same telephone number: %s", async (one, other, isSame) => {
    const ids = [await add({ name: "Ada", phone: one }), await add({ name: "Bea", phone: other })] as const;
    await add({ name: "Cy", phone: "+1 512 555 0117" });
    expect([await sameAs(ids[0]), await sameAs(ids[1])]).toEqual(isSame ? [[ids[1]], [ids[0]]] : [[], []]);
  });

  it("finds nobody by a similar e-mail address, by a name without letters, or for an unknown id", async () => {
    const id = await add({ name: "?!", email: "ada.byron@example.com" });
    await add({ name: "?!", email: "adabyron@example.com" });
    expect([await sameAs(id), await sameAs(id + 1), await sameAs(id + 2)]).toEqual([[], [], []]);
  });

  it("can be combined with q, and read page by page", async () => {
    const ada = await add({ name: "Ada", email: "ada1@example.com" });
    const others = [2, 3].map((at) => add({ name: "Ada", email: `ada${at}@example.com` }));
    const newestFirst = (await Promise.all(others)).toSorted((a, b) => b - a);
    expect(await sameAs(ada, "&q=ada2%40")).toHaveLength(1);
    const { body, headers } = await api.send(`GET /v1/customers?sameAs=${ada}&limit=1`);
    const [, next = ""] = /<\/v1\/customers([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
    const found = [...(body as Customer[]), ...(await customersAt(`/v1/customers${next}`))].map((one) => one.id);
    expect(found).toEqual(newestFirst);
  });

  it("returns 400 for anything but an id, and 403 for a key of scope read", async () => {
    const statusOf = async (id: string, options = {}) =>
      (await api.send(`GET /v1/customers?sameAs=${id}`, options)).status;
    expect([await statusOf("ada"), await statusOf("0"), await statusOf("1", { key: reader })]).toEqual([400, 400, 403]);
  });
});

describe("PATCH /customers/{customerId}", () => {
  it("changes and clears fields, and records only the id in the audit trail", async () => {
    const { customerId } = await order({ customer: ada });
    const last = await lastEventId(api.database);
    const { status, body } = await api.send(`PATCH /v1/customers/${customerId}`, {
      body: { name: "Ada King", email: null, phone: ada.phone },
    });
    expect([status, body]).toMatchObject([200, { ...ada, name: "Ada King", email: null }]);
    const events = await eventsSince(api.database, last);
    expect(events).toMatchObject([{ action: "customer.update", subject: { kind: "customer", id: customerId } }]);
    expect(Object.keys(events[0]?.after ?? {})).toEqual(["id", "createdAt", "updatedAt"]);
  });

  it("returns 409 for the address of another customer, even for concurrent requests", async () => {
    await order({ customer: ada });
    for (const name of ["Bea", "Cy"]) await order({ customer: { name } });
    const set = (id: number, body: object) => api.send(`PATCH /v1/customers/${id}`, { body });
    expect((await set(2, { email: ada.email })).body).toEqual(
      refused(
        409,
        "body.email belongs to customer 1; choose this customer if it is the same person, or send different contact details",
      ),
    );
    const answers = await Promise.all([2, 3].map((id) => set(id, { phone: "112" })));
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe("GET /customers/{customerId}/export", () => {
  it("returns the customer with all orders, for scope admin", async () => {
    const first = await order({ customer: ada, note });
    const second = await order({ customerId: first.customerId });
    await order({ customer: { name: "Bea" } });
    const { status, body, headers } = await api.send("GET /v1/customers/1/export", { key: admin });
    const { body: customer } = await api.send("GET /v1/customers/1");
    expect([status, body]).toEqual([200, { customer, orders: [first, second] }]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="customer-1.json"');
    expect((await api.send("GET /v1/customers/1/export")).body).toEqual(errorBody("forbidden", 403));
    expect((await api.send("GET /v1/customers/99/export", { key: admin })).body).toEqual(
      refused(404, "there is no customer with id 99"),
    );
  });
});

describe("exporting or erasing a person", () => {
  it("records only the id, and adds nothing to the feed of a read key", async () => {
    const { customerId } = await order({ customer: ada });
    const { next } = (await api.send("GET /v1/events?after=now")).body as { next: string };
    const last = await lastEventId(api.database);
    await api.send(`GET /v1/customers/${customerId}/export`, { key: admin });
    const events = await eventsSince(api.database, last);
    const subject = { kind: "customer", id: customerId };
    expect(events).toMatchObject([{ action: "customer.export", subject, before: null, actor: { kind: "key" } }]);
    expect(events[0]?.after).toEqual({ id: customerId });
    expect((await api.send(`GET /v1/events?after=${next}`, { key: reader })).body).toMatchObject({ data: [] });
  });

  it("requires a recent proof from a session", async () => {
    const { customerId } = await order({ customer: ada });
    const accountId = await api.makeAccount();
    const key = await staleSessionKey(api, accountId);
    const path = `/v1/customers/${customerId}`;
    const last = await lastEventId(api.database);
    const required = errorBody("reauthentication_required", 403, expect.stringContaining("POST /auth/reauthenticate"));
    for (const line of [`GET ${path}/export`, `DELETE ${path}`])
      expect((await api.send(line, { key })).body).toEqual(required);
    expect([await counts(), await eventsSince(api.database, last)]).toEqual([[1, 1], []]);
    await api.database.db.session.updateMany({ where: { accountId }, data: { authenticatedAt: new Date() } });
    const answers = [await api.send(`GET ${path}/export`, { key }), await api.send(`DELETE ${path}`, { key })];
    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
  });
});

describe("DELETE /customers/{customerId}", () => {
  const erase = (id: number, key = admin) => api.send(`DELETE /v1/customers/${id}`, { key });

  it("leaves nothing of the person, and keeps the orders", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const petId = await addPet();
    const placed = await order({ petId, customer: ada, note }, { headers });
    const later = await order({ note: "Ada's too" }, { headers: { "idempotency-key": randomUUID() } });
    await patch(later.id, { customerId: placed.customerId });
    const bea = await order({ customer: { name: "Bea" }, note: "hers" });
    const last = await lastEventId(api.database);
    // The texts are long enough not to occur by chance in keys and digests, which the store also contains.
    const texts = ["Ada Byron", "Ada's too", "ada@example", "7946-0018", "St James", "ring twice"];
    const traces = (store: string) => texts.filter((text) => store.includes(text));
    expect(traces(await wholeStore(api.database))).toEqual(texts);
    expect((await erase(1)).status).toBe(204);
    const { customerId: _, note: __, ...anonymous } = placed;
    const { body: now } = await api.send(`GET /v1/orders/${placed.id}`);
    const { updatedAt } = now as Order;
    expect([now, updatedAt > placed.updatedAt]).toEqual([
      { ...anonymous, customerId: null, note: null, updatedAt },
      true,
    ]);
    expect((await api.send(`GET /v1/orders/${bea.id}?expand=customer`)).body).toMatchObject({
      ...bea,
      customer: { name: "Bea" },
    });
    expect((await api.send("GET /v1/customers/1")).status).toBe(404);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "order.update", before: { customerId: 1 }, after: { ...anonymous, updatedAt } },
      { action: "order.update", subject: { id: later.id } },
      { action: "customer.delete", before: { id: 1 }, after: null, actor: { kind: "key" } },
    ]);
    const repeat = await place({ petId, customer: ada, note }, { headers });
    expect([repeat.headers.get("idempotent-replayed"), repeat.body]).toEqual([
      "true",
      { ...anonymous, customerId: null, note: null },
    ]);
    expect(traces(await wholeStore(api.database))).toEqual([]);
  });

  it("takes a former customer's note from the order of another customer, who keeps the order", async () => {
    const { id } = await order({ customer: ada, note });
    await patch(id, { customer: { name: "Bea" } });
    const last = await lastEventId(api.database);
    expect((await erase(1)).status).toBe(204);
    const expanded = { customerId: 2, note: null, customer: { name: "Bea" } };
    expect((await api.send(`GET /v1/orders/${id}?expand=customer`)).body).toMatchObject(expanded);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "order.update", subject: { id }, before: { customerId: 2 }, after: { customerId: 2 } },
      { action: "customer.delete", subject: { id: 1 } },
    ]);
  });

  it("requires scope admin, and the current ETag if the request has If-Match", async () => {
    await order({ customer: ada });
    expect((await erase(1, api.key)).body).toEqual(errorBody("forbidden", 403));
    const stale = await api.send("DELETE /v1/customers/1", { key: admin, headers: { "if-match": '"stale"' } });
    expect(stale.status).toBe(412);
    expect(await counts()).toEqual([1, 1]);
  });

  it("loses no order that is created at the same time", async () => {
    await order({ customer: ada });
    const pets = await Promise.all([1, 2, 3, 4].map(() => addPet()));
    const answers = await Promise.all([
      ...pets.map((petId) => place({ petId, customerId: 1 })),
      erase(1),
      patch(1, { customerId: 1, note: "x" }),
    ]);
    expect(answers[4]?.status).toBe(204);
    const placed = answers.slice(0, 4).filter(({ status }) => status === 201).length;
    expect(await counts()).toEqual([0, 1 + placed]);
    expect(await api.database.db.order.count({ where: { NOT: { customerId: null } } })).toBe(0);
  });
});

describe("the customer retention", () => {
  it("erases exactly the customers without recent or open orders", async () => {
    for (const name of ["old", "open", "loyal", "young"]) await order({ customer: { name }, note: name });
    await order({ customerId: 3 });
    await api.database.pool.query(`UPDATE customer SET created_at = now() - interval '25 months' WHERE id < 4;
      UPDATE store_order SET created_at = now() - interval '25 months' WHERE id < 4;
      UPDATE store_order SET status = 'delivered' WHERE id <> 2`);
    const sweep = (months: number) => transact(api.database.db, (tx) => expireCustomers(tx, months, 0));
    expect(await sweep(26)).toBe(0);
    expect(await counts()).toEqual([4, 5]);
    const last = await lastEventId(api.database);
    await sweep(24);
    const { rows } = await api.database.pool.query("SELECT name FROM customer ORDER BY id");
    expect(rows.map(({ name }) => name)).toEqual(["open", "loyal", "young"]);
    expect((await api.send("GET /v1/orders/1")).body).toMatchObject({ note: null });
    const actor = { kind: "system", name: "retention" };
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "order.update", subject: { id: 1 }, actor },
      { action: "customer.delete", subject: { id: 1 }, actor },
    ]);
  });
});
