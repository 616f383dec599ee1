import { randomUUID } from "node:crypto";
import type { Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

let api: TestApi;
let pets: number[];
beforeAll(async () => {
  api = await createTestApi();
  const key = await api.makeKey("admin");
  for (const one of [
    { name: "weight", type: "number", maximum: 200, decimals: 1 },
    { name: "breed", type: "text", categoryIds: null },
  ])
    await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key });
});
beforeEach(async () => {
  await emptyTables(api.database, "pet, category");
  pets = await addPets(api, {}, {}, {}, {});
});
afterAll(() => api.close());

const send = (body: unknown, { query = "", ...options }: { query?: string; headers?: Record<string, string> } = {}) =>
  api.send(`POST /v1/profiles/batch${query}`, { body, ...options });
const profileOf = async (id = 0) => (await api.send(`GET /v1/pets/${id}/profile`)).body as Profile;
const all = () => Promise.all(pets.map(profileOf));
const externalIds = async () => (await all()).map(({ externalId }) => externalId);
const name = async (...ids: (string | null)[]) => {
  const { status } = await send(ids.map((externalId, at) => ({ petId: pets[at], profile: { externalId } })));
  expect(status).toBe(200);
};

/** Returns the part of a profile that events contain. */
const recorded = ({ photos: _, ...profile }: Profile) => profile;

