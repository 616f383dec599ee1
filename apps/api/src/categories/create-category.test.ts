import type { Category } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("POST /categories", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(() => emptyTables(api.database, "category, pet"));
  afterAll(() => api.close());

  const post = (body: unknown, options = {}) => api.send("POST /v1/categories", { body, ...options });
  const rows = () => api.database.db.category.findMany({ orderBy: { id: "asc" } });

  it("returns 201 with the empty category and its Location", async () => {
    const { status, body, headers } = await post({ name: "Dogs" });
    expect({ status, body }).toMatchObject({ status: 201, body: { id: 1, name: "Dogs", petCount: 0 } });
    expect(headers.get("location")).toBe("/v1/categories/1");
    expect((await api.send(`GET ${headers.get("location")}`)).body).toEqual(body);
    expect(await rows()).toMatchObject([{ id: 1, name: "Dogs" }]);
  });

  it("assigns an id that is not registered", async () => {
    await addPets(api, { categoryId: 1 }, { categoryId: 2 }, { categoryId: 4 });
    const made = [await post({ name: "Dogs" }), await post({ name: "Cats" })].map(({ body }) => (body as Category).id);
    expect(new Set([1, 2, 4, ...made]).size).toBe(5);
    expect(await rows()).toHaveLength(5);
  });

  it("skips a long run of registered ids", async () => {
    await api.database.pool.query("INSERT INTO category (id) SELECT generate_series(1, 3000)");
    expect((await post({ name: "Dogs" })).body).toMatchObject({ name: "Dogs", petCount: 0 });
    expect((await rows()).at(-1)).toMatchObject({ name: "Dogs" });
  });

  it.each([
    ["Unicode, byte for byte", "Ἄρκτοι 🐻‍❄️ e\u0301", "Ἄρκτοι 🐻‍❄️ e\u0301"],
    ["white space at both ends, trimmed", "\u00a0\t Dogs \u3000\n", "Dogs"],
    ["white space within", "Guinea  pigs", "Guinea  pigs"],
    ["200 code points", "🐕".repeat(200), "🐕".repeat(200)],
    ["200 code points after trimming", `  ${"a".repeat(200)}  `, "a".repeat(200)],
  ])("stores %s", async (_what, name, stored) => {
    expect((await post({ name })).body).toMatchObject({ id: 1, name: stored, petCount: 0 });
    expect(await rows()).toMatchObject([{ id: 1, name: stored }]);
  });

  it.each(["Dogs", "dOGS", " dogs "])("returns 409 for %j if Dogs exists, and writes nothing", async (name) => {
    await post({ name: "Dogs" });
    const message = "body.name is taken by category 1; choose another name";
    expect((await post({ name })).body).toEqual(errorBody("name_taken", 409, message));
    expect(await rows()).toMatchObject([{ id: 1, name: "Dogs" }]);
  });

  it.each([
    ["case", "CAFÉ DOG"],
    ["the encoding of its accent", "Cafe\u0301 dog"],
    ["the kind of its space", "Café\u00a0dog"],
    ["what is invisible", "Ca\u00adfé dog\u200b"],
  ])("returns 409 for a name that differs only in %s", async (_what, name) => {
    await post({ name: "Café dog" });
    const message = "body.name is taken by category 1; choose another name";
    expect((await post({ name })).body).toEqual(errorBody("name_taken", 409, message));
    expect(await rows()).toMatchObject([{ id: 1, name: "Café dog" }]);
  });

  it("returns 201 for one of many concurrent requests for a name in two encodings", async () => {
    const forms = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "Café" : "Cafe\u0301"));
    const answers = await Promise.all(forms.map((name) => post({ name })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await rows()).toHaveLength(1);
  });

  it("returns 201 for one of many concurrent requests for a name, 409 for the others", async () => {
    const spellings = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "Dogs" : "DOGS"));
    const answers = await Promise.all(spellings.map((name) => post({ name })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body)).toEqual(Array(19).fill(errorBody("name_taken", 409)));
    const made = answers.find(({ status }) => status === 201)?.body as Category;
    expect(await rows()).toMatchObject([{ id: made.id, name: made.name }]);
  });

  it("assigns distinct ids to concurrent requests while pets register the next ids", async () => {
    const calls = Array.from({ length: 20 }, (_, index) => [
      post({ name: `Name ${index}` }),
      api.send("POST /v1/pets", { body: { name: "Luna", categoryId: index + 1 } }),
    ]).flat();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(40).fill(201));
    expect(await api.database.db.category.count({ where: { name: { not: null } } })).toBe(20);
    expect(await api.database.db.pet.count()).toBe(20);
  });

  it("replays a repeated Idempotency-Key and returns 422 for another name", async () => {
    const headers = { "idempotency-key": "make-dogs" };
    const first = await post({ name: "Dogs" }, { headers });
    const repeat = await post({ name: "Dogs" }, { headers });
    expect([repeat.status, repeat.text]).toEqual([201, first.text]);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect((await post({ name: "Cats" }, { headers })).body).toEqual(errorBody("idempotency_key_reused", 422));
    expect(await rows()).toMatchObject([{ id: 1, name: "Dogs" }]);
  });

  it("replays a refusal even if the name is free again", async () => {
    await post({ name: "Dogs" });
    const headers = { "idempotency-key": "make-dogs-again" };
    const first = await post({ name: "Dogs" }, { headers });
    await api.send("DELETE /v1/categories/1");
    expect((await post({ name: "Dogs" }, { headers })).text).toBe(first.text);
    expect(first.status).toBe(409);
  });

  it.each([
    ["no name", {}, "body.name is required"],
    ["null for a name", { name: null }, "body.name must be a string"],
    ["a number for a name", { name: 5 }, "body.name must be a string"],
    ["an empty name", { name: "" }, "body.name must have 1 to 200 characters after trimming"],
    ["only white space", { name: " \u2003\t" }, "body.name must have 1 to 200 characters after trimming"],
    ["201 code points", { name: "🐕".repeat(201) }, "body.name must have 1 to 200 characters after trimming"],
    [
      "only invisible characters",
      { name: "\u200b\u00ad" },
      "body.name must have a visible character; it has only invisible ones such as U+200B ZERO WIDTH SPACE",
    ],
    ["a control character", { name: "a\u0085b" }, "body.name must not contain control characters"],
    ["NUL", { name: "a\0b" }, "body.name must not contain control characters"],
    ["a lone surrogate", { name: "a\ud800b" }, "body.name must not contain lone surrogates"],
    ["an id", { name: "Dogs", id: 5 }, "body.id is not a recognised field"],
    ["a count", { name: "Dogs", petCount: 5 }, "body.petCount is not a recognised field"],
    ["an array", [{ name: "Dogs" }], "body must be a JSON object"],
    ["null", null, "body must be a JSON object"],
  ])("returns 400 for %s, and writes nothing", async (_what, body, message) => {
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await rows()).toEqual([]);
  });

  it("returns 400 for any query parameter, and writes nothing", async () => {
    const { body } = await api.send("POST /v1/categories?dryRun=true", { body: { name: "Dogs" } });
    expect(body).toEqual(errorBody("invalid_request", 400, "query.dryRun is not a recognised parameter"));
    expect(await rows()).toEqual([]);
  });

  it("returns 401, 403, 413 and 415, and writes nothing", async () => {
    const raw = { body: undefined, raw: "name=Dogs", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const answers = [
      await post({ name: "Dogs" }, { key: "" }),
      await post({ name: "Dogs" }, { key: await api.makeKey("read") }),
      await post({ name: "a".repeat(102_400) }),
      await post(undefined, raw),
    ];
    expect(answers.map(({ body }) => body)).toEqual([
      errorBody("unauthorized", 401),
      errorBody("forbidden", 403),
      errorBody("payload_too_large", 413),
      errorBody("unsupported_media_type", 415),
    ]);
    expect(await rows()).toEqual([]);
  });
});
