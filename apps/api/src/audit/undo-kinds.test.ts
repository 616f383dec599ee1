import { randomUUID } from "node:crypto";
import {
  Action,
  type Attribute,
  type Category,
  historyKinds,
  MAX_PHOTOS,
  type Note,
  type Order,
  type Pet,
  type Photo,
  type Profile,
  type Store,
  undoKinds,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addMedia, addPhotos, freshImage } from "../../test/support/images.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { type UndoneSubject, usualUndos } from "../../test/support/usual-undos.js";

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
});
afterAll(() => api.close());

let names = 0;
const fresh = (word: string) => `${word} ${(names += 1)} ${randomUUID().slice(0, 8)}`;

const send = async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
  const image =
    body instanceof Uint8Array
      ? { raw: new Blob([Uint8Array.from(body)]), headers: { ...headers, "content-type": "image/png" } }
      : { body };
  const answer = await api.send(line, { key: admin, headers, ...(body !== undefined && image) });
  expect([line, answer.status < 300, answer.text]).toEqual([line, true, answer.text]);
  return answer.body;
};
const read = async <One>(path: string): Promise<One> => (await api.send(`GET ${path}`, { key: admin })).body as One;

/** A function that sends requests as one action. */
type Act = (line: string, body?: unknown) => Promise<unknown>;
const actingWith =
  (key: string): Act =>
  (line, body) =>
    send(line, body, { "action-key": key });

const latest = async () => (await read<[Action]>("/v1/actions?limit=1"))[0];
const follow = async (id: string): Promise<Action> => {
  for (;;) {
    const action = Action.parse(await read(`/v1/actions/${id}`));
    if (action.status !== "undoing") return action;
    await api.deps.undoRunner.run();
  }
};
const undo = async ({ id }: Action): Promise<Action> => {
  await send(`POST /v1/actions/${id}/undo`);
  return follow(id);
};

const addPet = async (name = fresh("Rex"), more: object = {}): Promise<Pet> =>
  (await send("POST /v1/pets", { name, categoryId: 1, ...more })) as Pet;
const addAttribute = async (more: object = {}): Promise<Attribute> => {
  const name = `a${randomUUID().slice(0, 12).replaceAll("-", "")}`;
  return (await send("POST /v1/attributes", { name, label: fresh("Size"), type: "text", ...more })) as Attribute;
};
const addCategory = async (): Promise<Category> =>
  (await send("POST /v1/categories", { name: fresh("Dogs") })) as Category;
/** An undo is a change, so it sets `updatedAt`. */
const withoutTime = <One extends { readonly updatedAt: string }>({ updatedAt: _, ...rest }: One) => rest;
const photosOf = async ({ id }: Pet) => (await read<Photo[]>(`/v1/pets/${id}/photos`)).map(withoutTime);
const notesOf = async ({ id }: Pet) => (await read<Note[]>(`/v1/pets/${id}/notes`)).map(withoutTime);
const addOrder = async () => {
  const { id: petId } = await addPet();
  const customer = { name: "Ada", email: `${randomUUID()}@example.org` };
  return (await send("POST /v1/orders", { petId, customer })) as Order & { readonly customerId: number };
};

const photos = async () => {
  const pet = await addPet();
  const ids = await addPhotos(api, pet.id, 3);
  const path = `/v1/pets/${pet.id}/photos/${ids[1]}`;
  return { pet, ids, path, read: () => photosOf(pet), name: pet.name };
};
const attributes = async (more?: object) => {
  const one = await addAttribute(more);
  const path = `/v1/attributes/${one.id}`;
  return { one, path, read: async () => withoutTime(await read<Attribute>(path)), name: one.label };
};
const notes = async () => {
  const pet = await addPet();
  const note = (await send(`POST /v1/pets/${pet.id}/notes`, { text: "Bites" })) as Note;
  return { pet, note, path: `/v1/pets/${pet.id}/notes/${note.id}`, read: () => notesOf(pet), name: pet.name };
};
const sent = new Map<string, unknown>();
/** Keeps the response of a request for later steps of the test. */
const keep = async (name: string, work: Promise<unknown>) => void sent.set(name, await work);
const idOf = (name: string) => (sent.get(name) as { id: number }).id;