describe("POST /profiles/batch", () => {
  it("merges a patch into each profile, found by petId or externalId", async () => {
    await name("A", "B");
    const before = await all();
    const { status, body } = await send([
      { externalId: "B", profile: { externalId: null, attributes: { breed: "Collie" } } },
      { petId: pets[2], profile: { attributes: { weight: 2.5, breed: null } } },
      { petId: pets[0], profile: {} },
    ]);
    expect([status, body]).toEqual([200, { count: 3, changed: 2 }]);
    const updatedAt = expect.any(String);
    expect(await all()).toEqual([
      before[0],
      { externalId: null, attributes: { breed: "Collie" }, photos: [], updatedAt },
      { externalId: null, attributes: { weight: 2.5 }, photos: [], updatedAt },
      before[3],
    ]);
  });

  it("records an event per changed pet, in the order of the request", async () => {
    await name("A");
    const [before] = (await all()).map(recorded);
    const last = await lastEventId(api.database);
    await send([
      { petId: pets[1], profile: { attributes: { breed: "Pug" } } },
      { petId: pets[2], profile: { attributes: { breed: null } } },
      { externalId: "A", profile: { attributes: { breed: "Collie" } } },
    ]);
    const [after, second] = (await all()).map(recorded);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "profile.update", subject: { kind: "profile", id: pets[1] }, after: second },
      { action: "profile.update", subject: { kind: "profile", id: pets[0] }, before, after },
    ]);
  });

  it("lets pets exchange external ids or pass them on", async () => {
    await name("A", "B", "C");
    await send([
      { externalId: "A", profile: { externalId: "B" } },
      { externalId: "B", profile: { externalId: "A" } },
      { externalId: "C", profile: { externalId: null } },
      { petId: pets[3], profile: { externalId: "C" } },
    ]);
    expect(await externalIds()).toEqual(["B", "A", null, "C"]);
  });

  it.each([
    [[], "body must contain 1 to 1000 changes"],
    [{}, "body must be a JSON array"],
    [[{ profile: {} }], "body.0.petId must be given if and only if externalId is omitted"],
    [[{ petId: 1, externalId: "A", profile: {} }], "body.0.petId must be given if and only if externalId is omitted"],
    [[{ petId: 1 }], "body.0.profile is required"],
    [[{ petId: 1, profile: { photos: [] } }], "body.0.profile.photos is not a recognised field"],
    [[1, 2, 1].map((petId) => ({ petId, profile: {} })), "body.2.petId must not repeat the petId of body.0"],
    [
      ["A", "A"].map((externalId) => ({ externalId, profile: {} })),
      "body.1.externalId must not repeat the externalId of body.0",
    ],
    [
      [1, 2].map((petId) => ({ petId, profile: { externalId: "A" } })),
      "body.1.profile.externalId must not repeat the externalId of body.0",
    ],
    [Array.from({ length: 1_001 }, (_, at) => ({ petId: at + 1, profile: {} })), "body must contain 1 to 1000 changes"],
  ])("returns 400 for the body %#", async (body, message) => {
    expect((await send(body)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("checks new values against the pet's category, but keeps existing values", async () => {
    const key = await api.makeKey("admin");
    const [dog = 0, cat = 0] = await addPets(api, { categoryId: 7 }, { categoryId: 8 });
    const definition = { name: "leash", label: "Leash", type: "text", categoryIds: [7] };
    const { id } = (await api.send("POST /v1/attributes", { body: definition, key })).body as { id: number };
    const leash = (petId: number) => ({ petId, profile: { attributes: { leash: "long" } } });
    const refused = (at: number) =>
      errorBody("invalid_request", 400, expect.stringContaining(`body.${at}.profile.attributes.leash must be omitted`));
    expect((await send([leash(dog), leash(cat)])).body).toEqual(refused(1));
    expect((await send([{ petId: cat, profile: {} }, leash(dog)])).status).toBe(200);
    await api.send(`PATCH /v1/attributes/${id}`, { body: { isArchived: true }, key });
    expect((await send([{ petId: cat, profile: {} }, leash(dog)])).body).toEqual({ count: 2, changed: 0 });
    await api.send(`DELETE /v1/attributes/${id}?force=true`, { key });
  });

  it("returns 400 that names every wrong value, and changes nothing", async () => {
    const { body } = await send([
      { petId: pets[0], profile: { attributes: { breed: "Collie" } } },
      { petId: pets[1], profile: { attributes: { weight: 300, wieght: 3 } } },
      { petId: 999, profile: { attributes: { breed: 5 } } },
    ]);
    const message = [
      "body.1.profile.attributes.weight must be a number of at most 200 with at most 1 decimal, not 300",
      "body.1.profile.attributes.wieght is not an attribute of this store",
      "body.2.profile.attributes.breed must be a text of 1 to 200 characters, without control characters or lone surrogates, not 5",
      "the attributes are weight, breed",
    ].join("; ");
    expect(body).toEqual(errorBody("invalid_request", 400, message));
    expect((await all()).map(({ updatedAt }) => updatedAt)).toEqual([null, null, null, null]);
  });

  it("returns 400 if a pet is named by its id and by its externalId", async () => {
    await name("A");
    const { body } = await send([
      { externalId: "A", profile: {} },
      { petId: pets[0], profile: {} },
    ]);
    expect(body).toEqual(errorBody("invalid_request", 400, "body.1 must not repeat the pet of body.0"));
  });

  it("returns 409 with every unknown pet, and changes nothing", async () => {
    const { body } = await send([
      { petId: pets[0], profile: { attributes: { breed: "Collie" } } },
      { petId: 999, profile: {} },
      { externalId: "X", profile: {} },
    ]);
    const message = "body.1.petId refers to pet 999, which does not exist; body.2.externalId refers to no pet";
    expect(body).toEqual(errorBody("pet_not_found", 409, message));
    expect((await profileOf(pets[0])).attributes).toEqual({});
  });

  it("returns 409 with the pets that have the external ids", async () => {
    await name("A", "B");
    const { body } = await send([
      { petId: pets[2], profile: { externalId: "A" } },
      { petId: pets[3], profile: { externalId: "B" } },
      { petId: pets[0], profile: { attributes: { breed: "Collie" } } },
    ]);
    const message = `body.0.profile.externalId is taken by pet ${pets[0]}; body.1.profile.externalId is taken by pet ${pets[1]}; choose another external id, or clear the external id of that pet first`;
    expect(body).toEqual(errorBody("conflict", 409, message));
    expect(await externalIds()).toEqual(["A", "B", null, null]);
    expect((await profileOf(pets[0])).attributes).toEqual({});
  });

  it("returns the same in a dry run, which writes nothing", async () => {
    const body = [{ petId: pets[0], profile: { externalId: "A" } }];
    const last = await lastEventId(api.database);
    const dry = await send(body, { query: "?dryRun=true" });
    expect([await externalIds(), await eventsSince(api.database, last)]).toEqual([[null, null, null, null], []]);
    expect((await send(body)).body).toEqual(dry.body);
    const taken = [{ petId: pets[1], profile: { externalId: "A" } }];
    expect((await send(taken, { query: "?dryRun=true" })).body).toEqual((await send(taken)).body);
  });

  it("runs only once for an Idempotency-Key", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = [{ petId: pets[0], profile: { attributes: { breed: "Collie" } } }];
    const first = await send(body, { headers });
    await send([{ petId: pets[0], profile: { attributes: { breed: "Pug" } } }]);
    const repeat = await send(body, { headers });
    expect([repeat.body, repeat.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    expect((await profileOf(pets[0])).attributes).toEqual({ breed: "Pug" });
  });

  it("changes 1,000 profiles in opposite orders without losing a value", async () => {
    pets = await addPets(api, ...Array.from({ length: 1_000 }, () => ({})));
    const updates = (value: object, ids = pets) =>
      ids.map((petId, at) => ({ petId, profile: { attributes: value, ...(at < 900 && { externalId: `E${petId}` }) } }));
    const answers = await Promise.all([
      send(updates({ breed: "Collie" })),
      send(updates({ weight: 3 }, pets.toReversed())),
      ...pets.slice(0, 4).map((petId) => api.send(`PATCH /v1/pets/${petId}/profile`, { body: { externalId: null } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { rows } = await api.database.pool.query(
      "SELECT count(*)::int AS count, count(DISTINCT attributes)::int AS kinds, count(external_id)::int AS named FROM pet_profile",
    );
    expect(rows).toEqual([{ count: 1_000, kinds: 1, named: expect.any(Number) }]);
  });

  it("returns 403 to a key of scope read", async () => {
    const key = await api.makeKey("read");
    const { body } = await api.send("POST /v1/profiles/batch", { body: [{ petId: pets[0], profile: {} }], key });
    expect(body).toEqual(errorBody("forbidden", 403));
  });
});
