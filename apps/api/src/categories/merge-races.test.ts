import type { Category, Pet } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const ROUNDS = 8;

describe.each(["register", "require"])("pets added during a merge, with CATEGORY_POLICY=%s", (policy) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ CATEGORY_POLICY: policy });
  });
  afterAll(() => api.close());

  const make = async (name: string) =>
    ((await api.send("POST /v1/categories", { body: { name } })).body as Category).id;
  const merge = (id: number, into: number) => api.send(`POST /v1/categories/${id}/merge`, { body: { into } });
  const addPet = (categoryId: number) => api.send("POST /v1/pets", { body: { name: "Luna", categoryId } });
  const times = <Result>(count: number, work: (index: number) => Result) =>
    Array.from({ length: count }, (_, i) => work(i));
  const count = () => api.database.db.pet.count();

  it("are never lost, and are refused at most with a 409 if the policy is require", async () => {
    const target = await make("Target");
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await make(`Round ${round}`);
      const before = times(10, () => addPet(id));
      const answers = await Promise.all([
        ...before,
        merge(id, target),
        ...times(20, (i) => addPet(i % 2 ? id : target)),
      ]);
      const merged = answers[before.length];
      expect(merged?.status).toBe(200);
      statuses.push(...answers.filter((answer) => answer !== merged).map(({ status }) => status));
    }
    // If a request arrives late, the category is already deleted. The request then creates it again or is refused,
    // depending on the policy.
    expect(statuses.filter((status) => status !== 201 && (policy === "register" || status !== 409))).toEqual([]);
    expect(await count()).toBe(statuses.filter((status) => status === 201).length);
    const { body } = await api.send(`GET /v1/categories/${target}`);
    const elsewhere = await api.database.db.pet.count({ where: { categoryId: { not: target } } });
    expect((body as Category).petCount + elsewhere).toBe(await count());
    expect(policy === "register" || elsewhere === 0).toBe(true);
  });

  it("can be moved, changed and deleted", async () => {
    const [target, source, third] = [await make("To"), await make("From"), await make("Third")];
    const pets = (await Promise.all(times(40, () => addPet(source)))).map(({ body }) => (body as Pet).id);
    const before = await count();
    const change = (id: number, index: number) => {
      const path = `/v1/pets/${id}`;
      if (index % 4 === 0) return api.send(`DELETE ${path}`);
      if (index % 4 === 1) return api.send(`PATCH ${path}`, { body: { categoryId: third } });
      return api.send(`PATCH ${path}`, { body: index % 4 === 2 ? { name: "Rex" } : { status: "sold" } });
    };
    const changes = pets.map(change);
    expect((await merge(source, target)).status).toBe(200);
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200, 204]));
    expect(await count()).toBe(before - 10);
    const rows = await api.database.db.pet.findMany({ where: { id: { in: pets } }, orderBy: { id: "asc" } });
    expect(rows.filter(({ categoryId }) => categoryId === third)).toHaveLength(10);
    expect(rows.filter(({ categoryId }) => categoryId === target)).toHaveLength(20);
    expect(rows.filter(({ name }) => name === "Rex")).toHaveLength(10);
    expect(rows.filter(({ status }) => status === "sold")).toHaveLength(10);
  });

  it("are in an existing category after concurrent merges that form a cycle", async () => {
    const ring = [await make("A"), await make("B"), await make("C")];
    await Promise.all(ring.flatMap((id) => times(5, () => addPet(id))));
    const before = await count();
    const answers = await Promise.all(ring.map((id, index) => merge(id, ring[(index + 1) % 3] ?? 0)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true);
    const left = await api.database.db.category.count({ where: { id: { in: ring } } });
    expect(left).toBe(3 - statuses.filter((status) => status === 200).length);
    expect(left).toBeGreaterThan(0);
    expect(await api.database.db.pet.count({ where: { categoryId: { in: ring } } })).toBe(15);
    expect(await count()).toBe(before);
  });

  it("are not delayed in the target while the merge waits for a lock", async () => {
    const [from, to] = [await make("Slow"), await make("Busy")];
    const { body } = await addPet(from);
    const client = await api.database.pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM pet WHERE id = $1 FOR UPDATE", [(body as Pet).id]);
    const merging = merge(from, to);
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await client.query(isWaiting)).rowCount, { timeout: 30_000 }).toBe(1);
    expect((await addPet(to)).status).toBe(201);
    await client.query("COMMIT");
    client.release();
    expect((await merging).body).toMatchObject({ id: to, name: "Busy", petCount: 2 });
  });
});