const specialSubjects: Readonly<Record<string, () => Promise<UndoneSubject>>> = {
  "pet.update": async () => {
    const pet = await addPet();
    const { id, ...from } = pet;
    return {
      act: (act) => act("POST /v1/pets/changes", [{ id, from, to: { ...from, status: "sold" } }]),
      read: () => read(`/v1/pets/${id}`),
      meddle: () => send(`PATCH /v1/pets/${id}`, { name: `${pet.name} II` }),
      ...{ name: `${pet.name} II`, reason: "changed" },
    };
  },
  "pet.delete": async () => {
    const { id, ...from } = await addPet(undefined, { profile: { externalId: fresh("X") } });
    const readAll = async () => [
      await read(`/v1/pets/${id}`),
      (await read<Profile>(`/v1/pets/${id}/profile`)).externalId,
    ];
    return {
      act: (act) => act("POST /v1/pets/changes", [{ id, from, to: null }]),
      read: readAll,
      // Somebody else has already restored the pet under another name.
      meddle: () => send("POST /v1/pets/changes", [{ id, from: null, to: { ...from, name: `${from.name} II` } }]),
      ...{ name: `${from.name} II`, reason: "changed" },
    };
  },
  "profile.update": async () => {
    const pet = await addPet();
    const path = `/v1/pets/${pet.id}/profile`;
    return {
      act: (act) => act(`PATCH ${path}`, { externalId: fresh("X") }),
      read: async () => (await read<Profile>(path)).externalId,
      meddle: () => send(`PATCH ${path}`, { externalId: fresh("Y") }),
      ...{ name: pet.name, reason: "changed" },
    };
  },
  "note.create": async () => {
    const { pet, ...rest } = await notes();
    const key = randomUUID();
    return {
      ...rest,
      act: (act) => keep(key, act(`POST /v1/pets/${pet.id}/notes`, { text: "Limps" })),
      meddle: () => send(`PATCH /v1/pets/${pet.id}/notes/${idOf(key)}`, { text: "Limps no more" }),
      reason: "changed",
    };
  },
  "note.update": async () => {
    const { path, ...rest } = await notes();
    return {
      ...rest,
      act: (act) => act(`PATCH ${path}`, { text: "Bites cats", isPinned: true }),
      meddle: () => send(`PATCH ${path}`, { isPinned: false }),
      reason: "changed",
    };
  },
  "note.delete": async () => {
    const { path, ...rest } = await notes();
    return {
      ...rest,
      act: (act) => act(`DELETE ${path}`),
      meddle: async () => {
        await send(`POST ${path}/restore`);
        await send(`PATCH ${path}`, { text: "Bites cats" });
      },
      reason: "changed",
    };
  },
  "note.restore": async () => {
    const { path, ...rest } = await notes();
    await send(`DELETE ${path}`);
    return {
      ...rest,
      act: (act) => act(`POST ${path}/restore`),
      meddle: () => send(`PATCH ${path}`, { isWarning: true }),
      reason: "changed",
    };
  },
  "photo.create": async () => {
    const { pet, ...rest } = await photos();
    const [key, { bytes, sha256 }] = [randomUUID(), freshImage()];
    await addMedia(api, sha256);
    return {
      ...rest,
      act: (act) => keep(key, act(`POST /v1/pets/${pet.id}/photos`, bytes)),
      meddle: () => send(`PATCH /v1/pets/${pet.id}/photos/${idOf(key)}`, { alt: "Frank" }),
      reason: "changed",
    };
  },
  "photo.update": async () => {
    const { path, ...rest } = await photos();
    return {
      ...rest,
      act: (act) => act(`PATCH ${path}`, { alt: "Rex", focalPoint: { x: 0.5, y: 1 }, rotation: 90, position: 3 }),
      meddle: () => send(`PATCH ${path}`, { rotation: 180 }),
      reason: "changed",
    };
  },
  "photo.delete": async () => {
    const { path, ...rest } = await photos();
    return {
      ...rest,
      act: (act) => act(`DELETE ${path}`),
      meddle: async () => {
        await send(`POST ${path}/restore`);
        await send(`PATCH ${path}`, { alt: "Frank" });
      },
      reason: "changed",
    };
  },
  "photo.restore": async () => {
    const { path, ...rest } = await photos();
    await send(`DELETE ${path}`);
    return {
      ...rest,
      act: (act) => act(`POST ${path}/restore`),
      meddle: () => send(`PATCH ${path}`, { alt: "Frank" }),
      reason: "changed",
    };
  },
  "attribute.create": async () => {
    const key = randomUUID();
    const name = `a${randomUUID().slice(0, 8)}`;
    const label = fresh("Size");
    return {
      act: (act) => keep(key, act("POST /v1/attributes", { name, label, type: "text" })),
      read: async () => (await read<Attribute[]>("/v1/attributes?limit=100")).filter((one) => one.name === name),
      meddle: async () => {
        const pet = await addPet();
        await send(`PATCH /v1/pets/${pet.id}/profile`, { attributes: { [name]: "big" } });
      },
      ...{ name: label, reason: "changed" },
    };
  },
  "attribute.update": async () => {
    const { path, one, ...rest } = await attributes();
    return {
      ...rest,
      act: (act) => act(`PATCH ${path}`, { label: `${one.label} of it`, isPublic: true, position: 7 }),
      meddle: () => send(`PATCH ${path}`, { position: 8 }),
      reason: "changed",
      name: `${one.label} of it`,
    };
  },
  "attribute.delete": async () => {
    const { path, one, ...rest } = await attributes();
    const pet = await addPet(undefined, { profile: { attributes: { [one.name]: "big" } } });
    return {
      ...rest,
      read: async () => [await rest.read(), (await read<Profile>(`/v1/pets/${pet.id}/profile`)).attributes[one.name]],
      act: (act) => act(`DELETE ${path}?force=true`),
      // Takes the name.
      meddle: () => send("POST /v1/attributes", { name: one.name, label: "Other", type: "text" }),
      reason: "unfit",
    };
  },
  "attribute.restore": async () => {
    const { path, one, ...rest } = await attributes();
    const readAll = async () => ((await api.send(`GET ${path}`, { key: admin })).status === 200 ? rest.read() : null);
    await send(`DELETE ${path}`);
    return {
      ...rest,
      read: readAll,
      act: (act) => act(`POST ${path}/restore`),
      meddle: () => addPet(undefined, { profile: { attributes: { [one.name]: "big" } } }),
      reason: "changed",
    };
  },
  "category.create": async () => {
    const [key, name] = [randomUUID(), fresh("Cats")];
    return {
      act: (act) => keep(key, act("POST /v1/categories", { name })),
      read: async () =>
        (await api.database.pool.query("SELECT id, name FROM category WHERE name LIKE $1", [`${name}%`])).rows,
      meddle: () => addPet(undefined, { categoryId: idOf(key) }),
      ...{ name, reason: "changed" },
    };
  },
  "category.update": async () => {
    const { id, name } = await addCategory();
    return {
      act: (act) => act(`PATCH /v1/categories/${id}`, { name: `${name} II` }),
      read: async () => withoutTime(await read<Category>(`/v1/categories/${id}`)),
      meddle: () => send(`PATCH /v1/categories/${id}`, { name: `${name} III` }),
      ...{ name: `${name} III`, reason: "changed" },
    };
  },
  "category.delete": async () => {
    const { id, name } = await addCategory();
    const attribute = await addAttribute({ categoryIds: [id, 1] });
    return {
      act: (act) => act(`DELETE /v1/categories/${id}`),
      read: async () => [
        (await api.send(`GET /v1/categories/${id}`, { key: admin })).body,
        (await read<Attribute>(`/v1/attributes/${attribute.id}`)).categoryIds?.toSorted((a, b) => a - b),
      ],
      // Somebody else now uses the name, and the category of the attribute has been removed from it.
      meddle: async () => {
        await send("POST /v1/categories", { name });
        await send(`PATCH /v1/attributes/${attribute.id}`, { categoryIds: null });
      },
      ...{ name, reason: "unfit" },
    };
  },
};

