import { createClient, PetStoreError } from "@petstore/contract";
import { createTestFetch } from "@petstore/contract/testing";
import { validateResponse } from "@petstore/contract/validation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshImage } from "./support/images.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

// The same program runs against the service and against createTestFetch.

/** Replaces what differs between two runs: times, ids of photos' files and keys. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) => {
      if (typeof one === "string" && /^\d{4}-\d\d-\d\dT/.test(one)) return "a time";
      return name === "author" ? "an author" : one;
    }) ?? "null",
  );

type Call = () => Promise<unknown>;

/** Returns what each call answers: its body, or what its error tells. */
const answersOf = async (calls: Readonly<Record<string, Call>>): Promise<unknown> => {
  const answers: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    answers[name] = await call().then(comparable, (error: unknown) => {
      if (!(error instanceof PetStoreError)) throw error;
      const { code, status, message, errors, conflict } = error;
      return { code, status, message, errors, conflict };
    });
  }
  return answers;
};

const tourOf = (baseUrl: string, apiKey: string, fetch?: typeof globalThis.fetch) => {
  const options = { baseUrl, apiKey, fetch, validate: validateResponse, onDeprecated: () => {}, maxRetries: 0 };
  const { orThrow, ...client } = createClient(options);
  const { pets, categories, notes, customers, orders, profiles, photos } = orThrow;
  const other = createClient({ ...options, baseUrl: `${baseUrl}/typo` });
  const [petId, second] = [1, 2];
  const params = { petId };
  const synced = { text: "Vaccinated", externalId: "V-1" };
  const collect = async (query: object) => {
    const found: unknown[] = [];
    for await (const page of client.pets.pages({ query })) found.push(page.body.map(({ name }) => name));
    return found;
  };
  return answersOf({
    create: () => pets.createPet({ body: { name: " Rex ", categoryId: 1 } }),
    another: () => pets.createPet({ body: { name: "Ada", categoryId: 2, profile: { externalId: "A-2" } } }),
    invalid: () => pets.createPet({ body: { name: "", categoryId: 0, colour: "red" } as never }),
    "external id taken": () => pets.createPet({ body: { name: "Bo", categoryId: 1, profile: { externalId: "A-2" } } }),
    pages: () => collect({ limit: 1, sort: "name" }),
    filters: () => pets.listPets({ query: { externalId: ["A-2"], status: "available", expand: ["profile"] } }),
    "wrong filter": () => pets.listPets({ query: { limit: 0, colour: "red" } as never }),
    find: () => client.pets.find(second),
    update: () => pets.updatePet({ params, body: { name: "Max" } }),
    "stale tag": () => pets.updatePet({ params, body: { name: "Moritz" }, headers: { "if-match": '"old"' } }),
    "no such pet": () => pets.getPet({ params: { petId: 99 } }),
    "no such path": () => other.orThrow.pets.listPets(),
    profile: () => profiles.getProfile({ params: { petId: second } }),
    "change of a profile": () => profiles.updateProfile({ params, body: { externalId: "A-1" } }),
    categories: () => categories.listCategories(),
    "new category": () => categories.createCategory({ body: { name: "Dogs" } }),
    "name taken": () => categories.createCategory({ body: { name: "DOGS" } }),
    "change of a category": () => categories.updateCategory({ params: { categoryId: 1 }, body: { name: "Cats" } }),
    note: () => notes.createNote({ params, body: synced }),
    "note again": () => notes.createNote({ params, body: synced }),
    "other note": () => notes.createNote({ params, body: { ...synced, text: "Other" } }),
    pinned: () => notes.createNote({ params, body: { text: "Bites", isPinned: true } }),
    notes: () => notes.listPetNotes({ params }),
    "all notes": () => notes.listNotes({ query: { externalId: ["V-1"] } }),
    "deleted note": () => notes.deleteNote({ params: { petId, noteId: 1 } }),
    "no such note": () => notes.getNote({ params: { petId, noteId: 1 } }),
    "restored note": () => notes.restoreNote({ params: { petId, noteId: 1 } }),
    customer: () => customers.createCustomer({ body: { name: "Ada", email: "ada@example.org" } }),
    "address taken": () => customers.createCustomer({ body: { name: "Bea", email: "ada@example.org" } }),
    "cleared address": () => customers.updateCustomer({ params: { customerId: 1 }, body: { phone: null } }),
    order: () =>
      orders.createOrder({ body: { petId, customer: { name: "ada", email: "ada@example.org" }, note: "Saturday" } }),
    "pet not available": () => orders.createOrder({ body: { petId } }),
    "pet of the order": () => client.pets.find(petId),
    "no such pet to order": () => orders.createOrder({ body: { petId: 99 } }),
    reserved: () => pets.deletePet({ params }),
    "wrong transition": () => orders.updateOrder({ params: { orderId: 1 }, body: { status: "delivered" } }),
    approved: () => orders.updateOrder({ params: { orderId: 1 }, body: { status: "approved", note: null } }),
    orders: () => orders.listOrders({ query: { expand: ["pet", "customer"], status: "approved" } }),
    cancelled: () => orders.updateOrder({ params: { orderId: 1 }, body: { status: "cancelled" } }),
    "no photos": () => photos.listPhotos({ params }),
    "no image": () => photos.createPhoto({ params, body: new Blob(["x"], { type: "text/plain" }) }),
    deleted: () => pets.deletePet({ params: { petId: second } }),
    gone: () => notes.listPetNotes({ params: { petId: second } }),
    rest: () => pets.listPets(),
  });
};

describe("createTestFetch", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("gives a client the same answers as the service", async () => {
    const real = await tourOf(`${api.origin}/v1`, await api.makeKey("admin"));
    expect(await tourOf("https://pets.example/v1", "pets_test_1", createTestFetch())).toEqual(real);
  });

  it("accepts a photo that the service accepts", async () => {
    const { bytes } = freshImage();
    const body = new Blob([bytes], { type: "image/png" });
    const fetch = createTestFetch();
    const { orThrow } = createClient({ baseUrl: "https://pets.example/v1", apiKey: "pets_test_1", fetch });
    const { id: petId } = await orThrow.pets.createPet({ body: { name: "Rex", categoryId: 1 } });
    const photo = await orThrow.photos.createPhoto({ params: { petId }, body });
    expect(validateResponse("createPhoto", 201, photo)).toMatchObject({ petId });
  });
});
