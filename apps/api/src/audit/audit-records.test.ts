import type { Actor, Order } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTables } from "../../test/support/empty-tables.js";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, addPets, newPet, petOf } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

describe("the recorded events", () => {
  let api: TestApi;
  let actor: Actor;
  let last: number;
  beforeAll(async () => {
    api = await createTestApi();
    const { id, name } = await api.database.db.apiKey.findFirstOrThrow();
    actor = { kind: "key", id: Number(id), name };
  });
  beforeEach(async () => {
    await emptyTables(api.database, "category, pet, store_order");
    await addPets(api, { name: "Luna", categoryId: 2 });
    last = await lastEventId(api.database);
  });
  afterAll(() => api.close());

  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  const luna = petOf({ id: 1, name: "Luna", categoryId: 2 });
  const written = async () =>
    (await eventsSince(api.database, last)).map(({ action, subject, before, after, orderId, ...rest }) => {
      expect(rest).toEqual({ id: expect.any(Number), at: expect.any(String), actor });
      return { action, subject, before, after, ...(orderId !== null && { orderId }) };
    });
  const event = (action: string, id: number, before: object | null, after: object | null) => ({
    ...{ action, before, after },
    subject: { kind: action.split(".")[0], id },
  });

  it("the events of a new pet are the creation of its category, if it is new, and of the pet", async () => {
    const { body } = await api.send("POST /v1/pets", { body: newPet({ categoryId: 9 }) });
    const registered = event("category.create", 9, null, { id: 9, name: null, petCount: 0, ...times });
    expect(await written()).toEqual([registered, event("pet.create", 2, null, body as object)]);
  });

  it("a batch records an event for each pet in order, and one event for each new category", async () => {
    const newPets = [8, 2, 9, 8].map((categoryId, at) => newPet({ categoryId, name: `Rex ${at}` }));
    const { body } = await api.send("POST /v1/pets/batch", { body: newPets });
    const pets = body as { id: number }[];
    expect(await written()).toEqual([
      event("category.create", 8, null, { id: 8, name: null, petCount: 0, ...times }),
      event("category.create", 9, null, { id: 9, name: null, petCount: 0, ...times }),
      ...pets.map((pet) => event("pet.create", pet.id, null, pet)),
    ]);
  });

  it("a dry run records no events", async () => {
    await api.send("POST /v1/pets/batch?dryRun=true", { body: [newPet({ categoryId: 9 })] });
    expect(await written()).toEqual([]);
  });

  it("an update records the whole pet before and after, and a separate event for a new category", async () => {
    await api.send("PATCH /v1/pets/1", { body: { name: "Stella" } });
    await api.send("PATCH /v1/pets/1", { body: { status: "sold", categoryId: 9 } });
    const stella = { ...luna, name: "Stella" };
    expect(await written()).toEqual([
      event("pet.update", 1, luna, stella),
      event("category.create", 9, null, { id: 9, name: null, petCount: 0, ...times }),
      event("pet.update", 1, stella, { ...stella, status: "sold", categoryId: 9 }),
    ]);
  });

  it("an update that changes nothing records no events", async () => {
    expect((await api.send("PATCH /v1/pets/1", { body: { name: " Luna ", status: "available" } })).status).toBe(200);
    await api.database.db.category.update({ where: { id: 2 }, data: { name: "Dogs" } });
    expect((await api.send("PATCH /v1/categories/2", { body: { name: "Dogs" } })).status).toBe(200);
    expect(await written()).toEqual([]);
  });

  it("the event of a deletion has the pet as it was before", async () => {
    await api.send("DELETE /v1/pets/1");
    expect(await written()).toEqual([event("pet.delete", 1, luna, null)]);
  });

  it("the events of a category are its creation, its renaming and its deletion", async () => {
    const { body } = await api.send("POST /v1/categories", { body: { name: "Birds" } });
    const { id } = body as { id: number };
    await api.send(`PATCH /v1/categories/${id}`, { body: { name: "BIRDS" } });
    await api.send("PATCH /v1/categories/2", { body: { name: "Dogs" } });
    await api.send(`DELETE /v1/categories/${id}`);
    const birds = { id, name: "Birds", petCount: 0, ...times };
    expect(await written()).toEqual([
      event("category.create", id, null, birds),
      event("category.update", id, birds, { ...birds, name: "BIRDS" }),
      event(
        "category.update",
        2,
        { id: 2, name: null, petCount: 1, ...times },
        { id: 2, name: "Dogs", petCount: 1, ...times },
      ),
      event("category.delete", id, { ...birds, name: "BIRDS" }, null),
    ]);
  });

  it("a merge records one event with the target and the number of pets", async () => {
    await addPets(api, { categoryId: 9 }, { categoryId: 9 });
    await api.database.db.category.update({ where: { id: 9 }, data: { name: "Dgos" } });
    await api.send("POST /v1/categories/9/merge", { body: { into: 2 } });
    expect(await written()).toEqual([
      event("category.merge", 9, { id: 9, name: "Dgos", petCount: 2, ...times }, { into: 2, moved: 2 }),
    ]);
  });

  it("an order's events are its changes of status, and those of the pet when its status changes", async () => {
    const send = async (line: string, body: object) => {
      const { note: _, ...recorded } = (await api.send(line, { body })).body as Order;
      return recorded;
    };
    const placed = await send("POST /v1/orders", { petId: 1, reference: "PO-1" });
    const approved = await send("PATCH /v1/orders/1", { status: "approved" });
    const delivered = await send("PATCH /v1/orders/1", { status: "delivered" });
    const [pending, sold] = [
      { ...luna, status: "pending" },
      { ...luna, status: "sold" },
    ];
    expect(await written()).toEqual([
      event("order.create", 1, null, placed),
      { ...event("pet.update", 1, luna, pending), orderId: 1 },
      event("order.update", 1, placed, approved),
      event("order.update", 1, approved, delivered),
      { ...event("pet.update", 1, pending, sold), orderId: 1 },
    ]);
  });

  it("cancelling an order records an event of the pet, unless the pet is already available", async () => {
    await addOrder(api, 1);
    await api.send("PATCH /v1/orders/1", { body: { status: "cancelled" } });
    expect((await written()).map(({ action }) => action)).toEqual(["order.update"]);
    await api.send("POST /v1/orders", { body: { petId: 1 } });
    await api.send("PATCH /v1/orders/2", { body: { status: "cancelled" } });
    expect((await written()).slice(-1)).toEqual([
      { ...event("pet.update", 1, { ...luna, status: "pending" }, luna), orderId: 2 },
    ]);
  });

  it("the events of concurrent changes form a chain: each starts where another ended", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `Rex ${at}`);
    const answers = await Promise.all(
      names.flatMap((name) => [
        api.send("PATCH /v1/pets/1", { body: { name } }),
        api.send("PATCH /v1/categories/2", { body: { name } }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await written();
    for (const [kind, first] of [
      ["pet", "Luna"],
      ["category", null],
    ] as const) {
      const steps = events.filter(({ subject }) => subject.kind === kind);
      const next = new Map(steps.map(({ before, after }) => [before?.["name"], after?.["name"]]));
      const chain = [];
      for (let name: unknown = first; name !== undefined; name = next.get(name)) chain.push(name);
      expect(new Set(chain)).toEqual(new Set([first, ...names]));
    }
  });
});
