import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { addPets, newPet } from "./support/builders.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

let api: TestApi;
let catchUp: MockInstance;
let invalidate: MockInstance;
let petId: number;
const absent = 900_000_000_000_001;

beforeAll(async () => {
  api = await createTestApi();
  [petId = 0] = await addPets(api, {});
});
afterAll(() => api.close());
beforeEach(() => {
  catchUp = vi.spyOn(api.deps.responseCache, "catchUp");
  invalidate = vi.spyOn(api.deps.responseCache, "invalidate");
});
afterEach(() => void vi.restoreAllMocks());

it.each([
  ["412", () => api.send(`PATCH /v1/pets/${petId}`, { body: { name: "x" }, headers: { "if-match": '"stale"' } })],
  ["404", () => api.send(`DELETE /v1/pets/${absent}`)],
  ["404", () => api.send(`GET /v1/pets/${absent}`)],
  ["409", () => api.send("POST /v1/orders", { body: { petId: absent } })],
  ["409", () => api.send("POST /v1/orders", { body: { petId: absent }, headers: { "idempotency-key": randomUUID() } })],
])("a %s waits for the invalidations of other replicas", async (status, send) => {
  const answer = await send();
  expect(String(answer.status)).toBe(status);
  expect(catchUp).toHaveBeenCalledTimes(1);
  expect(invalidate.mock.calls.filter(([changes]) => changes === undefined)).toEqual([]);
});

it("a 409 to an order waits for the invalidations of other replicas", async () => {
  const [sold = 0] = await addPets(api, { status: "sold" });
  expect((await api.send("POST /v1/orders", { body: { petId: sold } })).status).toBe(409);
  expect(catchUp).toHaveBeenCalledTimes(1);
});

it("a replay waits for invalidations, and does not empty the response cache", async () => {
  const request = { body: newPet(), headers: { "idempotency-key": randomUUID() } };
  await api.send("POST /v1/pets", request);
  invalidate.mockClear();
  const replay = await api.send("POST /v1/pets", request);
  expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(catchUp).toHaveBeenCalledTimes(1);
  expect(invalidate).not.toHaveBeenCalled();
});

it("a 400 causes no round trip to the database", async () => {
  expect((await api.send("POST /v1/pets", { body: {} })).status).toBe(400);
  expect(catchUp).not.toHaveBeenCalled();
});
