import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { openCountedApi } from "../../test/support/count-express.js";
import type { TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let countExpress: Awaited<ReturnType<typeof openCountedApi>>["countExpress"];
beforeAll(async () => {
  ({ api, countExpress } = await openCountedApi());
  await api.send("POST /v1/pets", { body: newPet() });
});
afterAll(() => api.close());

const create = (idempotencyKey: string, key = api.key, body = newPet()) =>
  api.send("POST /v1/pets", { key, body, headers: { "idempotency-key": idempotencyKey } });

describe("a mutation with an Idempotency-Key", () => {
  it("takes the fast path, and so do its later repeats", async () => {
    const { result, byExpress } = await countExpress(async () => [
      await create("monday"),
      await create("monday"),
      await create("monday", api.key, newPet({ name: "Bo" })),
      await create("monday"),
    ]);
    expect(result.map(({ status }) => status)).toEqual([201, 201, 422, 201]);
    expect(byExpress).toBe(0);
  });

  it("takes the fast path while another account's request with the same key is in flight", async () => {
    const other = await api.makeKey("write", { accountId: await api.makeAccount() });
    const { result, byExpress } = await countExpress(() =>
      Promise.all([create("tuesday"), create("tuesday", other), create("wednesday")]),
    );
    expect(result.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(result.map(({ body }) => (body as { id: number }).id)).size).toBe(3);
    expect(byExpress).toBe(0);
  });
});

describe("the body of a mutation", () => {
  it.each([
    [16_384, 0],
    [16_385, 1],
  ])("lets Express parse a body of %i bytes %i times", async (bytes, times) => {
    const raw = JSON.stringify(newPet()).padEnd(bytes, " ");
    const headers = { "content-type": "application/json" };
    const { result, byExpress } = await countExpress(() => api.send("POST /v1/pets", { raw, headers }));
    expect([result.status, byExpress]).toEqual([201, times]);
  });
});
