import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrder, addPets, findPet, petOf } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi, ways } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const addPet = async (rest: Parameters<typeof addPets>[1] = {}): Promise<number> => (await addPets(api, rest))[0] ?? 0;
const patch = (id: number | string, body: unknown, headers: Record<string, string> = {}) =>
  api.send(`PATCH /v1/pets/${id}`, { body, headers });
const tagOf = async (id: number) => (await api.send(`GET /v1/pets/${id}`)).headers.get("etag") ?? "";

describe("PATCH /pets/{petId}", () => {
  it.each([
    ["name", { name: "Luna" }],
    ["categoryId", { categoryId: 2 }],
    ["status", { status: "sold" }],
    ["all fields", { name: "Luna", categoryId: 3, status: "pending" }],
  ])("returns 200 and changes only %s, with the ETag of GET", async (_what, change) => {
    const id = await addPet();
    const { status, body, headers } = await patch(id, change);
    const pet = petOf({ id, ...change });
    expect({ status, body }).toEqual({ status: 200, body: pet });
    expect(await findPet(api, id)).toEqual(pet);
    expect(headers.get("etag")).toBe(await tagOf(id));
  });

  it("returns 200 with the trimmed name", async () => {
    const id = await addPet();
    expect((await patch(id, { name: "\u00a0 Rex \n" })).body).toMatchObject({ name: "Rex" });
  });

  it("returns 200 and registers an unknown category without a name", async () => {
    expect((await patch(await addPet(), { categoryId: 777 })).status).toBe(200);
    expect(await api.database.db.category.findUnique({ where: { id: 777 } })).toMatchObject({ id: 777, name: null });
  });

  it("returns 200 with the same ETag if nothing changes", async () => {
    const id = await addPet();
    const tag = await tagOf(id);
    const { status, headers } = await patch(id, { name: "Frank", categoryId: 1, status: "available" });
    expect([status, headers.get("etag")]).toEqual([200, tag]);
  });

  it.each([
    ["the ETag", (tag: string) => tag],
    ["a list with the ETag", (tag: string) => `"other", ${tag}`],
    ["*", () => "*"],
  ])("returns 200 when If-Match is %s", async (_what, fieldOf) => {
    const id = await addPet();
    const answer = await patch(id, { name: "Luna" }, { "if-match": fieldOf(await tagOf(id)) });
    expect(answer).toMatchObject({ status: 200, body: { name: "Luna" } });
  });

  it.each([
    ["a stale ETag", (tag: string) => tag.replace(/^"./, '"~')],
    ["the ETag as a weak one", (tag: string) => `W/${tag}`],
  ])("returns 412 when If-Match is %s, and writes nothing", async (_what, fieldOf) => {
    const id = await addPet();
    const { body } = await patch(id, { name: "Luna", categoryId: 888 }, { "if-match": fieldOf(await tagOf(id)) });
    expect(body).toEqual(errorBody("precondition_failed", 412));
    expect(await findPet(api, id)).toEqual(petOf({ id }));
    expect(await api.database.db.category.count({ where: { id: 888 } })).toBe(0);
  });

  it.each([
    ["unknown", "9007199254740991", {}],
    ["unknown, with If-Match", "9007199254740991", { "if-match": "*" }],
    ["invalid", "abc", {}],
    ["over the safe integers", "9007199254740992", {}],
  ])("returns 404 for an id that is %s", async (_what, petId, headers) => {
    expect((await patch(petId, { categoryId: 889 }, headers)).body).toEqual(errorBody("not_found", 404));
    expect(await api.database.db.category.count({ where: { id: 889 } })).toBe(0);
  });

  it.each(["placed", "approved"] as const)(
    "returns 409 for another status while an order is %s, and writes nothing",
    async (by) => {
      const id = await addPet({ status: "pending" });
      const order = await addOrder(api, id, by);
      const { body } = await patch(id, { name: "Luna", status: "available" });
      expect(body).toEqual(
        errorBody("pet_reserved", 409, expect.stringContaining(`order ${order} reserves pet ${id}`)),
      );
      expect(await findPet(api, id)).toEqual(petOf({ id, status: "pending" }));
    },
  );

  it("returns 200 for every change but a new status while an open order reserves the pet", async () => {
    const id = await addPet({ status: "pending" });
    await addOrder(api, id);
    const change = { name: "Luna", categoryId: 2, status: "pending" };
    expect(await patch(id, change)).toMatchObject({ status: 200, body: { id, ...change } });
  });

  it.each(["delivered", "cancelled"] as const)(
    "returns 200 for any status once the order of the pet is %s",
    async (by) => {
      const id = await addPet({ status: "sold" });
      await addOrder(api, id, by);
      expect((await patch(id, { status: "available" })).status).toBe(200);
    },
  );

  it.each([
    ["null for a status", { status: null }, "body.status must be one of available, pending, sold"],
    ["an id", { id: 5, name: "Luna" }, "body.id is not a recognised field"],
    ["an array", [], "body must be a JSON object"],
    [
      "every bad field",
      { name: "", categoryId: 0 },
      "body.name must have 1 to 200 characters after trimming; body.categoryId must be an integer from 1 to 9007199254740991",
    ],
  ])("returns 400 for %s, and writes nothing", async (_what, body, message) => {
    const id = await addPet();
    expect((await patch(id, body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await findPet(api, id)).toEqual(petOf({ id }));
  });

  it("returns 400 for an invalid If-Match", async () => {
    const { body } = await patch(await addPet(), { name: "Luna" }, { "if-match": "abc" });
    expect(body).toEqual(
      errorBody("invalid_request", 400, 'header If-Match must be * or a list of entity tags, for example "q1w2e3"'),
    );
  });

  it("returns 403 for a read key, 413 and 415 for a large or non-JSON body", async () => {
    const id = await addPet();
    const line = `PATCH /v1/pets/${id}`;
    const answers = await Promise.all([
      api.send(line, { key: await api.makeKey("read"), body: { name: "Luna" } }),
      patch(id, { name: "x".repeat(102_400) }),
      api.send(line, { raw: '{"name":"Luna"}', headers: { "content-type": "text/plain" } }),
    ]);
    const refusals = [errorBody("forbidden", 403), errorBody("payload_too_large", 413)];
    expect(answers.map(({ body }) => body)).toEqual([...refusals, errorBody("unsupported_media_type", 415)]);
    expect(await findPet(api, id)).toMatchObject({ name: "Frank" });
  });
});

describe.each(ways)("PATCH /pets/{petId} through %s, at the same time as another change", (_way, adapt) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
  });
  afterAll(() => api.close());

  it("returns 409 if an order has reserved the pet while the request waited", async () => {
    const [id = 0] = await addPets(api, {});
    const { body } = await sendWhileLocked(
      api,
      [["LOCK TABLE pet"], ["INSERT INTO store_order (pet_id) VALUES ($1)", id]],
      () => api.send(`PATCH /v1/pets/${id}`, { body: { status: "sold" } }),
    );
    expect(body).toEqual(errorBody("pet_reserved", 409));
    expect(await findPet(api, id)).toMatchObject({ status: "available" });
  });

  it("returns 412 if the pet has changed while the request waited, and keeps that change", async () => {
    const [id = 0] = await addPets(api, {});
    const tag = (await api.send(`GET /v1/pets/${id}`)).headers.get("etag") ?? "";
    const renaming = ["UPDATE pet SET name = 'Luna' WHERE id = $1", id] as const;
    const { body } = await sendWhileLocked(api, [renaming], () =>
      api.send(`PATCH /v1/pets/${id}`, { body: { status: "sold" }, headers: { "if-match": tag } }),
    );
    expect(body).toEqual(errorBody("precondition_failed", 412));
    expect(await findPet(api, id)).toMatchObject({ name: "Luna", status: "available" });
  });
});

describe("PATCH /pets/{petId} with CATEGORY_POLICY=require", () => {
  it("returns 409 category_not_found for an unknown category, and writes nothing", async () => {
    const strict = await createTestApi({ CATEGORY_POLICY: "require" });
    const [id = 0] = await addPets(strict, {});
    const change = (categoryId: number) => strict.send(`PATCH /v1/pets/${id}`, { body: { name: "Luna", categoryId } });
    const message = "body.categoryId refers to category 99, which does not exist";
    expect((await change(99)).body).toEqual(errorBody("category_not_found", 409, message));
    expect(await findPet(strict, id)).toEqual(petOf({ id }));
    expect((await change(1)).status).toBe(200);
    await strict.close();
  });
});
