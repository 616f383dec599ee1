import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPet, petOf } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

type Created = { id: number; name: string; categoryId: number; status: string };

const many = (count: number, rest: Parameters<typeof newPet>[0] = {}) => Array(count).fill(newPet(rest));

describe("POST /pets/batch", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const post = (body: unknown, query = "", headers: Record<string, string> = {}) =>
    api.send(`POST /v1/pets/batch${query}`, { body, headers });
  const rows = async () => (await api.database.pool.query("SELECT * FROM pet ORDER BY id")).rows;
  const counts = async () => {
    const sql = `SELECT (SELECT count(*) FROM pet) AS pets, (SELECT count(*) FROM category) AS categories,
      (SELECT last_value FROM pet_id_seq) AS id, (SELECT last_value FROM category_id_seq) AS "categoryId"`;
    return (await api.database.pool.query(sql)).rows;
  };

  it.each(["", "?dryRun=false"])("returns 201 with the pets in the same order, ids ascending (%s)", async (query) => {
    const { status, body } = await post(
      [newPet(), newPet({ name: " Luna ", categoryId: 2, status: "pending" })],
      query,
    );
    const [{ id = 0 } = {}] = body as Partial<Created>[];
    const pets = [petOf({ id }), petOf({ id: id + 1, name: "Luna", categoryId: 2, status: "pending" })];
    expect({ status, body }).toEqual({ status: 201, body: pets });
    const stored = await api.database.db.pet.findMany({ where: { id: { gte: id } }, orderBy: { id: "asc" } });
    expect(stored).toEqual(pets);
  });

  it("returns 201 for concurrent batches of 1,000, each with its pets in order", async () => {
    const batch = (name: string) => Array.from({ length: 1_000 }, (_, at) => newPet({ name: `${name} ${at}` }));
    const answers = await Promise.all(["A", "B", "C"].map((name) => post(batch(name))));
    for (const [at, { body }] of answers.entries()) {
      const pets = body as Created[];
      expect(pets.map(({ name }) => name)).toEqual(batch("ABC"[at] ?? "").map(({ name }) => name));
      expect(pets.map(({ id }) => id)).toEqual(pets.map(({ id }) => id).toSorted((a, b) => a - b));
      const stored = await api.database.db.pet.findMany({ where: { id: { in: pets.map(({ id }) => id) } } });
      expect(new Map(stored.map(({ id, name }) => [id, name]))).toEqual(
        new Map(pets.map(({ id, name }) => [id, name])),
      );
    }
  });

  it("returns 201 and registers unknown categories once for concurrent batches", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => 5_000 + at);
    const batches = Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? ids : ids.toReversed()));
    const answers = await Promise.all(batches.map((batch) => post(batch.map((categoryId) => newPet({ categoryId })))));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect(await api.database.db.category.count({ where: { id: { in: ids } } })).toBe(20);
  });

  it("returns 201 for a retry with the same Idempotency-Key, and creates nothing more", async () => {
    const once = () => post(many(2), "", { "idempotency-key": "batch-1" });
    const first = await once();
    const before = await rows();
    const { status, text, headers } = await once();
    expect([status, text, headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
    expect(await rows()).toEqual(before);
    const { body } = await post(many(3), "", { "idempotency-key": "batch-1" });
    expect(body).toEqual(errorBody("idempotency_key_reused", 422));
    expect(await rows()).toEqual(before);
  });

  it("returns 200 for a dry run, which writes nothing and uses no id", async () => {
    const before = await counts();
    const { status, body } = await post(many(3, { categoryId: 987_654 }), "?dryRun=true");
    expect({ status, body }).toEqual({ status: 200, body: { valid: true, count: 3 } });
    expect(await counts()).toEqual(before);
  });

  it.each(["", "?dryRun=true"])("returns 400 naming every invalid row, and creates no pet (%s)", async (query) => {
    const before = await counts();
    const { body } = await post([newPet(), {}, newPet({ categoryId: 654_321 }), newPet({ status: "gone" }), 5], query);
    const message =
      "body.1.name is required; body.1.categoryId is required; " +
      "body.3.status must be one of available, pending, sold; body.4 must be a JSON object";
    expect(body).toEqual(errorBody("invalid_request", 400, message));
    expect(await counts()).toEqual(before);
  });

  it.each([
    ["no pets", [], "body must contain 1 to 1000 pets"],
    ["1,001 pets", many(1_001), "body must contain 1 to 1000 pets"],
    ["an object", newPet(), "body must be a JSON array"],
    ["null", null, "body must be a JSON array"],
    ["a string", "Frank", "body must be a JSON array"],
  ])("returns 400 for %s", async (_what, body, message) => {
    const before = await counts();
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await counts()).toEqual(before);
  });

  it("returns 400 with the positions of invalid rows after the hundredth", async () => {
    const { body } = await post(many(150, { status: "gone" }));
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        expect.stringMatching(/body\.99\.status .*; and 50 more, in body\.100 to body\.149$/),
      ),
    );
  });

  it.each(["?dryRun=1", "?dryRun=", "?dryRun=true&dryRun=true", "?dryrun=true"])(
    "returns 400 for %s",
    async (query) => {
      const before = await counts();
      expect((await post([newPet()], query)).body).toEqual(errorBody("invalid_request", 400));
      expect(await counts()).toEqual(before);
    },
  );

  it("returns 403 for a read key, and writes nothing", async () => {
    const before = await counts();
    const answer = await api.send("POST /v1/pets/batch", { key: await api.makeKey("read"), body: [newPet()] });
    expect(answer.body).toEqual(errorBody("forbidden", 403));
    expect(await counts()).toEqual(before);
  });

  it("returns 405 for GET, because the path names no pet", async () => {
    const { body, headers } = await api.send("GET /v1/pets/batch");
    expect([body, headers.get("allow")]).toEqual([errorBody("method_not_allowed", 405), "OPTIONS, POST"]);
  });
});

describe("POST /pets/batch with CATEGORY_POLICY=require", () => {
  it("returns 409 naming each row with an unknown category, in a dry run too", async () => {
    const api = await createTestApi({ CATEGORY_POLICY: "require" });
    const post = (categories: number[], query = "") =>
      api.send(`POST /v1/pets/batch${query}`, { body: categories.map((categoryId) => newPet({ categoryId })) });
    await api.database.db.category.create({ data: { id: 5, name: "Dog" } });
    const message =
      "body.1.categoryId refers to category 99, which does not exist; " +
      "body.2.categoryId refers to category 98, which does not exist; " +
      "body.4.categoryId refers to category 99, which does not exist";
    for (const query of ["", "?dryRun=true"])
      expect((await post([5, 99, 98, 5, 99], query)).body).toEqual(errorBody("category_not_found", 409, message));
    expect([await api.database.db.pet.count(), await api.database.db.category.count()]).toEqual([0, 1]);
    expect([(await post([5, 5], "?dryRun=true")).status, (await post([5, 5])).status]).toEqual([200, 201]);
    await api.close();
  });
});
