import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { createClient, type NewPet } from "../client/index.js";
import * as schemas from "../schemas.js";
import { validateResponse } from "../validation.js";
import { collections } from "./resources.js";
import { createFixtures, createTestFetch, type TestFetchOptions } from "./index.js";

const baseUrl = "https://pets.example/v1";
const clientOf = (options?: TestFetchOptions) =>
  createClient({
    baseUrl,
    apiKey: "pets_test_1",
    fetch: createTestFetch(options),
    validate: validateResponse,
    onDeprecated: () => {},
  });

describe("createFixtures", () => {
  it("returns examples that their schemas accept", () => {
    const { pet, otherPet, profile, photo, warning, note, category, otherCategory, ...others } = createFixtures();
    const { customer, order, choiceAttribute, numberAttribute, event, webhookEndpoint, webhookDelivery } = others;
    const checked: [z.ZodType, unknown[]][] = [
      [schemas.Pet, [pet, otherPet]],
      [schemas.Profile, [profile]],
      [schemas.Photo, [photo]],
      [schemas.Note, [warning, note]],
      [schemas.Category, [category, otherCategory]],
      [schemas.Customer, [customer]],
      [schemas.Order, [order]],
      [schemas.Attribute, [choiceAttribute, numberAttribute]],
      [schemas.Event, [event]],
      [schemas.WebhookEndpoint, [webhookEndpoint]],
      [schemas.WebhookDelivery, [webhookDelivery]],
    ];
    for (const [schema, all] of checked) for (const one of all) expect(schema.parse(one)).toEqual(one);
    expect(createFixtures().pet).not.toBe(pet);
  });
});

