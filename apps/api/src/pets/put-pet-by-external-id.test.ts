import type { Pet, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, newPet, petOf } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let strict: TestApi;
beforeAll(async () => {
  [api, strict] = await Promise.all([createTestApi(), createTestApi({ CATEGORY_POLICY: "require" })]);
  const key = await api.makeKey("admin");
  for (const one of [
    { name: "weight", type: "number", maximum: 200 },
    { name: "breed", type: "text" },
  ])
    await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key });
});
beforeEach(() => emptyTables(api.database, "store_order, pet, category"));
afterAll(() => Promise.all([api.close(), strict.close()]));

type Options = { readonly id?: string; readonly headers?: Record<string, string>; readonly on?: TestApi };
const put = (body: unknown, { id = "SH-1", headers = {}, on = api }: Options = {}) =>
  on.send(`PUT /v1/pets/by-external-id/${encodeURIComponent(id)}`, { body, headers });
const profileOf = async (id: number) => (await api.send(`GET /v1/pets/${id}/profile`)).body as Profile;
const pets = () => api.database.db.pet.count();
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const frank = newPet({ profile: { attributes: { breed: "Collie" } } });

describe("PUT /pets/by-external-id/{externalId}", () => {
  it("returns 201 with Location for an unknown id", async () => {
    const { status, body, headers } = await put(frank);
    const { id } = body as Pet;
    expect([status, body]).toEqual([201, petOf({ id })]);
    const { headers: read } = await api.send(`GET /v1/pets/${id}`);
    expect([headers.get("location"), headers.get("etag")]).toEqual([`/v1/pets/${id}`, read.get("etag")]);
    expect(await profileOf(id)).toMatchObject({ externalId: "SH-1", attributes: { breed: "Collie" } });
  });

  it("returns 200 for the same request again, and changes nothing", async () => {
    const { body: first } = await put(frank);
    const [profile, last] = [await profileOf((first as Pet).id), await lastEventId(api.database)];
    const { status, body } = await put(frank);
    expect([status, body, await pets()]).toEqual([200, first, 1]);
    expect([await profileOf((first as Pet).id), await eventsSince(api.database, last)]).toEqual([profile, []]);
  });

  it("replaces the pet and its profile, and sets the default status if the body has none", async () => {
    const { id } = (await put({ ...frank, status: "pending" })).body as Pet;
    const last = await lastEventId(api.database);
    const changed = { name: "Luna", categoryId: 2, profile: { externalId: "SH-1", attributes: { weight: 3 } } };
    const { status, body, headers } = await put(changed);
    expect([status, body]).toEqual([200, petOf({ id, name: "Luna", categoryId: 2, status: "available" })]);
    expect(headers.get("etag")).toBe((await api.send(`GET /v1/pets/${id}`)).headers.get("etag"));
    expect((await profileOf(id)).attributes).toEqual({ weight: 3 });
    expect((await eventsSince(api.database, last)).map(({ action }) => action)).toEqual([
      ...["category.create", "pet.update", "profile.update"],
    ]);
    await put(newPet());
    expect((await profileOf(id)).attributes).toEqual({ weight: 3 });
    await put(newPet({ profile: {} }));
    expect(await profileOf(id)).toMatchObject({ externalId: "SH-1", attributes: {} });
  });

  it("checks values against the new category", async () => {
    const key = await api.makeKey("admin");
    await api.database.pool.query("INSERT INTO category (id) VALUES (7)");
    const definition = { name: "leash", label: "Leash", type: "text", categoryIds: [7] };
    const { id } = (await api.send("POST /v1/attributes", { body: definition, key })).body as { id: number };
    const leash = (categoryId: number) => put(newPet({ categoryId, profile: { attributes: { leash: "long" } } }));
    expect([(await leash(1)).status, (await put(frank)).status, (await leash(7)).status]).toEqual([400, 201, 200]);
    await api.send(`PATCH /v1/attributes/${id}`, { body: { isArchived: true }, key });
    expect((await leash(7)).status).toBe(200);
    await api.send(`DELETE /v1/attributes/${id}?force=true`, { key });
  });

  it("accepts an external id of any characters, and trims it", async () => {
    const id = " a/b?c%20 ü🐕 ";
    const { body } = await put(newPet(), { id });
    expect((await profileOf((body as Pet).id)).externalId).toBe(id.trim());
    expect((await put(newPet(), { id: "profile" })).status).toBe(201);
    expect((await put(newPet(), { id })).status).toBe(200);
  });

  it("creates one pet for concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => put(newPet({ name: `Pet ${at}` }))));
    expect(statusesOf(answers)).toEqual([...Array(7).fill(200), 201]);
    const mixed = await Promise.all([
      ...Array.from({ length: 4 }, () => put(newPet(), { id: "B" })),
      ...Array.from({ length: 2 }, () => api.send("POST /v1/pets", { body: newPet({ profile: { externalId: "B" } }) })),
    ]);
    expect(mixed.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await pets()).toBe(2);
  });

  it("causes no 500 during concurrent deletions and changes", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = (await put(frank)).body as Pet;
      const answers = await Promise.all([
        put(frank),
        round % 2 === 0
          ? api.send(`DELETE /v1/pets/${id}`)
          : api.send(`PATCH /v1/pets/${id}/profile`, { body: { externalId: null } }),
        put(frank),
      ]);
      expect(answers.every(({ status }) => status < 300)).toBe(true);
    }
    const { rows } = await api.database.pool.query("SELECT FROM pet_profile WHERE external_id = 'SH-1'");
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it("returns 400 that names every wrong value, and writes nothing", async () => {
    const { body } = await put(newPet({ profile: { attributes: { weight: 300, breed: 1 } } }));
    const message = [
      "body.profile.attributes.weight must be an integer of at most 200, not 300",
      "body.profile.attributes.breed must be a text of 1 to 200 characters, without control characters or lone surrogates, not 1",
    ].join("; ");
    expect([body, await pets()]).toEqual([errorBody("invalid_request", 400, message), 0]);
  });

  it.each([null, "SH-2"])("returns 400 for the other externalId %j in the body", async (externalId) => {
    const message = "body.profile.externalId must equal the external id in the path, or be omitted";
    expect((await put(newPet({ profile: { externalId } }))).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 400 for an external id of more than 100 characters, and for a body without a name", async () => {
    const long = "path.externalId must have 1 to 100 characters after trimming";
    expect((await put(newPet(), { id: "x".repeat(101) })).body).toEqual(errorBody("invalid_request", 400, long));
    const message = "body.name is required";
    expect((await put({ categoryId: 1 })).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 412 for a stale If-Match", async () => {
    for (const field of ["*", '"stale"'])
      expect((await put(frank, { headers: { "if-match": field } })).body).toEqual(
        errorBody("precondition_failed", 412),
      );
    expect(await pets()).toBe(0);
    const tag = (await put(frank)).headers.get("etag") ?? "";
    expect((await put({ ...frank, name: "Luna" }, { headers: { "if-match": '"stale"' } })).status).toBe(412);
    expect((await put({ ...frank, name: "Luna" }, { headers: { "if-match": tag } })).status).toBe(200);
    expect((await put(frank, { headers: { "if-match": tag } })).status).toBe(412);
  });

  it("returns 409 for another status while an order reserves the pet", async () => {
    const { id } = (await put(frank)).body as Pet;
    const orderId = await addOrder(api, id);
    const before = await profileOf(id);
    const sold = newPet({ name: "Luna", status: "sold", profile: { attributes: { weight: 9 } } });
    const message = `order ${orderId} reserves pet ${id}; complete or cancel the order with PATCH /v1/orders/${orderId}`;
    expect((await put(sold)).body).toEqual(errorBody("pet_reserved", 409, message));
    expect([(await api.send(`GET /v1/pets/${id}`)).body, await profileOf(id)]).toMatchObject([
      { name: "Frank" },
      before,
    ]);
    expect((await put(newPet({ name: "Luna" }))).body).toMatchObject({ id, name: "Luna", status: "available" });
  });

  it("returns 409 for an unknown category", async () => {
    const unknown = newPet({ categoryId: 99 });
    const on = strict;
    const message = "body.categoryId refers to category 99, which does not exist";
    expect((await put(unknown, { on })).body).toEqual(errorBody("category_not_found", 409, message));
    expect((await put({ ...unknown, profile: { attributes: { x: 1 } } }, { on })).status).toBe(400);
    expect((await put(unknown, { on, headers: { "if-match": "*" } })).status).toBe(412);
  });

  it("returns 403 to a key of scope read", async () => {
    const key = await api.makeKey("read");
    const { body } = await api.send("PUT /v1/pets/by-external-id/A", { body: newPet(), key });
    expect([body, await pets()]).toEqual([errorBody("forbidden", 403), 0]);
  });
});
