import { randomUUID } from "node:crypto";
import { Action, type Pet, type Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const addPet = async (name: string, externalId?: string): Promise<number> => {
  const profile = externalId === undefined ? undefined : { externalId };
  return ((await api.send("POST /v1/pets", { body: { name, categoryId: 1, profile } })).body as Pet).id;
};
const externalIdOf = async (petId: number) =>
  ((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).externalId;

describe("the undo of profiles", () => {
  it("leaves a pet unchanged if another pet now has its external id", async () => {
    const [taken, free] = [await addPet("Ada", "A-1"), await addPet("Bea", "B-1")];
    const key = randomUUID();
    const { status } = await api.send("POST /v1/profiles/batch", {
      body: [taken, free].map((petId) => ({ petId, profile: { externalId: `new-${petId}` } })),
      headers: { "action-key": key },
    });
    expect(status).toBe(200);
    const other = await addPet("Cia", "A-1");
    const [action] = (await api.send(`GET /v1/actions?key=${key}`)).body as [Action];
    expect((await api.send(`POST /v1/actions/${action.id}/undo`)).status).toBe(202);
    await api.deps.undoRunner.run();
    expect(Action.parse((await api.send(`GET /v1/actions/${action.id}`)).body)).toMatchObject({
      status: "partly_undone",
      job: { done: 1, left: [{ subject: { kind: "profile", id: taken }, name: "Ada", reason: "unfit" }] },
    });
    expect([await externalIdOf(taken), await externalIdOf(free), await externalIdOf(other)]).toEqual([
      `new-${taken}`,
      "B-1",
      "A-1",
    ]);
  });
});
