import { randomUUID } from "node:crypto";
import { type Customer, contract, erasedFieldsOf, listRoutes, type Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "./support/builders.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { wholeStore } from "./support/whole-store.js";

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
});
afterAll(() => api.close());

/** Returns a text that occurs nowhere else, in each form that a field may need. */
const mark = () => {
  const text = `Zoë Q. ${randomUUID()}`;
  const phone = String(Math.floor(1e14 + Math.random() * 9e14));
  return { text, phone, email: `${randomUUID()}@example.com`, plain: randomUUID() };
};
type Mark = ReturnType<typeof mark>;
const formsOf = ({ text, phone, email, plain }: Mark) => [text, phone, email, plain];

const succeed = async (line: string, body?: object, headers: Record<string, string> = {}) => {
  const answer = await api.send(line, { key: admin, headers, ...(body && { body }) });
  expect([line, answer.status, answer.text]).toEqual([line, expect.toSatisfy((status) => status < 300), answer.text]);
  return answer;
};
const order = async (body: object) => {
  const [petId] = await addPets(api, { name: "Rex" });
  const headers = { "idempotency-key": randomUUID() };
  return (await succeed("POST /v1/orders", { petId, ...body }, headers)).body as Order;
};
const orderFor = (customer: object, rest: object = {}) => order({ customer: { name: "Ada", ...customer }, ...rest });
const patch = async (body: object, of: object = {}) => succeed(`PATCH /v1/orders/${(await order(of)).id}`, body);
const patchCustomer = async (body: object) => succeed(`PATCH /v1/customers/${(await orderFor({})).customerId}`, body);
const addCustomer = (fields: object) =>
  succeed("POST /v1/customers", { name: "Ada", ...fields }, { "idempotency-key": randomUUID() });
const view = (name: string, query: object) =>
  succeed(`PUT /v1/views/${encodeURIComponent(name)}`, { page: "orders", query, isShared: true });
const ask = (line: string) => api.send(line, { key: admin });

type Planter = (mark: Mark) => Promise<unknown>;

/** Writes a value into each field that the contract marks as personal, for a customer who is erased later. */
const stored: Readonly<Record<string, Planter>> = {
  "createOrder body.customer.name": ({ text: name }) => orderFor({ name }),
  "createOrder body.customer.email": ({ email }) => orderFor({ email }),
  "createOrder body.customer.phone": ({ phone }) => orderFor({ phone }),
  "createOrder body.customer.address": ({ text: address }) => orderFor({ address }),
  "createOrder body.note": ({ text: note }) => orderFor({}, { note }),
  "createCustomer body.name": ({ text: name }) => addCustomer({ name }),
  "createCustomer body.email": ({ email }) => addCustomer({ email }),
  "createCustomer body.phone": ({ phone }) => addCustomer({ phone }),
  "createCustomer body.address": ({ text: address }) => addCustomer({ address }),
  "updateOrder body.customer.name": ({ text: name }) => patch({ customer: { name } }),
  "updateOrder body.customer.email": ({ email }) => patch({ customer: { name: "Ada", email } }),
  "updateOrder body.customer.phone": ({ phone }) => patch({ customer: { name: "Ada", phone } }),
  "updateOrder body.customer.address": ({ text: address }) => patch({ customer: { name: "Ada", address } }),
  "updateOrder body.note": ({ text: note }) => patch({ note }, { customer: { name: "Ada" } }),
  "updateCustomer body.name": ({ text: name }) => patchCustomer({ name }),
  "updateCustomer body.email": ({ email }) => patchCustomer({ email }),
  "updateCustomer body.phone": ({ phone }) => patchCustomer({ phone }),
  "updateCustomer body.address": ({ text: address }) => patchCustomer({ address }),
  "putView pathParams.name": async ({ text: name }) => {
    await orderFor({ name });
    await view(`Of ${name}`, { status: "placed" });
  },
  "putView body.query.q": async ({ email, plain }) => {
    await orderFor({ email });
    await view(plain.slice(0, 8), { q: email });
  },
  "putView body.query.reference": async ({ email, plain }) => {
    await orderFor({ email });
    await view(plain.slice(0, 8), { reference: email });
  },
};

/** Fields that no table stores but that a log might contain. */
const asked: Readonly<Record<string, Planter>> = {
  "listOrders query.reference": ({ plain }) => ask(`GET /v1/orders?reference=${plain}`),
  "listOrders query.q": ({ plain }) => ask(`GET /v1/orders?%71=${plain}`),
  "listOrders query.cursor": ({ plain }) => ask(`GET /v1/orders?cursor=${plain}`),
  "listCustomers query.q": ({ plain }) => ask(`GET /v1/customers?q=${plain}`),
  "listSuggestions query.q": ({ plain }) => ask(`GET /v1/suggestions?q=${plain}`),
  "listCustomers query.cursor": ({ plain }) => ask(`GET /v1/customers?cursor=${plain}`),
  "getView pathParams.name": ({ plain }) => api.send(`GET /v1/views/${plain}`, { key: admin }),
  "deleteView pathParams.name": ({ plain }) => api.send(`DELETE /v1/views/${plain}`, { key: admin }),
};