/** These have tests of their own below or in other files. */
const elsewhere = ["pet.create", "pet.restore", "catalogue.import", "order.update", "store.update"];

const special = new Set([...Object.keys(specialSubjects), ...elsewhere].map((kind) => kind.split(".", 1)[0]));
const subjects = Object.assign(
  specialSubjects,
  ...historyKinds
    .filter((kind) => !special.has(kind))
    .map((kind) =>
      usualUndos(
        kind,
        () => api,
        send,
        (path) => read(path),
      ),
    ),
) as typeof specialSubjects;

const kinds = Object.keys(subjects);

describe("the undo of each kind", () => {
  it.each(kinds)("restores exactly what a %s has changed", async (kind) => {
    const [one, other] = [await subjects[kind]?.(), await subjects[kind]?.()] as [UndoneSubject, UndoneSubject];
    const before = await one.read();
    await one.act(actingWith(randomUUID()));
    const action = await latest();
    expect(action.parts.map((part) => part.action)).toContain(kind);
    const after = await one.read();
    await other.act(actingWith(randomUUID()));
    const othersAfter = await other.read();
    const last = await lastEventId(api.database);
    expect(await undo(action)).toMatchObject({ status: "undone", job: { leftCount: 0 } });
    expect(await one.read()).toEqual(before);
    expect(await other.read()).toEqual(othersAfter);
    const events = await eventsSince(api.database, last);
    // Leaves out the event that records the start of the undo.
    const putBack = events.filter(({ subject }) => subject.kind !== "action");
    expect(putBack.length).toBeGreaterThan(0);
    const again = await latest();
    expect(again.events).toBe(putBack.length);
    // An undo is an action, so its own undo makes the changes again.
    expect((await undo(again)).status).toBe("undone");
    expect(await one.read()).toEqual(after);
  });

  it.each(kinds)("lists by name and reason what it skips because somebody changed it after a %s", async (kind) => {
    const one = (await subjects[kind]?.()) as UndoneSubject;
    await one.act(actingWith(randomUUID()));
    const action = await latest();
    await one.meddle();
    const now = await one.read();
    const { status, job } = await undo(action);
    expect([status, job?.done]).toEqual(["done", 0]);
    expect(job?.left?.at(0)).toMatchObject({ name: one.name, reason: one.reason });
    expect(await one.read()).toEqual(now);
  });

  it("is tested for every kind that can be undone", () => {
    const putBack = Object.entries(undoKinds).flatMap(([kind, how]) => ("scope" in how ? [kind] : []));
    expect([...kinds, ...elsewhere].toSorted()).toEqual(putBack.toSorted());
  });
});

