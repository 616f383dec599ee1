import { randomUUID } from "node:crypto";
import {
  type Action,
  MAX_ROW_ERRORS,
  type Pet,
  type PetUpsertResult,
  PROBLEM_TYPE,
  type Profile,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../test/support/audit.js";
import { addOrder, newPet, petOf } from "../../test/support/builders.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { addPhotos } from "../../test/support/images.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

let api: TestApi;
let strict: TestApi;
beforeAll(async () => {
  [api, strict] = await Promise.all([createTestApi(), createTestApi({ CATEGORY_POLICY: "require" })]);
  const key = await api.makeKey("admin");
  for (const one of [
    { name: "weight", type: "number", maximum: 200 },
    { name: "breed", type: "text" },
  ])
    await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key });
});
beforeEach(() => emptyTables(api.database, "store_order, pet, category"));
afterAll(() => Promise.all([api.close(), strict.close()]));

type Options = { readonly query?: string; readonly headers?: Record<string, string>; readonly on?: TestApi };
const send = (body: unknown, { query = "", headers = {}, on = api }: Options = {}) =>
  on.send(`PUT /v1/pets/by-external-id${query}`, { body, headers });
const put = async (body: unknown, options?: Options): Promise<PetUpsertResult> => {
  const answer = await send(body, options);
  expect(answer.status).toBe(200);
  return answer.body as PetUpsertResult;
};
const row = (externalId: string, rest: object = {}) => ({ externalId, ...newPet(), ...rest });
const outcomesOf = ({ rows }: PetUpsertResult) => rows.map(({ outcome }) => outcome);
const idsOf = ({ rows }: PetUpsertResult) => rows.map(({ petId }) => petId ?? 0);
const find = async (externalId: string) => (await api.send(`GET /v1/pets?externalId=${externalId}`)).body as Pet[];
const profileOf = async (id: number) => (await api.send(`GET /v1/pets/${id}/profile`)).body as Profile;
const three = ["SH-1", "SH-2", "SH-3"].map((id) => row(id, { profile: { attributes: { weight: 3 } } }));

