import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("DELETE /categories/{categoryId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    await emptyTables(api.database, "category, pet");
    await api.database.pool.query("INSERT INTO category (id, name) VALUES (2, 'Dogs'), (3, 'Cats')");
    await addPets(api, { categoryId: 3 });
  });
  afterAll(() => api.close());

  const remove = (id: number | string, options = {}) => api.send(`DELETE /v1/categories/${id}`, options);
  const ids = async () => (await api.database.db.category.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);

  it("returns 204 for a category without pets, whose name is then free again", async () => {
    const { status, text } = await remove(2);
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(await ids()).toEqual([3]);
    expect((await api.send("POST /v1/categories", { body: { name: "Dogs" } })).status).toBe(201);
  });

  it("returns 404 the second time and for an unknown id", async () => {
    await remove(2);
    expect((await remove(2)).body).toEqual(errorBody("not_found", 404, "there is no category with id 2"));
    expect((await remove(77)).body).toEqual(errorBody("not_found", 404, "there is no category with id 77"));
  });

  it.each(["0", "x", "9007199254740992"])("returns 404 for %s, which is not a valid id", async (id) => {
    expect((await remove(id)).body).toEqual(errorBody("not_found", 404));
  });

  it("returns 409 while the category has pets, and deletes nothing", async () => {
    const message = expect.stringMatching(
      /^pet \d+ is in category 3; move its pets with POST \/v1\/categories\/3\/merge first$/,
    ) as string;
    expect((await remove(3)).body).toEqual(errorBody("in_use", 409, message));
    expect(await ids()).toEqual([2, 3]);
    expect(await api.database.db.pet.count()).toBe(1);
  });

  it("waits for a pet in flight and returns 409", async () => {
    const client = await api.database.pool.connect();
    await client.query("BEGIN");
    await client.query("INSERT INTO pet (name, category_id) VALUES ('Luna', 2)");
    const removing = remove(2);
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await api.database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
    await client.query("COMMIT");
    client.release();
    expect((await removing).body).toEqual(errorBody("in_use", 409));
    expect(await ids()).toEqual([2, 3]);
  });

  it("loses no pet and does not fail when pets are created at the same time", async () => {
    const calls = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? remove(50) : api.send("POST /v1/pets", { body: { name: "Luna", categoryId: 50 } }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((_, index) => index % 3 !== 0)).toEqual(Array(20).fill(201));
    expect(statuses.filter((_, index) => index % 3 === 0).every((status) => [204, 404, 409].includes(status))).toBe(
      true,
    );
    expect(await api.database.db.pet.count({ where: { categoryId: 50 } })).toBe(20);
  });

  it("returns 400 for any query parameter, and deletes nothing", async () => {
    const message = "query.force is not a recognised parameter";
    expect((await remove("2?force=true")).body).toEqual(errorBody("invalid_request", 400, message));
    expect(await ids()).toEqual([2, 3]);
  });

  it("returns 401 and 403, and deletes nothing", async () => {
    const answers = [await remove(2, { key: "" }), await remove(2, { key: await api.makeKey("read") })];
    expect(answers.map(({ body }) => body)).toEqual([errorBody("unauthorized", 401), errorBody("forbidden", 403)]);
    expect(await ids()).toEqual([2, 3]);
  });
});
