import type { Category } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addPets } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("PATCH /categories/{categoryId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    await emptyTables(api.database, "category, pet");
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (2, 'Dogs'), (3, 'Cats'), (99, NULL)");
    await addPets(api, { categoryId: 99 }, { categoryId: 99 });
  });
  afterAll(() => api.close());

  const patch = (id: number | string, body: unknown, options = {}) =>
    api.send(`PATCH /v1/categories/${id}`, { body, ...options });
  const names = async () =>
    (await api.database.db.category.findMany({ orderBy: { id: "asc" } })).map(({ name }) => name);
  const before = ["Dogs", "Cats", null];

  it("returns 200 for a registered category, which keeps its pets", async () => {
    const { status, body } = await patch(99, { name: " Birds " });
    expect({ status, body }).toMatchObject({ status: 200, body: { id: 99, name: "Birds", petCount: 2 } });
    expect(await names()).toEqual(["Dogs", "Cats", "Birds"]);
    expect(await api.database.db.pet.count({ where: { categoryId: 99 } })).toBe(2);
  });

  it("returns 200 for a new name, and the old name is free again", async () => {
    await patch(2, { name: "Hounds" });
    expect((await patch(3, { name: "dogs" })).body).toMatchObject({ id: 3, name: "dogs", petCount: 0 });
    expect(await names()).toEqual(["Hounds", "dogs", null]);
  });

  it.each(["Dogs", "DOGS"])("returns 200 for its own name as %s", async (name) => {
    expect((await patch(2, { name })).body).toMatchObject({ id: 2, name, petCount: 0 });
    expect(await names()).toEqual([name, "Cats", null]);
  });

  it("returns 409 for the name of another category in another encoding", async () => {
    await patch(2, { name: "Café" });
    const message = "body.name is taken by category 2; choose another name";
    expect((await patch(3, { name: "CAFE\u0301" })).body).toEqual(errorBody("name_taken", 409, message));
    expect(await names()).toEqual(["Café", "Cats", null]);
  });

  it("returns 409 for all but one of concurrent renames to a name in two encodings", async () => {
    const answers = await Promise.all([patch(2, { name: "Café" }), patch(3, { name: "Cafe\u0301" })]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it("records the old and the new name once, and nothing if the name stays the same", async () => {
    const last = await lastEventId(api.database);
    await patch(2, { name: "Hounds" });
    await patch(2, { name: "Hounds" });
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "category.update", before: { name: "Dogs" }, after: { name: "Hounds" } },
    ]);
  });

  it("sets updatedAt when the name changes, and keeps it otherwise", async () => {
    const read = async () => (await api.send("GET /v1/categories/2")).body as Category;
    const first = await read();
    await addPets(api, { categoryId: 2 });
    expect(await read()).toEqual({ ...first, petCount: 1 });
    const { body } = await patch(2, { name: "Hounds" });
    expect(body).toEqual(await read());
    const { createdAt, updatedAt } = body as Category;
    expect([createdAt, updatedAt > first.updatedAt]).toEqual([first.createdAt, true]);
    await patch(2, { name: "Hounds" });
    expect((await read()).updatedAt).toBe(updatedAt);
  });

  it("stores Unicode unchanged", async () => {
    const name = `${"🐻‍❄️".repeat(40)}${"é".repeat(40)}`;
    expect((await patch(2, { name })).body).toMatchObject({ id: 2, name, petCount: 0 });
  });

  it.each(["Cats", "cATS", "\tcats "])(
    "returns 409 for %j, the name of another category; changes nothing",
    async (name) => {
      const message = "body.name is taken by category 3; choose another name";
      expect((await patch(2, { name })).body).toEqual(errorBody("name_taken", 409, message));
      expect(await names()).toEqual(before);
    },
  );

  it("returns 200 for one of many concurrent requests for a name, 409 for the others", async () => {
    await api.database.pool.query("INSERT INTO category (id) SELECT generate_series(200, 219)");
    const ids = Array.from({ length: 20 }, (_, index) => 200 + index);
    const create = api.send("POST /v1/categories", { body: { name: "birds" } });
    const answers = await Promise.all([create, ...ids.map((id) => patch(id, { name: "Birds" }))]);
    const refused = answers.filter(({ status }) => status >= 400).map(({ body }) => body);
    expect(refused).toEqual(Array(20).fill(errorBody("name_taken", 409)));
    expect(await api.database.db.category.count({ where: { name: { equals: "birds", mode: "insensitive" } } })).toBe(1);
  });

  it("returns 404 for an unknown category, and creates no category", async () => {
    const answer = await patch(77, { name: "Birds" });
    expect(answer.body).toEqual(errorBody("not_found", 404, "there is no category with id 77"));
    expect(await names()).toEqual(before);
  });

  it.each(["0", "x", "9007199254740992"])("returns 404 for %s, which is not a valid id", async (id) => {
    expect((await patch(id, { name: "Birds" })).body).toEqual(errorBody("not_found", 404));
  });

  it.each([
    ["null for a name", { name: null }, "body.name must be a string"],
    ["an empty name", { name: "  " }, "body.name must have 1 to 200 characters after trimming"],
    ["201 code points", { name: "🐕".repeat(201) }, "body.name must have 1 to 200 characters after trimming"],
    ["a control character", { name: "a\nb" }, "body.name must not contain control characters"],
    ["an id", { name: "Birds", id: 2 }, "body.id is not a recognised field"],
    ["an array", [], "body must be a JSON object"],
  ])("returns 400 for %s, and changes nothing", async (_what, body, message) => {
    expect((await patch(2, body)).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await names()).toEqual(before);
  });

  it("returns 401, 403, 413 and 415, and changes nothing", async () => {
    const raw = { raw: "name=Birds", headers: { "content-type": "text/plain" } };
    const answers = [
      await patch(2, { name: "Birds" }, { key: "" }),
      await patch(2, { name: "Birds" }, { key: await api.makeKey("read") }),
      await patch(2, { name: "a".repeat(102_400) }),
      await patch(2, undefined, raw),
    ];
    expect(answers.map(({ body }) => body)).toEqual([
      errorBody("unauthorized", 401),
      errorBody("forbidden", 403),
      errorBody("payload_too_large", 413),
      errorBody("unsupported_media_type", 415),
    ]);
    expect(await names()).toEqual(before);
  });
});