describe("undoing a store change", () => {
  it("restores status names, except one that has changed since", async () => {
    const change = async (statusNames: object) => {
      await send("PATCH /v1/store", { statusNames });
      return latest();
    };
    const namesNow = async () => (await read<Store>("/v1/store")).statusNames;
    await send("PATCH /v1/store", { name: null });
    await change({ sold: "Adopted" });
    const action = await change({ sold: "At home", pending: "Promised" });
    await change({ available: "Here" });
    expect((await undo(action)).status).toBe("undone");
    expect(await namesNow()).toEqual({ available: "Here", pending: null, sold: "Adopted" });
    const other = await change({ sold: "At home" });
    await change({ sold: "Gone" });
    expect((await undo(other)).job).toMatchObject({
      done: 0,
      left: [{ subject: { kind: "store", id: 1 }, name: null, reason: "changed" }],
    });
    expect(await namesNow()).toEqual({ available: "Here", pending: null, sold: "Gone" });
  });

  it("restores what the store is, except what has changed since", async () => {
    const change = async (body: object) => {
      await send("PATCH /v1/store", body);
      return latest();
    };
    const now = () => read<Store>("/v1/store");
    await change({ name: "Second Chance", timeZone: null });
    const action = await change({ name: "Third Chance", timeZone: "Europe/Berlin", contractText: "For {price}" });
    await change({ currency: "EUR" });
    expect((await undo(action)).status).toBe("undone");
    expect(await now()).toMatchObject({ name: "Second Chance", timeZone: null, contractText: null, currency: "EUR" });
    const other = await change({ name: "Fourth Chance" });
    await change({ name: "Fifth Chance" });
    expect((await undo(other)).job).toMatchObject({ done: 0, left: [{ reason: "changed" }] });
    expect(await now()).toMatchObject({ name: "Fifth Chance" });
  });
});

