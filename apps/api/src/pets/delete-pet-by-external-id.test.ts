import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pet } from "@petstore/contract/routes";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, newPet } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const put = async (externalId: string): Promise<number> => {
  const { body } = await api.send(`PUT /v1/pets/by-external-id/${externalId}`, { body: newPet() });
  return (body as Pet).id;
};
const remove = (externalId: string, headers: Record<string, string> = {}) =>
  api.send(`DELETE /v1/pets/by-external-id/${externalId}`, { headers });
const found = async (id: number) => (await api.send(`GET /v1/pets?id=${id}`)).body;

describe("DELETE /pets/by-external-id/{externalId}", () => {
  it("deletes the pet with its profile, and records both", async () => {
    const id = await put("DEL-1");
    const last = await lastEventId(api.database);
    expect((await remove("DEL-1")).status).toBe(204);
    expect(await found(id)).toEqual([]);
    expect((await eventsSince(api.database, last)).map(({ action }) => action)).toEqual([
      "profile.delete",
      "pet.delete",
    ]);
  });

  it("returns 404 for an external id that no pet has, and for a second deletion", async () => {
    expect(await remove("DEL-none")).toMatchObject({ status: 404, body: errorBody("not_found", 404) });
    await put("DEL-2");
    expect([(await remove("DEL-2")).status, (await remove("DEL-2")).status]).toEqual([204, 404]);
  });

  it("returns 412 for a stale If-Match, and 409 for a pet that an order reserves", async () => {
    const id = await put("DEL-3");
    expect((await remove("DEL-3", { "if-match": '"stale"' })).status).toBe(412);
    const { headers } = await api.send(`GET /v1/pets/${id}`);
    const orderId = await addOrder(api, id);
    const refused = await remove("DEL-3", { "if-match": headers.get("etag") ?? "" });
    expect(refused.body).toEqual(errorBody("pet_reserved", 409, expect.stringContaining(`order ${orderId} `)));
    expect(await found(id)).toHaveLength(1);
  });

  it("does not delete a pet that loses the external id while the request waits", async () => {
    const id = await put("DEL-4");
    const lock = ["SELECT FROM pet WHERE id = $1 FOR UPDATE", id] as const;
    const clear = ["UPDATE pet_profile SET external_id = NULL WHERE pet_id = $1", id] as const;
    const { status } = await sendWhileLocked(api, [lock, clear], () => remove("DEL-4"));
    expect([status, ((await found(id)) as Pet[]).length]).toEqual([404, 1]);
  });
});