const marked = listRoutes(contract).flatMap(({ operationId, route }) =>
  (["pathParams", "query", "body"] as const).flatMap((place) =>
    erasedFieldsOf((route as Record<string, unknown>)[place]).map((path) => `${operationId} ${place}.${path}`),
  ),
);

const eraseAll = async () => {
  const { body } = await ask("GET /v1/customers?limit=100");
  for (const { id } of body as Customer[]) await succeed(`DELETE /v1/customers/${id}`);
};
/** Returns the names of the functions whose values occur in a text. */
const namesIn = (text: string, planted: ReadonlyMap<string, Mark>) =>
  [...planted].flatMap(([name, one]) => (formsOf(one).some((form) => text.includes(form)) ? [name] : []));

describe("personal data of a customer that the contract marks", () => {
  it("is in each request field that can hold it, in the requests of this test", () => {
    expect(Object.keys({ ...stored, ...asked }).toSorted()).toEqual(marked.toSorted());
  });

  it("is in no table, response or log after the erasure of the customer", async () => {
    const planted = new Map<string, Mark>();
    for (const [name, plant] of Object.entries({ ...stored, ...asked })) {
      const one = mark();
      planted.set(name, one);
      await plant(one);
    }
    expect(namesIn(await wholeStore(api.database), planted)).toEqual(Object.keys(stored));
    await eraseAll();
    expect(namesIn(await wholeStore(api.database), planted)).toEqual([]);
    for (const line of ["orders", "customers", "views?page=orders", "events", "history", "audit-events", "actions"])
      expect([line, namesIn((await ask(`GET /v1/${line}`)).text, planted)]).toEqual([line, []]);
    expect(namesIn(JSON.stringify(api.logged), planted)).toEqual([]);
  });
});

describe("DELETE /customers/{customerId} with data that is no longer linked", () => {
  const isStored = async (text: string) => (await wholeStore(api.database)).includes(text);

  it("erases the note of a former order and additions to it, but not a note that replaced it", async () => {
    const [kept, appended, replaced] = [randomUUID(), randomUUID(), randomUUID()];
    const bea = await orderFor({ name: "Bea" });
    const { customerId } = await orderFor({}, { note: "hers" });
    const move = async (note: string, ...changes: object[]) => {
      const { id } = await order({ customerId, note });
      for (const change of changes) await succeed(`PATCH /v1/orders/${id}`, change);
      return id;
    };
    const unlinked = await move(kept, { customerId: null });
    const moved = await move(appended, { customerId: bea.customerId }, { note: `${appended} Paid.` });
    const rewritten = await move(replaced, { customerId: bea.customerId }, { note: "For Bea." });
    await succeed(`DELETE /v1/customers/${customerId}`);
    const notes = [unlinked, moved, rewritten].map(async (id) => (await ask(`GET /v1/orders/${id}`)).body as Order);
    expect((await Promise.all(notes)).map(({ note, customerId: of }) => [note, of])).toEqual([
      [null, null],
      [null, bea.customerId],
      ["For Bea.", bea.customerId],
    ]);
    expect(await Promise.all([kept, appended, replaced].map(isStored))).toEqual([false, false, false]);
    await eraseAll();
  });

  it("erases a view whose search text has the customer's name without its accents, and no other such view", async () => {
    const { customerId } = await orderFor({ name: "Zoë Großmann" });
    await orderFor({ name: "José Ruß" });
    await view("Her orders", { q: "ZOE GROSSMANN" });
    await view("His orders", { q: "jose russ" });
    await succeed(`DELETE /v1/customers/${customerId}`);
    const names = (await ask("GET /v1/views?page=orders")).body as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(["His orders"]);
    await succeed("DELETE /v1/views/His%20orders?page=orders");
    await eraseAll();
  });

  it("erases no view whose search text is about another customer, a pet or an order", async () => {
    await addPets(api, { name: "Franklin" });
    await orderFor({ name: "Frank" });
    await orderFor({ name: "Frank Gold" });
    const { customerId } = await orderFor({ name: "Gold", address: "12 Main Road" }, { note: "paid" });
    const views = { Frank: "frank", "Gold fish": "fish", Paid: "delivery", "Main roads": "main roads" };
    for (const [name, q] of Object.entries(views)) await view(name, { q });
    await view("Main", { q: "main road" });
    await succeed(`DELETE /v1/customers/${customerId}`);
    const names = (await ask("GET /v1/views?page=orders")).body as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(Object.keys(views).toSorted());
    for (const name of Object.keys(views)) await succeed(`DELETE /v1/views/${encodeURIComponent(name)}?page=orders`);
    await eraseAll();
  });
});