describe("createTestFetch", () => {
  it("derives its resources from the contract", () => {
    expect(collections.map(({ path }) => path)).toEqual([
      "/pets",
      "/categories",
      "/attributes",
      "/pets/:petId/photos",
      "/pets/:petId/notes",
      "/orders",
      "/customers",
      "/api-keys",
      "/webhook-endpoints",
    ]);
  });

  it("remembers what was created, changed and deleted, in the shape of the contract", async () => {
    const { orThrow, ...client } = clientOf();
    const pet = await orThrow.pets.createPet({ body: { name: "Rex", categoryId: 1 } });
    expect(pet).toEqual({ id: 1, name: "Rex", categoryId: 1, status: "available" });
    const params = { petId: pet.id };
    expect(await orThrow.pets.updatePet({ params, body: { name: "Max" } })).toEqual({ ...pet, name: "Max" });
    expect(await client.pets.find(pet.id)).toEqual({ ...pet, name: "Max" });
    expect(await orThrow.categories.listCategories()).toMatchObject([{ id: 1, name: null, petCount: 1 }]);
    await orThrow.pets.deletePet({ params });
    expect(await client.pets.find(pet.id)).toBeNull();
    await expect(orThrow.notes.listPetNotes({ params })).rejects.toMatchObject({
      code: "not_found",
      message: "there is no pet with id 1",
    });
  });

  it.each([
    ["attributes", { name: "size", label: "Size", type: "text" }],
    ["customers", { name: "Ada", email: "ada@example.org" }],
    ["categories", { name: "Dogs" }],
    ["webhooks", { url: "https://shop.example/hooks" }],
    ["apiKeys", { name: "Till", scope: "read" }],
  ] as const)("creates what the schemas accept, and shows it in lists: %s", async (group, body) => {
    const { orThrow } = clientOf();
    const calls = Object.entries(orThrow[group] as unknown as Record<string, (request: object) => Promise<unknown>>);
    const callOf = (verb: string) => calls.find(([name]) => name.startsWith(verb))?.[1] ?? expect.fail();
    const created = (await callOf("create")({ body })) as { id: number };
    const list = (await callOf("list")({})) as { id: number }[];
    expect(list.map(({ id }) => id)).toEqual([created.id]);
    expect(created).toMatchObject(body);
  });

  it("keeps profiles, notes and photos with their pet", async () => {
    const { orThrow } = clientOf();
    const { id: petId } = await orThrow.pets.createPet({
      body: { name: "Rex", categoryId: 1, profile: { externalId: "A-1", attributes: { size: "large" } } },
    });
    const params = { petId };
    const profile = await orThrow.profiles.updateProfile({ params, body: { attributes: { size: null, weight: 3 } } });
    expect(profile).toMatchObject({ externalId: "A-1", attributes: { weight: 3 } });
    const [found] = await orThrow.pets.listPets({ query: { externalId: ["A-1"], expand: ["profile"] } });
    expect(found).toMatchObject({ id: petId, profile: { externalId: "A-1" } });
    const body = { text: "Vaccinated", externalId: "V-1" };
    const note = await orThrow.notes.createNote({ params, body });
    expect(await orThrow.notes.createNote({ params, body })).toEqual(note);
    await expect(orThrow.notes.createNote({ params, body: { ...body, text: "Other" } })).rejects.toMatchObject({
      conflict: { kind: "note", id: note.id },
    });
    const pinned = await orThrow.notes.createNote({ params, body: { text: "Bites", isPinned: true } });
    await orThrow.notes.createNote({ params, body: { text: "Shy" } });
    expect((await orThrow.notes.listPetNotes({ params }))[0]).toEqual(pinned);
    await orThrow.notes.deleteNote({ params: { petId, noteId: note.id } });
    expect(await orThrow.notes.restoreNote({ params: { petId, noteId: note.id } })).toEqual(note);
    const image = new Blob([new Uint8Array(8)], { type: "image/png" });
    const photo = await orThrow.photos.createPhoto({ params, body: image });
    expect(await orThrow.photos.listPhotos({ params })).toEqual([photo]);
  });

  it("replaces a pet by its external id: omitted fields get defaults, and a profile stays", async () => {
    const { orThrow } = clientOf();
    const params = { externalId: "A-1" };
    const put = (body: NewPet) => orThrow.pets.putPetByExternalId({ params, body });
    const profileOf = (petId: number) => orThrow.profiles.getProfile({ params: { petId } });
    const [fields, sold] = [{ name: "Rex", categoryId: 1 }, "sold" as const];
    const { id } = await put({ ...fields, status: sold, profile: { attributes: { size: "large", weight: 3 } } });
    expect(await put({ ...fields, profile: { attributes: { weight: 4 } } })).toEqual({
      id,
      ...fields,
      status: "available",
    });
    expect(await profileOf(id)).toMatchObject({ externalId: "A-1", attributes: { weight: 4 } });
    expect((await profileOf(id)).attributes).toEqual({ weight: 4 });
    expect(await put({ ...fields, status: sold })).toEqual({ id, ...fields, status: sold });
    expect((await profileOf(id)).attributes).toEqual({ weight: 4 });
  });

  it("lets an order reserve its pet, and accepts a known customer", async () => {
    const { pet, category, customer } = createFixtures();
    const client = clientOf({ given: { pets: [pet], categories: [category], customers: [customer] } });
    const { orThrow } = client;
    const known = { name: customer.name, email: customer.email ?? "" };
    const order = await orThrow.orders.createOrder({ body: { petId: pet.id, customer: known } });
    expect(order).toMatchObject({ status: "placed", customerId: customer.id });
    expect(await client.pets.find(pet.id)).toMatchObject({ status: "pending" });
    await expect(orThrow.orders.createOrder({ body: { petId: pet.id } })).rejects.toMatchObject({
      code: "pet_not_available",
      conflict: { kind: "pet", id: pet.id },
    });
    await expect(orThrow.orders.createOrder({ body: { petId: 9 } })).rejects.toMatchObject({ code: "pet_not_found" });
    await expect(orThrow.pets.deletePet({ params: { petId: pet.id } })).rejects.toMatchObject({ code: "pet_reserved" });
    const params = { orderId: order.id };
    await orThrow.orders.updateOrder({ params, body: { status: "approved" } });
    await orThrow.orders.updateOrder({ params, body: { status: "delivered" } });
    expect(await client.pets.find(pet.id)).toMatchObject({ status: "sold" });
    await expect(orThrow.orders.updateOrder({ params, body: { status: "placed" } })).rejects.toMatchObject({
      message: `order ${order.id} is delivered; this status is final`,
    });
    const expanded = await orThrow.orders.getOrder({ params, query: { expand: ["pet", "customer"] } });
    expect(expanded).toMatchObject({ pet: { id: pet.id }, customer });
  });

  it("refuses what the contract refuses, with the place of each problem", async () => {
    const { orThrow } = clientOf();
    const body = { name: "", categoryId: 1, colour: "red" } as { name: string; categoryId: number };
    await expect(orThrow.pets.createPet({ body })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/name" }, { pointer: "/colour", rule: "unknown" }],
    });
    await expect(orThrow.categories.getCategory({ params: { categoryId: 5 } })).rejects.toMatchObject({
      message: "there is no category with id 5",
    });
    await orThrow.categories.createCategory({ body: { name: "Dogs" } });
    await expect(orThrow.categories.createCategory({ body: { name: "DOGS" } })).rejects.toMatchObject({
      code: "name_taken",
      conflict: { kind: "category", id: 1 },
    });
    await orThrow.pets.createPet({ body: { name: "Rex", categoryId: 1 } });
    await expect(orThrow.categories.deleteCategory({ params: { categoryId: 1 } })).rejects.toMatchObject({
      code: "in_use",
    });
    const send = createTestFetch();
    const codeOf = async (path: string, init?: RequestInit) => {
      const response = await send(`${baseUrl}${path}`, init);
      return [response.status, ((await response.json()) as { code: string }).code, response.headers.get("allow")];
    };
    const headers = { authorization: "Bearer pets_test_1" };
    expect(await codeOf("/pet/1", { headers })).toEqual([404, "path_not_found", null]);
    expect(await codeOf("/pets/1", { headers, method: "POST" })).toEqual([
      405,
      "method_not_allowed",
      "DELETE, GET, HEAD, OPTIONS, PATCH",
    ]);
    expect(await codeOf("/pets")).toEqual([401, "unauthorized", null]);
  });

  it("refuses a key of too small a scope", async () => {
    const { orThrow } = clientOf({ scope: "read" });
    await expect(orThrow.pets.createPet({ body: { name: "Rex", categoryId: 1 } })).rejects.toMatchObject({
      code: "forbidden",
      message: "this operation requires an API key with scope write",
    });
  });

  it("answers lists with filters, an order and pages", async () => {
    const { orThrow, pets } = clientOf();
    for (const name of ["Cleo", "Ada", "Bo"]) await orThrow.pets.createPet({ body: { name, categoryId: 1 } });
    await orThrow.pets.updatePet({ params: { petId: 2 }, body: { status: "sold" } });
    const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);
    expect(namesOf(await orThrow.pets.listPets({ query: { status: "available" } }))).toEqual(["Cleo", "Bo"]);
    expect(namesOf(await orThrow.pets.listPets({ query: { id: [3, 1], sort: "-id" } }))).toEqual(["Bo", "Cleo"]);
    expect(namesOf(await orThrow.pets.listPets({ query: { q: "A" } }))).toEqual(["Ada"]);
    const paged: string[] = [];
    for await (const { name } of pets.all({ query: { sort: "name", limit: 2 } })) paged.push(name);
    expect(paged).toEqual(["Ada", "Bo", "Cleo"]);
  });

  it("refuses lost updates and replays repeats, as the service does", async () => {
    const client = clientOf();
    const key = { "idempotency-key": "one" };
    const create = (name: string) => client.pets.createPet({ body: { name, categoryId: 1 }, headers: key });
    const [first, again, other] = [await create("Rex"), await create("Rex"), await create("Max")];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 422]);
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    if (first.status !== 201) throw new Error("not created");
    const params = { petId: first.body.id };
    const change = (tag: string) =>
      client.pets.updatePet({ params, body: { name: "M" }, headers: { "if-match": tag } });
    expect([(await change(first.etag)).status, (await change(first.etag)).status]).toEqual([200, 412]);
    const read = await client.pets.getPet({ params });
    if (read.status !== 200) throw new Error("not read");
    expect((await client.pets.getPet({ params, headers: { "if-none-match": read.etag } })).status).toBe(304);
  });

  it("reports requests that it cannot answer, and uses answers that the test provides", async () => {
    const csv = { csv: "name\nRex\n", source: "a.csv", columns: {} };
    await expect(clientOf().orThrow.pets.importPets({ body: csv })).rejects.toMatchObject({
      code: "not_implemented",
      message: expect.stringContaining("createTestFetch does not answer importPets"),
    });
    let calls = 0;
    const { orThrow } = clientOf({
      answers: {
        listPets: () => {
          calls += 1;
          if (calls > 1) return undefined;
          const body = { code: "rate_limited", message: "slow down", status: 429 };
          return Response.json(body, { status: 429, headers: { "retry-after": "0" } });
        },
      },
    });
    expect([await orThrow.pets.listPets(), calls]).toEqual([[], 2]);
    expect(await clientOf().orThrow.inventory.getInventory()).toEqual(expect.anything());
  });
});