describe("undoing an order change", () => {
  const customerOf = async ({ id }: Order) => (await read<Order>(`/v1/orders/${id}`)).customerId;

  it("restores the customer, except one that has changed since", async () => {
    const [order, other, third] = [await addOrder(), await addOrder(), await addOrder()];
    await send(`PATCH /v1/orders/${order.id}`, { note: "Collects on Saturday" });
    await send(`PATCH /v1/orders/${order.id}`, { customerId: other.customerId });
    const action = await latest();
    expect(action.undo.isPossible).toBe(true);
    expect((await undo(action)).status).toBe("undone");
    expect(await read<Order>(`/v1/orders/${order.id}`)).toMatchObject({
      customerId: order.customerId,
      note: "Collects on Saturday",
    });
    expect(await customerOf(other)).toBe(other.customerId);
    await send(`PATCH /v1/orders/${order.id}`, { customerId: null });
    const removal = await latest();
    await send(`PATCH /v1/orders/${order.id}`, { customerId: third.customerId });
    const { name } = await read<Pet>(`/v1/pets/${order.petId}`);
    expect((await undo(removal)).job).toMatchObject({
      left: [{ subject: { kind: "order", id: order.id }, name, reason: "changed" }],
    });
    expect(await customerOf(order)).toBe(third.customerId);
  });

  const price = { amount: 250, currency: "EUR" };
  const payment = { paidAt: "2026-11-21T09:30:00.000Z", means: "cash" };
  const readOrder = async ({ id }: Order) => withoutTime(await read<Order>(`/v1/orders/${id}`));

  it("restores the payment and nothing else", async () => {
    const order = await addOrder();
    await send(`PATCH /v1/orders/${order.id}`, { price, note: "Collects on Saturday" });
    const before = await readOrder(order);
    await send(`PATCH /v1/orders/${order.id}`, { payment });
    const paid = await latest();
    expect(paid.undo.isPossible).toBe(true);
    await send(`PATCH /v1/orders/${order.id}`, { note: "Collects on Sunday" });
    expect((await undo(paid)).status).toBe("undone");
    expect(await readOrder(order)).toEqual({ ...before, note: "Collects on Sunday" });
    const row = await api.database.db.order.findUnique({ where: { id: order.id } });
    expect(row?.formerCustomerIds).toEqual([]);
  });

  it("restores the price, the payment and the customer of one change together", async () => {
    const [order, other] = [await addOrder(), await addOrder()];
    const before = await readOrder(order);
    await send(`PATCH /v1/orders/${order.id}`, { price, payment, customerId: other.customerId });
    expect((await undo(await latest())).status).toBe("undone");
    expect(await readOrder(order)).toEqual(before);
  });

  it("keeps a price that has been paid since", async () => {
    const order = await addOrder();
    await send(`PATCH /v1/orders/${order.id}`, { price });
    const priced = await latest();
    await send(`PATCH /v1/orders/${order.id}`, { payment });
    expect((await undo(priced)).job).toMatchObject({ left: [{ reason: "changed" }] });
    expect(await readOrder(order)).toMatchObject({ price, payment });
  });

  it("does not name a customer who was erased since", async () => {
    const order = await addOrder();
    await send(`PATCH /v1/orders/${order.id}`, { customerId: null });
    const action = await latest();
    await api.database.pool.query("DELETE FROM customer WHERE id = $1", [order.customerId]);
    expect((await undo(action)).job).toMatchObject({ left: [{ reason: "gone" }] });
    expect(await customerOf(order)).toBeNull();
  });

  it.each([
    ["a status", { status: "approved" }, "order"],
    ["a note, which the audit trail does not have", { note: "Collects on Saturday" }, "other"],
  ])("is not possible for %s", async (_what, body, reason) => {
    const { id } = await addOrder();
    await send(`PATCH /v1/orders/${id}`, body);
    const action = await latest();
    expect(action.undo).toMatchObject({ isPossible: false, reason });
    expect((await api.send(`POST /v1/actions/${action.id}/undo`, { key: admin })).status).toBe(409);
  });
});

