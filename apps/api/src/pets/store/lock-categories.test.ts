import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPets, findPet, newPet } from "../../../test/support/builders.js";
import { proofSize } from "../../../test/support/proof-size.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

const ROUNDS = proofSize("ROUNDS", { short: 3, full: 200 });

/** Requests that put a pet into category 9. */
const changes = [
  ["POST /pets", (api: TestApi, _id: number) => api.send("POST /v1/pets", { body: newPet({ categoryId: 9 }) })],
  [
    "POST /pets/batch",
    (api: TestApi, _id: number) => api.send("POST /v1/pets/batch", { body: [newPet(), newPet({ categoryId: 9 })] }),
  ],
  ["PATCH /pets/{petId}", (api: TestApi, id: number) => api.send(`PATCH /v1/pets/${id}`, { body: { categoryId: 9 } })],
] as const;

/** Sends a request during a deletion of category 9, lets it wait, and then ends the deletion. */
const during = async <Answer>(api: TestApi, send: () => Promise<Answer>, end: "COMMIT" | "ROLLBACK") => {
  const other = await api.database.pool.connect();
  await other.query("BEGIN");
  await other.query("DELETE FROM category WHERE id = 9");
  const answer = send();
  const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await api.database.pool.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
  await other.query(end);
  other.release();
  return answer;
};

const prepare = async (api: TestApi): Promise<number> => {
  await api.database.db.pet.deleteMany();
  await api.database.db.category.createMany({ data: [{ id: 9, name: "Owl" }], skipDuplicates: true });
  return (await addPets(api, {}))[0] ?? 0;
};
const findCategory = (api: TestApi) => api.database.db.category.findUnique({ where: { id: 9 } });

describe.each(changes)("a category deleted during %s", (_operation, send) => {
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await createTestApi();
  });
  beforeEach(async () => {
    await api.database.db.category.updateMany({ where: { id: 9 }, data: { name: "Owl" } });
    id = await prepare(api);
  });
  afterAll(() => api.close());

  it("is registered again without a name", async () => {
    expect((await during(api, () => send(api, id), "COMMIT")).status).toBeOneOf([200, 201]);
    expect(await findCategory(api)).toMatchObject({ id: 9, name: null });
    expect(await api.database.db.pet.count({ where: { categoryId: 9 } })).toBe(1);
  });

  it("is used unchanged if the deletion is rolled back", async () => {
    expect((await during(api, () => send(api, id), "ROLLBACK")).status).toBeOneOf([200, 201]);
    expect(await findCategory(api)).toMatchObject({ id: 9, name: "Owl" });
  });

  it("causes no 500 even if it is deleted again and again", async () => {
    const done = new AbortController();
    const delete9 = "DELETE FROM category WHERE id = 9 AND NOT EXISTS (SELECT FROM pet WHERE category_id = 9)";
    const deleting = (async () => {
      // If the pet came first, the deletion itself fails because of the foreign key.
      while (!done.signal.aborted) await api.database.pool.query(delete9).catch(() => {});
    })();
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(api, id)));
      for (const { status } of answers) statuses.add(status);
      await api.database.db.pet.deleteMany({ where: { categoryId: 9, id: { not: id } } });
      await api.database.db.pet.updateMany({ where: { id }, data: { categoryId: 1 } });
    }
    done.abort();
    await deleting;
    expect(statuses.size).toBe(1);
    expect([...statuses][0]).toBeOneOf([200, 201]);
  });
});

describe.each(changes)("a category deleted during %s with CATEGORY_POLICY=require", (_op, send) => {
  it("causes a 409 category_not_found, and nothing is written", async () => {
    const api = await createTestApi({ CATEGORY_POLICY: "require" });
    const id = await prepare(api);
    const { body } = await during(api, () => send(api, id), "COMMIT");
    expect(body).toEqual(
      errorBody(
        "category_not_found",
        409,
        expect.stringMatching(/categoryId refers to category \d+, which does not exist/),
      ),
    );
    expect(await api.database.db.pet.count()).toBe(1);
    expect(await findPet(api, id)).toMatchObject({ categoryId: 1 });
    expect(await findCategory(api)).toBe(null);
    await api.close();
  });
});
