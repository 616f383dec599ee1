import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, findPet } from "../../test/support/builders.js";
import { proofSize } from "../../test/support/proof-size.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

const ROUNDS = proofSize("ROUNDS", { short: 3, full: 200 });
const CLIENTS = 32;
const rounds = Array.from({ length: ROUNDS }, (_, at) => at);
const clients = Array.from({ length: CLIENTS }, (_, at) => at);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const addPet = async (rest: Parameters<typeof addPets>[1] = {}): Promise<number> => (await addPets(api, rest))[0] ?? 0;
const patch = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  api.send(`PATCH /v1/pets/${id}`, { body, headers });
const tagOf = async (id: number) => (await api.send(`GET /v1/pets/${id}`)).headers.get("etag") ?? "";

describe("concurrent PATCH /pets/{petId}", () => {
  it("returns 200 for exactly one of many requests with the same If-Match", async () => {
    for (const round of rounds) {
      const id = await addPet();
      const tag = await tagOf(id);
      const answers = await Promise.all(
        clients.map((at) => patch(id, { name: `${round}-${at}` }, { "if-match": tag })),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(CLIENTS - 1);
      expect(await findPet(api, id)).toEqual(winners[0]?.body);
    }
  });

  it("returns 200 for all requests without If-Match, and loses no change", async () => {
    for (const _ of rounds) {
      const id = await addPet();
      const changes = clients.map((at) => [{ name: "Luna" }, { status: "sold" }, { categoryId: 2 + (at % 2) }][at % 3]);
      const answers = await Promise.all(changes.map((change) => patch(id, change)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const pet = await findPet(api, id);
      expect(pet).toMatchObject({ name: "Luna", status: "sold" });
      expect([2, 3]).toContain(pet?.categoryId);
    }
  });

  it("succeeds if and only if a DELETE with the same If-Match fails", async () => {
    const outcomes = new Set<string>();
    for (const _ of rounds) {
      const id = await addPet();
      const headers = { "if-match": await tagOf(id) };
      const [changed, deleted] = await Promise.all([
        patch(id, { name: "Luna" }, headers),
        api.send(`DELETE /v1/pets/${id}`, { headers }),
      ]);
      outcomes.add(`${changed.status} ${deleted.status}`);
      expect(await findPet(api, id)).toEqual(deleted.status === 204 ? null : changed.body);
    }
    for (const outcome of outcomes) expect(["200 412", "404 204"]).toContain(outcome);
  });
});