describe("an undo", () => {
  it.each([
    ["an attribute", () => addAttribute()],
    ["the store", () => send("PATCH /v1/store", { statusNames: { pending: fresh("P") } })],
  ])("requires for an action of %s the scope that its restoring operations require", async (_what, act) => {
    await act();
    const { id } = await latest();
    const clerk = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    const manager = await api.makeKey("write", { accountId: await api.makeAccount("manager") });
    const undoWith = (key: string) => api.send(`POST /v1/actions/${id}/undo`, { key });
    expect((await undoWith(clerk)).body).toMatchObject({ code: "forbidden" });
    const { status, body, headers } = await undoWith(manager);
    expect([status, (body as { message: string }).message]).toEqual([
      403,
      "the undo of this action requires an API key with scope admin",
    ]);
    expect(headers.get("www-authenticate")).toContain('scope="admin"');
    const seen = (await api.send(`GET /v1/actions/${id}`, { key: manager })).body as Action;
    expect(seen.undo).toMatchObject({ isPossible: false, reason: "scope" });
    expect((await undoWith(admin)).status).toBe(202);
    await follow(id);
  });

  it("is visible at once in cached pages", async () => {
    const { path, pet, ids } = await photos();
    const page = `/v1/pets?id=${pet.id}&expand=profile`;
    const shown = async () =>
      (await read<{ profile: Profile }[]>(page)).flatMap(({ profile }) => profile.photos.map(({ id }) => id));
    await send(`DELETE ${path}`);
    const action = await latest();
    expect(await shown()).toEqual([ids[0], ids[2]]);
    await undo(action);
    expect(await shown()).toEqual(ids);
  });

  it("undoes several requests with one Action-Key, except what was changed later", async () => {
    const { pet, ids } = await photos();
    const act = actingWith(randomUUID());
    for (const id of ids) await act(`PATCH /v1/pets/${pet.id}/photos/${id}`, { alt: `${id}` });
    await act(`DELETE /v1/pets/${pet.id}/photos/${ids[0]}`);
    const action = await latest();
    await send(`PATCH /v1/pets/${pet.id}/photos/${ids[1]}`, { alt: "Frank" });
    const { job } = await undo(action);
    expect(job).toMatchObject({
      done: 3,
      leftCount: 1,
      left: [{ subject: { kind: "photo", id: ids[1] }, name: pet.name }],
    });
    expect((await photosOf(pet)).map(({ id, alt }) => [id, alt])).toEqual([
      [ids[0], null],
      [ids[1], "Frank"],
      [ids[2], null],
    ]);
  });

  it("names the categories and attributes that it skips by their present names", async () => {
    const [category, attribute] = [await addCategory(), await addAttribute()];
    const [renamed, relabelled] = [fresh("Cats"), fresh("Weight")];
    const rename = (name: string) => send(`PATCH /v1/categories/${category.id}`, { name });
    await rename(fresh("Birds"));
    const ofCategory = await latest();
    await rename(renamed);
    const relabel = (label: string) => send(`PATCH /v1/attributes/${attribute.id}`, { label });
    await relabel(fresh("Height"));
    const ofAttribute = await latest();
    await relabel(relabelled);
    const left = [await undo(ofCategory), await undo(ofAttribute)].flatMap(({ job }) => job?.left ?? []);
    expect(left.map(({ name, reason }) => [name, reason])).toEqual([
      [renamed, "changed"],
      [relabelled, "changed"],
    ]);
  });

  it("deletes a pet, but leaves the category that the pet registered", async () => {
    const categoryId = 900_000 + (names += 1);
    const pet = await addPet(undefined, { categoryId });
    expect((await undo(await latest())).status).toBe("undone");
    expect((await api.send(`GET /v1/pets/${pet.id}`)).status).toBe(404);
    expect((await api.send(`GET /v1/categories/${categoryId}`)).status).toBe(200);
  });

  it("does not restore an erased photo, or a photo for which its pet has no room", async () => {
    const { pet, path, ids } = await photos();
    await send(`DELETE ${path}`);
    const full = await latest();
    await addPhotos(api, pet.id, MAX_PHOTOS - 2);
    expect((await undo(full)).job).toMatchObject({ left: [{ name: pet.name, reason: "unfit" }] });
    const first = `/v1/pets/${pet.id}/photos/${ids[0]}`;
    await send(`DELETE ${first}`);
    const erased = await latest();
    await send(`DELETE ${first}?erase=true`);
    expect((await latest()).undo).toMatchObject({ isPossible: false, reason: "erased" });
    expect((await undo(erased)).job).toMatchObject({ left: [{ reason: "gone" }] });
  });
});

