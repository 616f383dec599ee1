import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrder, addPets, findPet } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("DELETE /pets/{petId}", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const addPet = async (): Promise<number> => (await addPets(api, {}))[0] ?? 0;
  const remove = (id: number | string, headers: Record<string, string> = {}) =>
    api.send(`DELETE /v1/pets/${id}`, { headers });
  const tagOf = async (id: number) => (await api.send(`GET /v1/pets/${id}`)).headers.get("etag") ?? "";

  it("returns 204 and deletes the pet, but not its category", async () => {
    const [id, other] = [await addPet(), await addPet()];
    const { status, text } = await remove(id);
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(await findPet(api, id)).toBe(null);
    expect(await findPet(api, other)).not.toBe(null);
    expect(await api.database.db.category.count({ where: { id: 1 } })).toBe(1);
  });

  it("returns 204 when If-Match is the ETag of the pet", async () => {
    const id = await addPet();
    expect((await remove(id, { "if-match": await tagOf(id) })).status).toBe(204);
  });

  it("returns 204 once the orders of the pet are closed, and the orders keep its id", async () => {
    const id = await addPet();
    const orders = [await addOrder(api, id, "delivered"), await addOrder(api, id, "cancelled")];
    expect((await remove(id)).status).toBe(204);
    const rows = await api.database.db.order.findMany({ where: { petId: id }, orderBy: { id: "asc" } });
    expect(rows.map((row) => [row.id, row.heldPetId])).toEqual(orders.map((order) => [order, null]));
  });

  it("returns 412 when If-Match is stale, and deletes nothing", async () => {
    const id = await addPet();
    const tag = await tagOf(id);
    await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Luna" } });
    expect((await remove(id, { "if-match": tag })).body).toEqual(errorBody("precondition_failed", 412));
    expect(await findPet(api, id)).toMatchObject({ name: "Luna" });
  });

  it.each(["placed", "approved"] as const)("returns 409 while an order is %s, and deletes nothing", async (by) => {
    const id = await addPet();
    const order = await addOrder(api, id, by);
    const message = expect.stringContaining(`order ${order} reserves pet ${id}`);
    expect((await remove(id)).body).toEqual(errorBody("pet_reserved", 409, message));
    expect(await findPet(api, id)).not.toBe(null);
  });

  it("returns 404 for an unknown, deleted or invalid id, even with If-Match", async () => {
    const id = await addPet();
    await remove(id);
    const answers = await Promise.all([remove(id), remove(id, { "if-match": "*" }), remove("0"), remove("abc")]);
    for (const { body } of answers) expect(body).toEqual(errorBody("not_found", 404));
  });

  it("returns 400 for an invalid If-Match and for a query parameter", async () => {
    const id = await addPet();
    const answers = await Promise.all([remove(id, { "if-match": "abc" }), remove(`${id}?force=true`)]);
    for (const { body } of answers) expect(body).toEqual(errorBody("invalid_request", 400));
    expect(await findPet(api, id)).not.toBe(null);
  });

  it("returns 403 for a read key, and deletes nothing", async () => {
    const id = await addPet();
    const answer = await api.send(`DELETE /v1/pets/${id}`, { key: await api.makeKey("read") });
    expect(answer.body).toEqual(errorBody("forbidden", 403));
    expect(await findPet(api, id)).not.toBe(null);
  });

  it("returns 409 after it has waited for a concurrent order", async () => {
    const id = await addPet();
    const other = await api.database.pool.connect();
    await other.query("BEGIN");
    await other.query("INSERT INTO store_order (pet_id) VALUES ($1)", [id]);
    const removing = remove(id);
    const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
    await other.query("COMMIT");
    other.release();
    expect((await removing).body).toEqual(errorBody("pet_reserved", 409));
  });

  it("returns 204 for one of many concurrent requests, 404 for the others", async () => {
    const id = await addPet();
    const statuses = (await Promise.all(Array.from({ length: 32 }, () => remove(id)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array(31).fill(404)]);
  });
});
