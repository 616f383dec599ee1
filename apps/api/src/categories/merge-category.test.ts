import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets, petOf } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("POST /categories/{categoryId}/merge", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    await emptyTables(api.database, "category, pet");
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (2, 'Dogs'), (3, 'Cats'), (99, NULL)");
    await addPets(api, { categoryId: 2 }, { categoryId: 99, status: "sold" }, { categoryId: 99, name: "Luna" });
  });
  afterAll(() => api.close());

  const merge = (id: number | string, body: unknown, options = {}) =>
    api.send(`POST /v1/categories/${id}/merge`, { body, ...options });
  const ids = async () => (await api.database.db.category.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);
  const categoryOfPets = async () =>
    (await api.database.db.pet.findMany({ orderBy: { id: "asc" } })).map(({ categoryId }) => categoryId);
  const expectUnchanged = async () => {
    expect(await ids()).toEqual([2, 3, 99]);
    expect(await categoryOfPets()).toEqual([2, 99, 99]);
  };

  it("returns 200 with the target, which has all pets, otherwise unchanged", async () => {
    const { status, body } = await merge(99, { into: 2 });
    expect({ status, body }).toMatchObject({ status: 200, body: { id: 2, name: "Dogs", petCount: 3 } });
    expect(await ids()).toEqual([2, 3]);
    expect((await api.send("GET /v1/pets")).body).toEqual([
      petOf({ id: 1, categoryId: 2 }),
      petOf({ id: 2, categoryId: 2, status: "sold" }),
      petOf({ id: 3, name: "Luna", categoryId: 2 }),
    ]);
  });

  it("returns 200 for an unnamed target and for an empty source", async () => {
    expect((await merge(2, { into: 99 })).body).toMatchObject({ id: 99, name: null, petCount: 3 });
    expect((await merge(3, { into: 99 })).body).toMatchObject({ id: 99, name: null, petCount: 3 });
    expect(await ids()).toEqual([99]);
  });

  it("moves a pet that an order reserves", async () => {
    const { body } = await api.send("POST /v1/orders", { body: { petId: 3 } });
    expect((await merge(99, { into: 2 })).status).toBe(200);
    expect(await categoryOfPets()).toEqual([2, 2, 2]);
    expect((await api.database.db.order.findFirstOrThrow()).heldPetId).toBe(3);
    expect(body).toMatchObject({ petId: 3 });
  });

  it("returns 400 for the category itself, and changes nothing", async () => {
    const message = "body.into must not be the category that is merged";
    expect((await merge(99, { into: 99 })).body).toEqual(errorBody("invalid_request", 400, message));
    await expectUnchanged();
  });

  it.each([
    [77, 2, "there is no category with id 77"],
    [77, 78, "there is no category with id 77"],
    [78, 77, "there is no category with id 78"],
    [9_007_199_254_740_991, 2, "there is no category with id 9007199254740991"],
  ])("returns 404 for %i into %i, and changes nothing", async (id, into, message) => {
    expect((await merge(id, { into })).body).toEqual(errorBody("not_found", 404, message));
    await expectUnchanged();
  });

  it("returns 409 for an unknown category in the body, and changes nothing", async () => {
    const message = "body.into refers to category 77, which does not exist";
    expect((await merge(99, { into: 77 })).body).toEqual(errorBody("category_not_found", 409, message));
    await expectUnchanged();
  });

  it("returns 404 for the second merge of one category", async () => {
    const answers = await Promise.all([merge(99, { into: 2 }), merge(99, { into: 3 })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const [, one, other] = await categoryOfPets();
    expect([2, 3]).toContain(one);
    expect(other).toBe(one);
  });

  it.each([
    ["no target", {}, "body.into is required"],
    ["null for a target", { into: null }, /^body\.into must be an integer from 1/],
    ["a target of 0", { into: 0 }, /^body\.into must be an integer from 1/],
    ["a name for a target", { into: "Dogs" }, /^body\.into must be an integer from 1/],
    ["another field", { into: 2, name: "Dogs" }, "body.name is not a recognised field"],
    ["an array", [2], "body must be a JSON object"],
  ])("returns 400 for %s, and changes nothing", async (_what, body, message) => {
    const matching = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect((await merge(99, body)).body).toEqual(errorBody("invalid_request", 400, matching));
    await expectUnchanged();
  });

  it("replays a repeated Idempotency-Key and returns 422 for another target", async () => {
    const headers = { "idempotency-key": "merge-99" };
    const first = await merge(99, { into: 2 }, { headers });
    const repeat = await merge(99, { into: 2 }, { headers });
    expect([repeat.status, repeat.text]).toEqual([200, first.text]);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect((await merge(99, { into: 3 }, { headers })).body).toEqual(errorBody("idempotency_key_reused", 422));
    expect(await categoryOfPets()).toEqual([2, 2, 2]);
  });

  it("returns 401, 403, 413 and 415, and changes nothing", async () => {
    const answers = [
      await merge(99, { into: 2 }, { key: "" }),
      await merge(99, { into: 2 }, { key: await api.makeKey("read") }),
      await merge(99, { into: 2, name: "a".repeat(102_400) }),
      await merge(99, undefined, { raw: "into=2", headers: { "content-type": "text/plain" } }),
    ];
    expect(answers.map(({ body }) => body)).toEqual([
      errorBody("unauthorized", 401),
      errorBody("forbidden", 403),
      errorBody("payload_too_large", 413),
      errorBody("unsupported_media_type", 415),
    ]);
    await expectUnchanged();
  });
});
