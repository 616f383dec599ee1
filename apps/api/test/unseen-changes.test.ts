import type { Event, EventPage, ExpandedPet, Order, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets } from "./support/builders.js";
import { emptyTables } from "./support/empty-tables.js";
import { addPhotos } from "./support/images.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

let api: TestApi;
let reader: string;
let petId: number;
beforeAll(async () => {
  api = await createTestApi();
  reader = await api.makeKey("read");
  const key = await api.makeKey("admin");
  for (const [name, isPublic] of Object.entries({ breed: true, price: false }))
    await api.send("POST /v1/attributes", { body: { name, label: name, type: "text", isPublic }, key });
});
beforeEach(async () => {
  await emptyTables(api.database, "photo, store_order, customer, pet, category");
  [petId = 0] = await addPets(api, {});
});
afterAll(() => api.close());

const send = async (line: string, body: object) => {
  const answer = await api.send(line, { body });
  expect([line, answer.text, answer.status < 300]).toEqual([line, answer.text, true]);
  return answer.body;
};
type Seen<Body> = { readonly text: string; readonly body: Body; readonly tag: string | null };
const seen = async <Body>(path: string, key = reader): Promise<Seen<Body>> => {
  const { text, body, headers } = await api.send(`GET ${path}`, { key });
  return { text, body: body as Body, tag: headers.get("etag") };
};
const atScopes = async <Body>(path: string): Promise<readonly [Seen<Body>, Seen<Body>]> => [
  await seen<Body>(path),
  await seen<Body>(path, api.key),
];

describe("a key of scope read that reads a profile", () => {
  const path = () => `/v1/pets/${petId}/profile`;
  const pages = () => [path(), `/v1/pets/${petId}?expand=profile`, "/v1/pets?expand=profile", "/v1/today"];
  const set = (attributes: object, rest: object = {}) => send(`PATCH ${path()}`, { attributes, ...rest });
  const readAll = () => Promise.all(pages().map((page) => seen(page)));

  it("gets the same bytes and ETags after changes of a private value, unlike staff", async () => {
    await set({ breed: "Collie" });
    const [before, staff] = [await readAll(), await seen<Profile>(path(), api.key)];
    for (const price of ["high", "low"]) await set({ price });
    expect(await readAll()).toEqual(before);
    const after = await seen<Profile>(path(), api.key);
    expect(after.body.updatedAt! > staff.body.updatedAt!).toBe(true);
  });

  it("gets no time of a profile that has only private values", async () => {
    const before = await readAll();
    await set({ price: "high" });
    await set({ price: "low" });
    expect(await readAll()).toEqual(before);
    await set({ breed: "Collie" });
    const [few, all] = await atScopes<Profile>(path());
    expect([few.body.updatedAt, all.body.attributes]).toEqual([all.body.updatedAt, { breed: "Collie", price: "low" }]);
  });

  it.each([
    ["a public value", () => set({ breed: "Pug", price: "low" })],
    ["the external id", () => set({}, { externalId: "SH-1" })],
    ["a value that goes", () => set({ breed: null })],
    [
      "a photo",
      async () => {
        const [photo] = await addPhotos(api, petId);
        await send(`PATCH /v1/pets/${petId}/photos/${photo}`, { alt: "Frank" });
      },
    ],
  ])("gets the time of a change of %s", async (_what, change) => {
    await set({ breed: "Collie" });
    await set({ price: "high" });
    await change();
    const [few, all] = await atScopes<Profile>(path());
    expect(few.body.updatedAt).toBe(all.body.updatedAt);
  });

  it("gets the time at which the pet lost its external id to another pet in one request", async () => {
    const [other = 0] = await addPets(api, {});
    await set({ price: "high" }, { externalId: "A" });
    await set({ price: "low" });
    const profiles = [
      { petId, profile: { externalId: null } },
      { petId: other, profile: { externalId: "A" } },
    ];
    await send("POST /v1/profiles/batch", profiles);
    for (const id of [petId, other]) {
      const [few, all] = await atScopes<Profile>(`/v1/pets/${id}/profile`);
      expect(few.body.updatedAt).toBe(all.body.updatedAt);
    }
  });

  it("gets the time of the photos of a restored pet whose values are all private", async () => {
    await set({ price: "high" });
    await addPhotos(api, petId);
    const pet = (await seen<ExpandedPet>(`/v1/pets/${petId}`)).body;
    const { id, ...state } = pet;
    await send("POST /v1/pets/changes", [{ id, from: state, to: null }] as never);
    await send("POST /v1/pets/changes", [{ id, from: null, to: state }] as never);
    const [few, all] = await atScopes<Profile>(path());
    expect([all.body.attributes, few.body.updatedAt]).toEqual([{ price: "high" }, all.body.updatedAt]);
  });
});

