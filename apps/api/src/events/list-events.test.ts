import type { EventPage } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("GET /events", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const get = async (query: string, options = {}) => {
    const { status, body } = await api.send(`GET /v1/events?${query}`, options);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as EventPage;
  };
  const post = async (path: string, body: object) =>
    (await api.send(`POST /v1${path}`, { body })).body as { id: number };
  const now = async () => (await get("after=now")).next;

  it("tells each committed change once, in order, with what has changed", async () => {
    const { id: categoryId } = await post("/categories", { name: "Dogs" });
    const after = await now();
    const { id } = await post("/pets", { name: "Rex", categoryId, status: "available" });
    await api.send(`PATCH /v1/pets/${id}`, { body: { status: "sold" } });
    await api.send(`DELETE /v1/pets/${id}`);
    const rex = { id, name: "Rex", categoryId, status: "available" };
    const subject = { kind: "pet", id };
    const { data, next, hasMore } = await get(`after=${after}`);
    expect(data).toMatchObject([
      { type: "pet.created", subject, changed: [], before: null, after: rex },
      { type: "pet.updated", subject, changed: ["status"], before: rex, after: { ...rex, status: "sold" } },
      { type: "pet.deleted", subject, changed: [], before: { ...rex, status: "sold" }, after: null },
    ]);
    expect([next, hasMore]).toEqual([data.at(-1)?.id, false]);
    expect(await get(`after=${data[0]?.id}&limit=1`)).toMatchObject({
      data: [data[1]],
      next: data[1]?.id,
      hasMore: true,
    });
    expect(await get(`after=${next}`)).toEqual({ data: [], next, hasMore: false });
  });

  it("answers a request that waits as soon as something happens", async () => {
    await post("/categories", { name: "Cats" });
    const after = await now();
    const waiting = get(`after=${after}&wait=25`);
    const { id } = await post("/pets", { name: "Ada", categoryId: 1, status: "available" });
    expect(await waiting).toMatchObject({ data: [{ type: "pet.created", subject: { kind: "pet", id } }] });
  });

  it("answers a request that waits with an empty page when its time is over", async () => {
    const after = await now();
    expect(await get(`after=${after}&wait=1`)).toEqual({ data: [], next: after, hasMore: false });
  });

  it("refuses a cursor of the future and of another store", async () => {
    const [epoch] = (await now()).split("-");
    for (const after of [`${epoch}-999999`, "00000000-0"]) {
      const { status, body } = await api.send(`GET /v1/events?after=${after}`);
      expect([status, body]).toEqual([400, errorBody("invalid_request", 400, expect.stringContaining("query.after"))]);
    }
  });
});