describe("undoing one subject of an action", () => {
  const statusesOf = async (pets: readonly Pet[]) =>
    Promise.all(pets.map(async ({ id }) => (await read<Pet>(`/v1/pets/${id}`)).status));
  const sell = async (pets: readonly Pet[]) => {
    const body = pets.map(({ id, ...from }) => ({ id, from, to: { ...from, status: "sold" } }));
    await send("POST /v1/pets/changes", body);
    return latest();
  };
  const undoOf = async ({ id }: Action, pet: Pet) => {
    await send(`POST /v1/actions/${id}/undo?subject=pet:${pet.id}`);
    return follow(id);
  };

  it("restores nothing else, and the rest can be undone later", async () => {
    const pets = [await addPet(), await addPet(), await addPet()] as const;
    const action = await sell(pets);
    const one = await undoOf(action, pets[0]);
    expect(one).toMatchObject({
      status: "partly_undone",
      undo: { isPossible: true },
      job: { subject: { kind: "pet", id: pets[0].id }, status: "done", done: 1, leftCount: 0, total: 1 },
    });
    expect(await statusesOf(pets)).toEqual(["available", "sold", "sold"]);
    expect(await undoOf(action, pets[2])).toMatchObject({ status: "partly_undone", job: { done: 1 } });
    expect(await statusesOf(pets)).toEqual(["available", "sold", "available"]);
    const all = await undo(action);
    expect(all).toMatchObject({ status: "undone", job: { done: 3, leftCount: 0, total: 3 } });
    expect(all.job).toMatchObject({ subject: null });
    expect(await statusesOf(pets)).toEqual(["available", "available", "available"]);
  });

  it("leaves a subject that somebody has changed since", async () => {
    const pets = [await addPet(), await addPet()] as const;
    const action = await sell(pets);
    await send(`PATCH /v1/pets/${pets[0].id}`, { name: "Lola" });
    expect(await undoOf(action, pets[0])).toMatchObject({
      status: "done",
      job: { done: 0, left: [{ name: "Lola", reason: "changed" }] },
    });
    const [stranger] = [await addPet()];
    expect(await undoOf(action, stranger)).toMatchObject({ status: "done", job: { done: 0, leftCount: 0, total: 0 } });
    expect(await statusesOf(pets)).toEqual(["sold", "sold"]);
  });

  it("is refused while another subject is being restored", async () => {
    const pets = [await addPet(), await addPet()] as const;
    const { id } = await sell(pets);
    await send(`POST /v1/actions/${id}/undo?subject=pet:${pets[0].id}`);
    await api.database.pool.query("UPDATE action_undo SET status = 'running' WHERE id = $1", [id.split("-")[1]]);
    const other = await api.send(`POST /v1/actions/${id}/undo?subject=pet:${pets[1].id}`, { key: admin });
    const all = await api.send(`POST /v1/actions/${id}/undo`, { key: admin });
    expect([other.status, all.status]).toEqual([409, 409]);
    expect((await api.send(`POST /v1/actions/${id}/undo?subject=pet:${pets[0].id}`, { key: admin })).status).toBe(202);
    await follow(id);
  });
});
