import { randomUUID } from "node:crypto";
import { Action, type Pet, type Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
});
afterAll(() => api.close());

const addPet = async (name: string, externalId?: string): Promise<number> => {
  const profile = externalId === undefined ? undefined : { externalId };
  return ((await api.send("POST /v1/pets", { body: { name, categoryId: 1, profile } })).body as Pet).id;
};
const externalIdOf = async (petId: number) =>
  ((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).externalId;

const change = async (line: string, body: object, key: string = randomUUID()) => {
  const answer = await api.send(line, { key: admin, body, headers: { "action-key": key } });
  expect([line, answer.text, answer.status < 300]).toEqual([line, answer.text, true]);
  return answer.body as { readonly id: number };
};
/** Undoes the action of this key. */
const undo = async (key: string): Promise<Action> => {
  const [action] = (await api.send(`GET /v1/actions?key=${key}`)).body as [Action];
  expect((await api.send(`POST /v1/actions/${action.id}/undo`)).status).toBe(202);
  await api.deps.undoRunner.run();
  return Action.parse((await api.send(`GET /v1/actions/${action.id}`)).body);
};

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
    expect(await undo(key)).toMatchObject({
      status: "partly_undone",
      job: { done: 1, left: [{ subject: { kind: "profile", id: taken }, name: "Ada", reason: "unfit" }] },
    });
    expect([await externalIdOf(taken), await externalIdOf(free), await externalIdOf(other)]).toEqual([
      `new-${taken}`,
      "B-1",
      "A-1",
    ]);
  });

  it.each<[string, (ids: { readonly petId: number; readonly attributeId: number }) => Promise<unknown>]>([
    [
      "pets of the pet's present category do not have",
      async ({ petId }) => {
        const { id: categoryId } = await change("POST /v1/categories", { name: randomUUID() });
        await change(`PATCH /v1/pets/${petId}`, { categoryId });
      },
    ],
    [
      "is no option any more",
      ({ attributeId }) =>
        change(`PATCH /v1/attributes/${attributeId}`, { options: [{ value: "long", label: "Long" }] }),
    ],
  ])("does not restore a value that %s", async (_what, narrow) => {
    const name = `coat_${randomUUID().slice(0, 8)}`;
    const { id: own } = await change("POST /v1/categories", { name: randomUUID() });
    const options = ["short", "long"].map((value) => ({ value, label: value }));
    const definition = { name, label: name, type: "choice", options, categoryIds: [own] };
    const { id: attributeId } = await change("POST /v1/attributes", definition);
    const set = (petId: number, value: string | null, key?: string) =>
      change(`PATCH /v1/pets/${petId}/profile`, { attributes: { [name]: value } }, key);
    const { id: petId } = await change("POST /v1/pets", { name: "Dot", categoryId: own });
    await set(petId, "short");
    const key = randomUUID();
    await set(petId, null, key);
    await narrow({ petId, attributeId });
    expect((await undo(key)).job).toMatchObject({
      done: 0,
      left: [{ subject: { kind: "profile", id: petId }, name: "Dot", reason: "unfit" }],
    });
    expect(((await api.send(`GET /v1/pets/${petId}/profile`)).body as Profile).attributes).toEqual({});
  });
});