describe("PUT /pets/by-external-id", () => {
  it("creates, changes or keeps pets, and returns the outcome of each row in order", async () => {
    const first = await put(three);
    expect(first).toMatchObject({ created: 3, updated: 0, unchanged: 0, refused: 0 });
    const [one, two, last] = three;
    const changed = { ...two, name: "Luna", profile: { attributes: { breed: "Collie" } } };
    const second = await put([last, changed, row("SH-4"), one]);
    expect(outcomesOf(second)).toEqual(["unchanged", "updated", "created", "unchanged"]);
    expect(second).toMatchObject({ created: 1, updated: 1, unchanged: 2, refused: 0 });
    const [id] = await find("SH-2");
    expect(id).toEqual(petOf({ id: idsOf(first)[1], name: "Luna" }));
    expect(await profileOf(idsOf(first)[1] ?? 0)).toMatchObject({ attributes: { breed: "Collie" } });
  });

  it("writes no event for a row that changes nothing", async () => {
    await put(three);
    const last = await lastEventId(api.database);
    expect(outcomesOf(await put(three))).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("shows the change to the next read, whatever was cached before", async () => {
    const [id] = idsOf(await put([row("SH-1")]));
    await api.send(`GET /v1/pets?id=${id}`);
    await put([row("SH-1", { name: "Luna" })]);
    expect((await api.send(`GET /v1/pets?id=${id}`)).body).toEqual([petOf({ id, name: "Luna" })]);
  });

  it("replaces a pet and its profile, and keeps a profile that the row does not have", async () => {
    const [id = 0] = idsOf(await put([{ ...three[0], status: "pending" }]));
    await put([row("SH-1", { profile: { attributes: { breed: "Collie" } } })]);
    expect(await find("SH-1")).toMatchObject([{ status: "available" }]);
    expect((await profileOf(id)).attributes).toEqual({ breed: "Collie" });
    await put([row("SH-1")]);
    expect((await profileOf(id)).attributes).toEqual({ breed: "Collie" });
  });

  it("refuses an invalid row with its problems, and writes the others", async () => {
    const result = await put([three[0], { externalId: "SH-9", name: "", categoryId: "x" }, "Rex", three[1]]);
    expect(outcomesOf(result)).toEqual(["created", "refused", "refused", "created"]);
    expect(result.rows[1]).toMatchObject({
      externalId: "SH-9",
      code: "invalid_request",
      errors: [
        { pointer: "/1/name", detail: expect.stringMatching(/^body\.1\.name must/), given: "" },
        { pointer: "/1/categoryId", given: "x" },
      ],
    });
    expect(result.rows[2]).toMatchObject({ errors: [{ pointer: "/2", detail: "body.2 must be a JSON object" }] });
  });

  it("refuses a value that its attribute does not allow, and registers no category for it", async () => {
    const heavy = row("SH-1", { categoryId: 77, profile: { attributes: { weight: 900, age: 2 } } });
    const result = await put([heavy, three[1]]);
    expect(result.rows[0]).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/0/profile/attributes/weight" }, { pointer: "/0/profile/attributes/age" }],
    });
    expect([await find("SH-1"), await api.database.db.category.findMany({ select: { id: true } })]).toEqual([
      [],
      [{ id: 1 }],
    ]);
  });

  it("refuses all rows with the same external id, and names in each the places of the others", async () => {
    const result = await put([row("SH-1"), row("SH-2"), row("SH-1", { name: "Luna" })]);
    expect(outcomesOf(result)).toEqual(["refused", "created", "refused"]);
    expect(result.rows.flatMap(({ errors = [] }) => errors.map(({ detail }) => detail))).toEqual([
      "body.0.externalId must not repeat the externalId of body.2",
      "body.2.externalId must not repeat the externalId of body.0",
    ]);
  });

  it("refuses a profile whose externalId differs from that of its row", async () => {
    const result = await put([row("SH-1", { profile: { externalId: "SH-2" } })]);
    expect(result.rows[0]).toMatchObject({ errors: [{ pointer: "/0/profile/externalId", given: "SH-2" }] });
  });

  it("refuses to change a status that an open order determines, and names the order", async () => {
    const [id = 0] = idsOf(await put([row("SH-1")]));
    const orderId = await addOrder(api, id);
    const result = await put([row("SH-1", { status: "sold" }), row("SH-2")]);
    expect(outcomesOf(result)).toEqual(["refused", "created"]);
    expect(result.rows[0]).toMatchObject({
      petId: id,
      code: "pet_reserved",
      errors: [{ pointer: "/0/status", rule: "reserved", given: "sold" }],
      conflict: { kind: "order", id: orderId },
    });
    expect(outcomesOf(await put([row("SH-1", { name: "Luna" })]))).toEqual(["updated"]);
  });

  it("refuses an unknown category if the service does not register categories", async () => {
    await strict.database.db.category.createMany({ data: [{ id: 1 }], skipDuplicates: true });
    const result = await put([row("SH-1"), row("SH-2", { categoryId: 900 })], { on: strict });
    expect(result.rows).toMatchObject([
      { outcome: "created" },
      { code: "category_not_found", errors: [{ pointer: "/1/categoryId", rule: "exists" }] },
    ]);
  });

  it("lists at most 10 problems of a row", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, at]));
    const result = await put([row("SH-1", unknown)]);
    expect(result.rows[0]?.errors).toHaveLength(MAX_ROW_ERRORS);
  });

  it("with allOrNone answers 400 or 409 with all problems, and writes nothing", async () => {
    const [id = 0] = idsOf(await put([row("SH-1")]));
    await addOrder(api, id);
    const last = await lastEventId(api.database);
    const refused = async (rows: readonly unknown[]) => {
      const { status, text } = await send(rows, { query: "?allOrNone=true", headers: { accept: PROBLEM_TYPE } });
      return [status, JSON.parse(text)];
    };
    const sold = row("SH-1", { status: "sold" });
    expect(await refused([row("SH-2"), sold, { externalId: "SH-3" }])).toMatchObject([
      400,
      { errors: [{ pointer: "/2/name" }, { pointer: "/2/categoryId" }] },
    ]);
    expect(await refused([row("SH-2"), sold])).toMatchObject([
      409,
      { code: "pet_reserved", errors: [{ pointer: "/1/status" }] },
    ]);
    expect([await find("SH-2"), await eventsSince(api.database, last)]).toEqual([[], []]);
  });

  it("with dryRun returns the same outcomes, without ids of new pets, and writes nothing", async () => {
    const [id] = idsOf(await put([row("SH-1")]));
    const last = await lastEventId(api.database);
    const body = [row("SH-1", { name: "Luna" }), row("SH-2", { categoryId: 88 }), row("SH-3", { name: "" })];
    const dry = await put(body, { query: "?dryRun=true" });
    expect(dry.rows).toMatchObject([
      { outcome: "updated", petId: id },
      { outcome: "created" },
      { code: "invalid_request" },
    ]);
    expect(dry.rows[1]).not.toHaveProperty("petId");
    expect(await eventsSince(api.database, last)).toEqual([]);
    expect(outcomesOf(await put(body))).toEqual(outcomesOf(dry));
  });

  it("leaves the photos of a pet as they are, and its profile unchanged", async () => {
    const [id = 0] = idsOf(await put([three[0]]));
    await addPhotos(api, id, 2);
    const before = await profileOf(id);
    expect(before.photos).toHaveLength(2);
    expect(outcomesOf(await put([three[0]]))).toEqual(["unchanged"]);
    await put([{ ...three[0], profile: { attributes: { weight: 4 } } }]);
    expect((await profileOf(id)).photos).toEqual(before.photos);
  });

  it("is one action that can be undone, and a repeat with the same key returns its outcome", async () => {
    const [id = 0] = idsOf(await put([row("SH-1")]));
    const action = randomUUID();
    const headers = { "action-key": action, "idempotency-key": randomUUID() };
    const body = [row("SH-1", { name: "Luna" }), row("SH-2", { profile: { attributes: { weight: 2 } } })];
    const first = await send(body, { headers });
    const again = await send(body, { headers });
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    const { body: actions } = await api.send(`GET /v1/actions?key=${action}`);
    const [{ id: actionId, events } = {} as Action] = actions as Action[];
    expect(events).toBe(3);
    expect((await api.send(`POST /v1/actions/${actionId}/undo`)).status).toBe(202);
    await expect.poll(() => find("SH-2")).toEqual([]);
    await expect.poll(() => find("SH-1")).toEqual([petOf({ id })]);
  });

  it("refuses a body that is not an array of 1 to 1,000 rows", async () => {
    for (const body of [[], {}, Array.from({ length: 1_001 }, (_, at) => row(`SH-${at}`))])
      expect(await send(body)).toMatchObject({ status: 400, body: errorBody("invalid_request", 400) });
  });

  it("creates each pet only once if two requests with the same rows arrive together", async () => {
    const rows = Array.from({ length: 200 }, (_, at) => row(`R-${at}`, { categoryId: 1 + (at % 3) }));
    const [one, other] = await Promise.all([put(rows), put(rows.toReversed())]);
    expect([one.created + other.created, one.unchanged + other.unchanged]).toEqual([200, 200]);
    expect(await api.database.db.pet.count()).toBe(200);
  });
});
