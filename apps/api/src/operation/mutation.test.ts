import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Principal } from "./principal.js";
import { serviceUnavailable } from "../errors.js";
import { createPet } from "../pets/create-pet.js";
import { createRunMutation } from "./run-mutation.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.database.db.category.create({ data: { id: 1 } });
});
afterAll(() => api.close());

it.each([
  ["batched", false],
  ["alone", true],
] as const)(
  "a mutation creates a pet once (%s), even if the response cache cannot learn of the commit",
  async (way, isInLane) => {
    const invalidate = () => Promise.reject(serviceUnavailable());
    const deps = { ...api.deps, responseCache: { ...api.deps.responseCache, invalidate } };
    const run = createRunMutation(deps, "createPet", createPet(deps));
    const caller = {
      actor: { kind: "system", id: null, name: "test" },
      flow: systemFlow("test"),
    } as unknown as Principal;
    const input = {
      body: { name: way, categoryId: 1 },
      query: {},
      headers: { "idempotency-key": undefined, "action-key": undefined },
    };
    await expect(run({ input, caller }, isInLane)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await api.database.db.pet.count({ where: { name: way } })).toBe(1);
  },
);

it("a mutation keeps its database connection when it refuses a call", async () => {
  let removed = 0;
  api.database.pool.on("remove", () => (removed += 1));
  for (let at = 0; at < 5; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await api.send("PATCH /v1/pets/999999", { body: { name: "Rex" } })).status).toBe(404);
  }
  expect((await api.send("PATCH /v1/pets/999999?", { body: { name: "Rex" } })).status).toBe(404);
  expect(removed).toBe(0);
  const open = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
  expect((await api.database.pool.query(open)).rowCount).toBe(0);
});