describe("a key of scope read that reads an order", () => {
  const place = async (rest: object = {}) => (await send("POST /v1/orders", { petId, ...rest })) as Order;
  const pagesOf = (id: number) => [`/v1/orders/${id}`, `/v1/orders/${id}?expand=pet`, "/v1/orders", "/v1/today"];
  const readAll = (id: number) => Promise.all(pagesOf(id).map((page) => seen(page)));

  it("gets the same bytes and ETags after a change of the note, unlike staff", async () => {
    const { id, updatedAt } = await place({ note: "a" });
    const before = await readAll(id);
    for (const note of ["b", null, "c"]) await send(`PATCH /v1/orders/${id}`, { note });
    expect(await readAll(id)).toEqual(before);
    const { body } = await seen<Order>(`/v1/orders/${id}`, api.key);
    expect(body.updatedAt > updatedAt).toBe(true);
  });

  it.each([
    ["the status", { status: "approved", note: "b" }],
    ["the customer", { customer: { name: "Ada" } }],
  ])("gets the time of a change of %s", async (_what, change) => {
    const { id } = await place({ note: "a" });
    await send(`PATCH /v1/orders/${id}`, { note: "b" });
    await send(`PATCH /v1/orders/${id}`, change);
    const [few, all] = await atScopes<Order>(`/v1/orders/${id}`);
    expect(few.body.updatedAt).toBe(all.body.updatedAt);
  });

  it("gets the time of an undo that restores the customer of the order", async () => {
    const { id } = await place({ customer: { name: "Ada" } });
    await send(`PATCH /v1/orders/${id}`, { customer: { name: "Bea" } });
    const [{ id: eventId, at }] = (await seen<Event[]>(`/v1/history?subject=order:${id}&limit=1`, api.key)).body as [
      Event,
    ];
    const action = `/v1/actions/${Date.parse(at)}-${eventId}`;
    await send(`PATCH /v1/orders/${id}`, { note: "b" });
    await send(`POST ${action}/undo`, {});
    await expect
      .poll(async () => (await seen<{ state: string }>(action, api.key)).body)
      .toMatchObject({ status: "undone" });
    const [few, all] = await atScopes<Order>(`/v1/orders/${id}`);
    expect(few.body.updatedAt).toBe(all.body.updatedAt);
  });

  it("sees that the order's customer was erased, but not that an earlier customer was", async () => {
    const admin = await api.makeKey("admin");
    const { id, customerId } = await place({ customer: { name: "Ada" }, note: "a" });
    const { customerId: other } = (await send(`PATCH /v1/orders/${id}`, { customer: { name: "Bea" } })) as Order;
    const before = await readAll(id);
    await api.send(`DELETE /v1/customers/${customerId}`, { key: admin });
    expect(await readAll(id)).toEqual(before);
    await api.send(`DELETE /v1/customers/${other}`, { key: admin });
    const [few, all] = await atScopes<Order>(`/v1/orders/${id}`);
    expect([few.body.updatedAt, all.body.customerId]).toEqual([all.body.updatedAt, null]);
  });
});

describe("the feed of a key of scope read", () => {
  const start = async () => (await seen<EventPage>("/v1/events?after=now")).body.next;
  const eventsAfter = async (after: string, key = reader): Promise<Event[]> =>
    (await seen<EventPage>(`/v1/events?after=${after}`, key)).body.data;
  const timeIn = (state: object | null) => (state !== null && "updatedAt" in state ? state.updatedAt : undefined);
  const timesIn = (events: readonly Event[]) =>
    events.map(({ type, before, after }) => [type, timeIn(before), timeIn(after)]);

  it("contains only events of changes that the key may see, and hides the times of others", async () => {
    const { id } = (await send("POST /v1/orders", { petId, note: "a" })) as Order;
    await send(`PATCH /v1/pets/${petId}/profile`, { attributes: { breed: "Collie" } });
    const after = await start();
    await send(`PATCH /v1/pets/${petId}/profile`, { attributes: { price: "high" } });
    await send(`PATCH /v1/orders/${id}`, { note: "b" });
    expect(await eventsAfter(after)).toEqual([]);
    await send(`PATCH /v1/pets/${petId}/profile`, { attributes: { breed: "Pug" } });
    await send(`PATCH /v1/orders/${id}`, { status: "cancelled" });
    await api.send(`DELETE /v1/pets/${petId}`);
    const few = timesIn(await eventsAfter(after));
    const time = expect.any(String);
    expect(few).toEqual([
      ["profile.updated", undefined, time],
      ["order.updated", undefined, time],
      ["pet.updated", undefined, undefined],
      ["profile.deleted", undefined, undefined],
      ["pet.deleted", undefined, undefined],
    ]);
    const all = timesIn(await eventsAfter(after, api.key));
    expect(all.filter(([type]) => type === "profile.updated" || type === "order.updated")).toEqual([
      ["profile.updated", time, time],
      ["order.updated", time, time],
      ["profile.updated", time, time],
      ["order.updated", time, time],
    ]);
  });
});
