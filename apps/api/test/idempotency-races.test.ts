import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, newPet } from "./support/builders.js";
import { type Answer, expectReplay, isReplay, outcomeOf } from "./support/replays.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const sendOnce = (key: string, line: string, body: unknown) =>
  api.send(line, { body, headers: { "idempotency-key": key } });
const postPet = (key: string, name: string) => sendOnce(key, "POST /v1/pets", newPet({ name }));

it("a request with an Idempotency-Key replays any name byte for byte", async () => {
  const names = fc
    .string({ unit: "binary", minLength: 1, maxLength: 200 })
    .map((name) => name.replaceAll(/\p{Cc}/gu, "").trim())
    .filter((name) => name !== "");
  const check = async (name: string) => {
    const key = randomUUID();
    const first = await postPet(key, name);
    expectReplay(await postPet(key, name), first);
  };
  await fc.assert(fc.asyncProperty(names, check), { numRuns: 30 });
});

describe("a hundred racing copies", () => {
  const race = async (send: () => Promise<Answer>) => {
    const answers = await Promise.all(Array.from({ length: 100 }, send));
    const inUse = answers.filter(({ status }) => status === 409);
    for (const one of inUse) expect(one.body).toEqual(errorBody("idempotency_key_in_use", 409));
    const [first, ...others] = answers.filter((one) => one.status === 201 && isReplay(one) === null);
    if (first === undefined) throw new Error("none was the first");
    expect(others).toEqual([]);
    const retried = await Promise.all(inUse.map(send));
    const outcomes = [...answers.filter(({ status }) => status !== 409), ...retried].map(outcomeOf);
    expect(outcomes).toEqual(Array(100).fill(outcomeOf(first)));
    return first;
  };

  it("create one pet", async () => {
    const key = randomUUID();
    const name = `raced ${key}`;
    const first = await race(() => postPet(key, name));
    const pets = await api.database.db.pet.findMany({ where: { name } });
    expect(pets.map(({ id }) => id)).toEqual([(first.body as { id: number }).id]);
    const stored = await api.database.db.storedOutcome.findMany({ where: { idempotencyKey: key } });
    expect(stored.map(({ status }) => status)).toEqual([201]);
  });

  it("place one order", async () => {
    const key = randomUUID();
    const [petId] = await addPets(api, {});
    const first = await race(() => sendOnce(key, "POST /v1/orders", { petId }));
    const orders = await api.database.db.order.findMany({ where: { petId: BigInt(petId ?? 0) } });
    expect(orders.map(({ id }) => id)).toEqual([(first.body as { id: number }).id]);
  });
});
